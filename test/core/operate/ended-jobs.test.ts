import { expect, test } from 'vitest'
import { forgetEndedJobs } from '../../../src/core/operate/forget-ended-jobs.ts'
import { createJobQueue } from '../../../src/db/job-queue.ts'
import { startApp } from '../../support/app.ts'
import { kind } from '../../support/process/job-of.ts'
import { silentLog } from '../../support/process/silent-log.ts'

const ENDED = `insert into pgboss.job (name, data, state, completed_on, policy)
  select $1, jsonb_build_object('n', n), $2, now() - $3::interval, 'exclusive' from generate_series(1, $4::integer) n`
const LEFT = `select state::text, count(*)::int as jobs from pgboss.job where name = 'greet' group by 1 order by 1`

test('jobs that ended a day ago are removed in slices, however they ended; others stay', async () => {
  await using app = await startApp({ env: { QUARRY_ROLE: 'server' } })
  const { pool } = app.database
  await app.context.queue.send(kind('greet'), {})
  await pool.query(ENDED, ['greet', 'completed', '25 hours', 12])
  await pool.query(ENDED, ['greet', 'failed', '2 days', 5])
  await pool.query(ENDED, ['greet', 'cancelled', '23 hours', 1])
  await pool.query(ENDED, ['greet', 'completed', '1 minute', 2])
  const before = new Date(Date.now() - 24 * 3_600_000)
  expect(await app.context.store.retention.dropJobs(before, 4)).toBe(4)
  await forgetEndedJobs(app.context, new AbortController().signal, 4)
  expect((await pool.query(LEFT)).rows).toEqual([
    { state: 'cancelled', jobs: 1 },
    { state: 'completed', jobs: 2 },
    { state: 'created', jobs: 1 },
  ])
})

test('queues of earlier versions are no longer emptied in a single statement', async () => {
  await using app = await startApp({ env: { QUARRY_ROLE: 'server' } })
  const { pool } = app.database
  await app.context.queue.send(kind('greet'), {})
  await pool.query(`update pgboss.queue set deletion_seconds = 86400 where name = 'greet'`)
  const queue = createJobQueue(app.database, { log: silentLog })
  await queue.start()
  await queue.stop({ timeoutMs: 0 })
  const { rows } = await pool.query(`select deletion_seconds as after from pgboss.queue where name = 'greet'`)
  expect(rows).toEqual([{ after: 0 }])
})
