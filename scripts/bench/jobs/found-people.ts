import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { JobsHouse } from './jobs-house.ts'

/** Lists of people at known domains: how long one takes, and what is left of one whose worker is killed again and again. */

type Person = ReturnType<JobsHouse['town']['people']>[number]

/** A call shows at most 500 rows, and may allow as many credits. */
export const PEOPLE = 500

/** @returns the seconds from the call until the last row has its answer, and how many rows have a wrong one */
export async function timeToFind({ call, town }: JobsHouse, pool: Pool): Promise<{ seconds: number; wrong: number }> {
  const people = town.people(PEOPLE)
  const startedAt = performance.now()
  let { meta } = await call('find_emails', { people, max_credits: PEOPLE, limit: 1 })
  while (meta['running'] === true) ({ meta } = await call('find_emails', { job_id: meta['job_id'], limit: 1 }))
  const seconds = (performance.now() - startedAt) / 1_000
  return { seconds, wrong: await wrongRows(pool, Number(meta['job_id']), people) }
}

export interface Killed {
  kills: number
  /** Rows without an answer, or with a wrong one. */
  lost: number
  /** Credits charged by the job, and to the account for it, beyond one for each person found. */
  chargedTwice: number
  /** People found who are not a lead, or more than one. */
  leadsWrong: number
  /** Rows in progress when a worker died. */
  underWay: number
}

/** Enough to keep the workers busy until the last kill. */
const PEOPLE_A_KILL = 45

export async function killWhileFinding(house: JobsHouse, pool: Pool, kills: number): Promise<Killed> {
  const { town } = house
  const people = town.people(PEOPLE + kills * PEOPLE_A_KILL).slice(PEOPLE)
  const before = await creditsUsed(pool)
  const ids: number[] = []
  for (let start = 0; start < people.length; start += PEOPLE) {
    const some = people.slice(start, start + PEOPLE)
    const args = { people: some, leads_list_name: 'Killed', max_credits: PEOPLE, limit: 1 }
    // The call waits a while for the job, but the benchmark does not wait for the call.
    const begun = house.call('find_emails', args)
    ids.push(await nextJob(pool, ids.at(-1) ?? 0))
    void begun.catch(() => undefined)
  }
  let underWay = 0
  for (let kill = 0; kill < kills; kill++) {
    const from = await rowsDone(pool, ids)
    while ((await rowsDone(pool, ids)) === from) await sleep(10)
    await sleep(Math.random() * 600)
    await house.killWorker()
    underWay += await leased(pool)
    await house.startWorker()
  }
  while ((await rowsDone(pool, ids)) < people.length) await sleep(100)
  const wrong = []
  for (const [n, id] of ids.entries()) wrong.push(await wrongRows(pool, id, people.slice(n * PEOPLE, (n + 1) * PEOPLE)))
  const found = people.filter(isThere).length
  const charged = await number(pool, 'select sum(credits_charged)::float8 as n from find_jobs where id = any($1)', [
    ids,
  ])
  const used = (await creditsUsed(pool)) - before
  const leads = `select count(*)::int as n from find_rows r join leads l on l.id = r.lead_id and l.email = r.email where r.job_id = any($1)`
  return {
    kills,
    lost: wrong.reduce((sum, each) => sum + each, 0),
    chargedTwice: Math.abs(charged - found) + Math.abs(used - found),
    leadsWrong: Math.abs((await number(pool, leads, [ids])) - found),
    underWay,
  }
}

const isThere = ({ last_name }: Person): boolean => last_name === 'Ewe'

/** Returns the rows whose answer differs from what the mail servers say. */
async function wrongRows(pool: Pool, id: number, people: readonly Person[]): Promise<number> {
  const text = 'select place, status, email from find_rows where job_id = $1 order by place'
  const { rows } = await pool.query<{ status: string | null; email: string | null }>(text, [id])
  return people.filter((person, place) => {
    const { first_name, last_name, domain } = person
    const email = `${first_name}.${last_name}@${domain}`.toLowerCase()
    const row = rows[place]
    return isThere(person) ? row?.email !== email : row?.status !== 'not_found'
  }).length
}

async function number(pool: Pool, text: string, values: unknown[] = []): Promise<number> {
  return (await pool.query<{ n: number | null }>(text, values)).rows[0]?.n ?? 0
}

const creditsUsed = (pool: Pool): Promise<number> =>
  number(pool, 'select sum(credits_used)::float8 as n from billing_periods')
const rowsDone = (pool: Pool, ids: readonly number[]): Promise<number> =>
  number(pool, 'select sum(done)::int as n from find_jobs where id = any($1)', [ids])
const leased = (pool: Pool): Promise<number> =>
  number(pool, 'select count(*)::int as n from find_rows where holder is not null and status is null')

async function nextJob(pool: Pool, after: number): Promise<number> {
  for (;;) {
    const id = await number(pool, 'select min(id) as n from find_jobs where id > $1 and leads_list_id is not null', [
      after,
    ])
    if (id > 0) return id
    await sleep(20)
  }
}
