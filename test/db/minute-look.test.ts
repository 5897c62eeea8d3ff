import { expect, test } from 'vitest'
import { createJobQueue } from '../../src/db/job-queue.ts'
import { createMinuteLook } from '../../src/db/minute-look.ts'
import { sendWhatHasWork } from '../../src/jobs/every-minute.ts'
import { JOBS } from '../../src/jobs/worker.ts'
import { EVERY_MINUTE, NO_PAYLOAD } from '../../src/lib/process/job-kind.ts'
import { testDatabase } from '../support/database.ts'
import { silentLog } from '../support/process/silent-log.ts'

const NOW = new Date('2026-11-20T10:00:00Z')
const KINDS = JOBS.filter(({ schedule }) => schedule === EVERY_MINUTE)
const UNKNOWN = { name: 'unheard-of', payload: NO_PAYLOAD }

test('every minute, the kinds of jobs that might have work get a job, and no others do', async () => {
  await using db = await testDatabase()
  const queue = createJobQueue(db, { log: silentLog })
  await queue.start()
  const needs = { store: { minuteLook: createMinuteLook(db.pool) }, clock: { now: () => NOW }, queue }
  const minute = async () => {
    await db.pool.query('delete from pgboss.job')
    await sendWhatHasWork(needs, [...KINDS, UNKNOWN])
    const { rows } = await db.pool.query<{ name: string }>('select name from pgboss.job order by name')
    return rows.map(({ name }) => name)
  }
  // The query covers every known kind and ignores others.
  expect(await minute()).toEqual(['unheard-of'])
  await db.pool.query(`insert into accounts (name, plan, created_at) values ('Birch', 'free', $1)`, [NOW])
  await db.pool.query(
    `insert into watches (account_id, domain, every_days, created_at, visit_at)
      select id, 'birch.example', 7, $1, $2 from accounts`,
    [NOW, new Date('2026-11-20T10:01:00Z')],
  )
  expect(await minute()).toEqual(['unheard-of'])
  await db.pool.query('update watches set visit_at = $1', [NOW])
  expect(await minute()).toEqual(['unheard-of', 'visit-watched'])
  await queue.stop({ timeoutMs: 0 })
})
