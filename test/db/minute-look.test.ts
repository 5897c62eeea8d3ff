import { expect, test } from 'vitest'
import { createJobQueue } from '../../src/db/job-queue.ts'
import { createMinuteLook } from '../../src/db/minute-look.ts'
import { sendWhatHasWork, sendWhatWasLeft } from '../../src/jobs/every-minute.ts'
import { JOBS } from '../../src/jobs/worker.ts'
import { EVERY_MINUTE, NO_PAYLOAD } from '../../src/lib/process/job-kind.ts'
import { testDatabase } from '../support/database.ts'
import { silentLog } from '../support/process/silent-log.ts'

const NOW = new Date('2026-11-20T10:00:00Z')
const KINDS = JOBS.filter(({ schedule }) => schedule === EVERY_MINUTE)
const UNKNOWN = { name: 'unheard-of', payload: NO_PAYLOAD }

const AT_START = JOBS.filter(({ atStart }) => atStart)

async function looking() {
  const db = await testDatabase()
  const queue = createJobQueue(db, { log: silentLog })
  await queue.start()
  const needs = { store: { minuteLook: createMinuteLook(db.pool) }, clock: { now: () => NOW }, queue }
  return {
    pool: db.pool,
    /** Returns the kinds of the jobs that this creates. */
    created: async (send: (its: typeof needs) => Promise<void>) => {
      await db.pool.query('delete from pgboss.job')
      await send(needs)
      const { rows } = await db.pool.query<{ name: string }>('select name from pgboss.job order by name')
      return rows.map(({ name }) => name)
    },
    [Symbol.asyncDispose]: async () => {
      await queue.stop({ timeoutMs: 0 })
      await db[Symbol.asyncDispose]()
    },
  }
}

test('every minute, the kinds of jobs that might have work get a job, and no others do', async () => {
  await using look = await looking()
  const minute = () => look.created((needs) => sendWhatHasWork(needs, [...KINDS, UNKNOWN]))
  // The query covers every known kind and ignores others.
  expect(await minute()).toEqual(['unheard-of'])
  await look.pool.query(`insert into accounts (name, plan, created_at) values ('Birch', 'free', $1)`, [NOW])
  await look.pool.query(
    `insert into watches (account_id, domain, every_days, created_at, visit_at)
      select id, 'birch.example', 7, $1, $2 from accounts`,
    [NOW, new Date('2026-11-20T10:01:00Z')],
  )
  expect(await minute()).toEqual(['unheard-of'])
  await look.pool.query('update watches set visit_at = $1', [NOW])
  expect(await minute()).toEqual(['unheard-of', 'visit-watched'])
})

test('at a start, the kinds of jobs to which an earlier process may have left work get a job, and no others do', async () => {
  await using look = await looking()
  const start = () => look.created((needs) => sendWhatWasLeft(needs, [...AT_START, UNKNOWN]))
  expect(await start()).toEqual(['unheard-of'])
  await look.pool.query(`insert into accounts (name, plan, created_at) values ('Birch', 'free', $1)`, [NOW])
  expect(await start()).toEqual(['unheard-of'])
  await look.pool.query('update accounts set deleted_at = $1', [NOW])
  expect(await start()).toEqual(['remove-deleted-accounts', 'unheard-of'])
})
