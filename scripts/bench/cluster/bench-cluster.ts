import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { report } from '../../support/report.ts'
import { openClusterHouse } from './cluster-house.ts'
import type { ClusterHouse, Machine } from './cluster-house.ts'

/**
 * `npm run bench:cluster`: many processes on one database with 200 connections, without a shared folder. It measures
 * what an idle worker sends and how many connections it holds; servers called in turn, with workers that deliver; and
 * the same behind PgBouncer in transaction mode. `-- --workers 4 --servers 2 --seconds 20` is the short form;
 * `--workers 0 --servers 0` looks only at one idle worker.
 */

const { values } = parseArgs({
  options: {
    workers: { type: 'string', default: '40' },
    servers: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '60' },
    requests: { type: 'string', default: '400' },
  },
})
const [workers, servers, seconds, requests] = [values.workers, values.servers, values.seconds, values.requests].map(
  Number,
) as [number, number, number, number]

const machines = servers + workers
const MAX_CONNECTIONS = 200
/** First crawls, checks and starts are over by then. */
const SETTLE_MS = 20_000
/** A worker's periods (3, 20, 30, 40 and 60 s) all divide this, so that each of them counts for its share. */
const ALL_PERIODS_S = 120
/** Small pools, as calculated in `docs/scale.md`. */
const SMALL = { QUARRY_DATABASE_POOL_SIZE: '2' }
const POOLER_SIZE = 20

/** PostgreSQL's own foreign key checks, which no connection sends. */
const OF_POSTGRES = `'SELECT % FROM ONLY %FOR KEY SHARE OF x'`

/** The connection that counts, and the one that started PostgreSQL here, which on a separate machine something else does. */
const OF_THE_HOUSE = `('bench', 'quarry presence')`

interface Load {
  /** Half of the time there were no more than this. */
  usual: number
  /** The most at any moment. */
  connections: number
  statements: number
}

/** Measures statements per second, and the most connections at any moment, while nothing happens. */
async function idle(house: ClusterHouse, forSeconds: number): Promise<Load> {
  const calls = async (): Promise<number> => {
    const text = `select coalesce(sum(calls), 0)::float8 as calls from pg_stat_statements
      where query not like '%pg_stat%' and query not like ${OF_POSTGRES}`
    return (await house.client.query<{ calls: number }>(text)).rows[0]?.calls ?? 0
  }
  const open = async (): Promise<number> => {
    const text = `select count(*)::integer as open from pg_stat_activity
      where backend_type = 'client backend' and application_name not in ${OF_THE_HOUSE}`
    return (await house.client.query<{ open: number }>(text)).rows[0]?.open ?? 0
  }
  const before = await calls()
  const began = performance.now()
  const seen: number[] = []
  while (performance.now() - began < forSeconds * 1_000) {
    seen.push(await open())
    await sleep(500)
  }
  const sorted = seen.toSorted((a, b) => a - b)
  const usual = sorted[Math.floor(sorted.length / 2)] ?? 0
  return {
    usual,
    connections: sorted.at(-1) ?? 0,
    statements: ((await calls()) - before) / ((performance.now() - began) / 1_000),
  }
}

/** Makes every server in turn publish events, and counts them where they arrive. */
async function work(house: ClusterHouse, machines: readonly Machine[]) {
  const key = await house.key()
  const arrived = new Map<string, number>()
  const target = createServer((request, response) => {
    const id = String(request.headers['webhook-id'])
    arrived.set(id, (arrived.get(id) ?? 0) + 1)
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`
  const ask = async (index: number, path: string, body?: object): Promise<{ status: number; data: { id: number } }> => {
    const init = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    const response = await fetch(`${machines[index % machines.length]?.origin}${path}`, { headers, ...init })
    return { status: response.status, data: ((await response.json()) as { data: { id: number } }).data }
  }
  const hook = await ask(0, '/v2/webhooks', { target_url: url, event: 'lead.created' })
  const statuses: number[] = []
  const waiting = Array.from({ length: requests }, (_, index) => index)
  const caller = async () => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      const path = index % 4 === 0 ? `/v2/webhooks/${hook.data.id}/test` : '/v2/account'
      statuses.push((await ask(index, path, index % 4 === 0 ? {} : undefined)).status)
    }
  }
  await Promise.all(Array.from({ length: 16 }, caller))
  const published = Math.ceil(requests / 4)
  for (let tries = 0; tries < 240 && arrived.size < published; tries++) await sleep(500)
  target.close()
  return {
    refused: statuses.filter((status) => status >= 300).length,
    lost: published - arrived.size,
    twice: [...arrived.values()].filter((count) => count > 1).length,
  }
}

async function startFleet(house: ClusterHouse, env: Record<string, string>): Promise<Machine[]> {
  const made: Machine[] = []
  const roles = [...Array<'server'>(servers).fill('server'), ...Array<'worker'>(workers).fill('worker')]
  for (const role of roles) made.push(await house.start(role, env))
  return made
}

/** How many of them PostgreSQL refused a connection at least once; what a worker then leaves undone, it or another does later. */
const refusedIn = (machines: readonly Machine[]): number =>
  machines.filter(({ output }) => /too many clients|remaining connection slots/.test(output())).length

async function measure(pooled: boolean) {
  await using house = await openClusterHouse(MAX_CONNECTIONS)
  const pooler = pooled ? await house.startPooler(POOLER_SIZE) : null
  if (pooled && pooler === null) return null
  const env = pooler === null ? SMALL : { DATABASE_URL: pooler, QUARRY_DIRECT_DATABASE_URL: house.url }
  const fleet = await startFleet(house, env)
  await sleep(SETTLE_MS)
  const load = await idle(house, seconds)
  const origins = fleet.filter(({ origin }) => origin !== '')
  const done = await work(house, origins)
  const after = await idle(house, 3)
  return {
    ...load,
    connections: Math.max(load.connections, after.connections),
    ...done,
    refusedConnections: refusedIn(fleet),
  }
}

async function measureOne(): Promise<Load> {
  await using house = await openClusterHouse(MAX_CONNECTIONS)
  const server = await house.start('server') // creates the first account
  await server.stop()
  await house.start('worker')
  await sleep(SETTLE_MS)
  const before = await asked(house)
  const load = await idle(house, ALL_PERIODS_S)
  const calls = [...(await asked(house))].map(([query, count]) => ({ query, count: count - (before.get(query) ?? 0) }))
  for (const { query, count } of calls.toSorted((a, b) => b.count - a.count).slice(0, SHOWN))
    console.log(`${(count / ALL_PERIODS_S).toFixed(2)}/s  ${query.replaceAll(/\s+/g, ' ').slice(0, 120)}`)
  return load
}

/** How many of an idle worker's statements are shown, the most frequent first. */
const SHOWN = 8

async function asked({ client }: ClusterHouse): Promise<Map<string, number>> {
  const text = `select query, sum(calls)::float8 as calls from pg_stat_statements
    where query not like '%pg_stat%' and query not like ${OF_POSTGRES} group by query`
  const { rows } = await client.query<{ query: string; calls: number }>(text)
  return new Map(rows.map(({ query, calls }) => [query, calls]))
}

const round = (value: number): number => Math.round(value * 100) / 100

const one = await measureOne()
console.log(
  `one idle worker: ${round(one.statements)} statements/s, ${one.usual} connections, ${one.connections} at most`,
)
if (machines === 0) process.exit()
const fleet = await measure(false)
console.log(`direct: ${JSON.stringify(fleet)}`)
const pooled = await measure(true)
if (pooled === null) console.log('NOT RUN: PgBouncer is not installed, so poolers were not tested here.')
const row = (name: string, each: Awaited<ReturnType<typeof measure>>) =>
  each === null
    ? [name, '', '', '', '', '', '', '']
    : [
        name,
        round(each.statements),
        each.usual,
        each.connections,
        each.refusedConnections,
        each.refused,
        each.lost,
        each.twice,
      ]
report({
  title: `${workers} workers and ${servers} servers on a database of ${MAX_CONNECTIONS} connections, ${requests} requests in turn`,
  rows: [
    ['', 'statements/s idle', 'connections', 'at most', 'processes refused one', 'requests refused', 'lost', 'twice'],
    ['one worker', round(one.statements), one.usual, one.connections, '', '', '', ''],
    row('direct', fleet),
    row('PgBouncer', pooled),
  ],
  figures: {
    idle_statements: round(one.statements),
    idle_connections: one.usual,
    idle_connections_most: one.connections,
    fleet_statements_each: round((fleet?.statements ?? 0) / machines),
    fleet_connections: fleet?.connections ?? 0,
    refused_connections: fleet?.refusedConnections ?? 0,
    refused: fleet?.refused ?? 0,
    lost: fleet?.lost ?? 0,
    twice: fleet?.twice ?? 0,
    ...(pooled !== null && {
      pooled_connections: pooled.connections,
      pooled_refused_connections: pooled.refusedConnections,
      pooled_refused: pooled.refused,
      pooled_lost: pooled.lost,
      pooled_twice: pooled.twice,
    }),
  },
  bars: [
    { figure: 'idle_statements', max: 2 },
    { figure: 'idle_connections', max: 3 },
    { figure: 'fleet_statements_each', max: 2 },
    { figure: 'fleet_connections', max: MAX_CONNECTIONS },
    { figure: 'refused_connections', max: 0 },
    { figure: 'refused', max: 0 },
    { figure: 'lost', max: 0 },
    { figure: 'twice', max: 0 },
    ...(pooled === null
      ? []
      : [
          { figure: 'pooled_refused_connections', max: 0 },
          { figure: 'pooled_refused', max: 0 },
          { figure: 'pooled_lost', max: 0 },
          { figure: 'pooled_twice', max: 0 },
        ]),
  ],
})
