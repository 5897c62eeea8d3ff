import { randomUUID } from 'node:crypto'
import { ROUTES } from '../../src/api/routes.ts'
import type { Route } from '../../src/api/route.ts'
import { readConfig } from '../../src/config.ts'
import { createContext } from '../../src/context.ts'
import type { Context } from '../../src/context.ts'
import { createAccount } from '../../src/core/accounts/accounts.ts'
import { QUARRY_SECRET_KEY } from '../../test/support/process/child-quarry.ts'
import { silentLog } from '../../test/support/process/silent-log.ts'
import { kindOf, oneOfEach } from '../../test/support/records/one-of-each.ts'
import { MORE } from '../../test/support/doors/posts.ts'
import { rightBody } from '../../test/support/doors/right-bodies.ts'
import { openNeedyPosts } from './needy-posts.ts'
import type { NeedyPosts } from './needy-posts.ts'
import { connected, insist, recover, send, unharmed, until } from './fault-house.ts'
import type { FaultHouse, Post, Suffered } from './fault-house.ts'

/** Requests for operators, whose rights an account's key lacks; and a file, whose rows come before its outcome. */
const ELSEWHERE = new Set(['/suppressions', '/leads/imports'])
const POSTS = ROUTES.filter(({ method, path }) => method === 'post' && !ELSEWHERE.has(path))

/** Routes whose email may have been sent before the kill, and is not sent again. */
const LEAVING = new Set(['/sequences/:id/test', '/email-accounts/:id/proof'])

/**
 * Tables that record what was done. Left out are what changes with time, what is charged once a period, a row for each
 * connection, and the set-up link, which every start of a server rewrites.
 */
const COUNTED = `select quote_ident(tablename) as name from pg_tables where schemaname = 'public'
  and tablename not in ('settings', 'charges', 'billing_periods', 'speed_windows', 'speed_slides', 'leads_changes',
    'one_time_links') order by 1`

/** Kills server or database while the outcome of a POST is about to be stored, for each POST; then the POST is sent again. */
export async function killAtOutcomes(house: FaultHouse, most: number): Promise<Suffered[]> {
  const all = []
  const env = { DATABASE_URL: house.connectionString, QUARRY_SECRET_KEY }
  const context = await createContext(readConfig(env), { log: silentLog })
  await using needy = await openNeedyPosts(context, house)
  const prepared = (route: Route): Promise<Post> => prepare(house, { context, needy }, route)
  await house.kill('worker') // its jobs would change what is counted
  for (const victim of ['server', 'database'] as const) {
    const suffered = unharmed(`kill ${victim} between work and outcome`)
    for (const route of POSTS.slice(0, most)) {
      const [once, twice] = [await prepared(route), await prepared(route)]
      await killAtOutcome(house, { victim, route, once, twice }, suffered)
    }
    all.push(suffered)
  }
  await context.close()
  await house.mend('worker')
  return all
}

interface Killed {
  victim: 'server' | 'database'
  route: Route
  /** The same request from two accounts: one is answered, the other is killed first. */
  once: Post
  twice: Post
}

async function killAtOutcome(
  house: FaultHouse,
  { victim, route, once, twice }: Killed,
  suffered: Suffered,
): Promise<void> {
  const usual = await growth(house, () => insist(house, once))
  const afterKill = await growth(house, async () => {
    const { wasKilled } = await killWhileKept(house, victim, () => send(house, twice))
    if (!wasKilled) suffered.wrong.push(`${route.path} kept no outcome`)
    suffered.readyMs = Math.max(suffered.readyMs, await recover(house, victim))
    return insist(house, twice)
  })
  suffered.times++
  if (usual.status >= 300) suffered.wrong.push(`${route.path} was refused with ${usual.status}`)
  if (usual.status !== afterKill.status && !(LEAVING.has(route.path) && afterKill.status === 422))
    suffered.wrong.push(`${route.path} ${usual.status} without, ${afterKill.status} after a kill`)
  for (const [table, rows] of usual.rows) {
    const got = afterKill.rows.get(table) ?? 0
    if (got > rows && rows >= 0) suffered.doubled++
    if (got < rows) suffered.lost++
    if (got !== rows) suffered.wrong.push(`${route.path} ${table} ${got} rows instead of ${rows}`)
  }
}

/** Creates an account and records for one request, and the request. */
async function prepare(
  house: FaultHouse,
  { context, needy }: { context: Context; needy: NeedyPosts },
  route: Route,
): Promise<Post> {
  const owner = await createAccount(context, 'unlimited')
  const ids = await oneOfEach({ origin: house.origin(), context }, owner)
  const list = await listOf(house, owner.key)
  const { names, body: more } = await needy.prepare(route.path, { accountId: owner.accountId, ids })
  const named = (name: string): string => names?.[name] ?? String(ids[kindOf(name, route.path)])
  const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => named(name))
  if (/pause|archive/.test(path))
    await context.database.pool.query(`update campaigns set status = 'active' where id = $1`, [ids['sequence']])
  const body = { ...rightBody(route), ...MORE[route.path]?.(ids, list), ...more }
  return { path, body, idempotencyKey: randomUUID(), key: owner.key }
}

async function listOf(house: FaultHouse, key: string): Promise<number> {
  const answer = await fetch(`${house.origin()}/v2/leads_lists`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify({ name: 'Other' }),
  })
  return ((await answer.json()) as { data: { id: number } }).data.id
}

/** A counter of leads is the sum of its rows, one for each connection that wrote. */
const SUMS = new Map([['leads_counts', 'sum(total)']])

/** Returns how many rows each table gains by `work`. */
async function growth(house: FaultHouse, work: () => Promise<number>) {
  const before = await countRows(house)
  const status = await work()
  const after = await countRows(house)
  return { status, rows: new Map([...after].map(([table, rows]) => [table, rows - (before.get(table) ?? 0)])) }
}

async function countRows({ connectionString }: FaultHouse): Promise<Map<string, number>> {
  await using client = await connected(connectionString)
  const { rows } = await client.query<{ name: string }>(COUNTED)
  const counts = new Map<string, number>()
  for (const { name } of rows) {
    const counted = await client.query<{ n: string }>(`select ${SUMS.get(name) ?? 'count(*)'} as n from ${name}`)
    counts.set(name, Number(counted.rows[0]?.n))
  }
  return counts
}

async function killWhileKept(house: FaultHouse, victim: 'server' | 'database', work: () => Promise<unknown>) {
  await using holder = await connected(house.connectionString)
  await using watcher = await connected(house.connectionString)
  await holder.query('begin; lock table idempotent_requests in exclusive mode')
  let isOver = false
  const answered = work()
    .catch(() => undefined)
    .finally(() => (isOver = true))
  let wasKilled = false
  await until('an outcome is kept', async () => {
    const { rowCount } = await watcher.query(WAITING)
    wasKilled = rowCount !== 0
    return wasKilled || isOver
  })
  if (wasKilled) await house.kill(victim)
  await holder.query('rollback').catch(() => undefined)
  await answered
  return { wasKilled }
}

const WAITING = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  and query like 'insert into idempotent_requests%'`
