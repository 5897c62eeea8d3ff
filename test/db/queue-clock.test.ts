import { expect, test, vi } from 'vitest'
import { createJobQueue } from '../../src/db/job-queue.ts'
import { testDatabase } from '../support/database.ts'
import { kind } from '../support/process/job-of.ts'
import { silentLog } from '../support/process/silent-log.ts'

test('schedules and jobs go on after the clock of the database ran a year ahead', async () => {
  await using database = await testDatabase()
  const { pool } = database
  const before = createJobQueue(database, { log: silentLog })
  await before.start()
  await before.send(kind('greet'), { name: 'Ada' }, { singletonKey: 'scheduled' })
  await before.stop({ timeoutMs: 0 })
  await pool.query(`drop trigger no_passes on pgboss.version;
    update pgboss.version set cron_on = now() + interval '1 year';
    update pgboss.queue set maintain_on = now() + interval '1 year', monitor_claim_on = now() + interval '1 year';
    update pgboss.job set state = 'retry', start_after = now() + interval '1 year' where name = 'greet'`)

  const after = createJobQueue(database, { log: silentLog })
  await after.start()
  const done: object[] = []
  await after.work(kind('greet'), { concurrency: 1 }, async (data) => void done.push(data))
  await vi.waitFor(() => expect(done).toEqual([{ name: 'Ada' }]), 30_000)
  const { rows } = await pool.query(`select coalesce(cron_on, now()) <= now() as passes,
    (select bool_and(coalesce(maintain_on, now()) <= now()) from pgboss.queue) as maintained from pgboss.version`)
  expect(rows).toEqual([{ passes: true, maintained: true }])
  await after.stop({ timeoutMs: 0 })
})

/** Never due while the test runs, but once a day. */
const TWELVE_HOURS_AWAY = `0 ${(new Date().getUTCHours() + 12) % 24} * * *`

test('a schedule that came due while nothing ran is caught up on, once', async () => {
  await using database = await testDatabase()
  const { pool } = database
  const done: object[] = []
  const start = async () => {
    const queue = createJobQueue(database, { log: silentLog })
    await queue.start()
    await queue.work(kind('tidy'), { concurrency: 1 }, async (data) => void done.push(data))
    await queue.schedule(kind('tidy'), TWELVE_HOURS_AWAY)
    return queue
  }
  const before = await start()
  await before.stop({ timeoutMs: 0 })
  await pool.query(`drop trigger no_passes on pgboss.version;
    update pgboss.schedule set created_on = now() - interval '5 days';
    update pgboss.version set cron_on = now() - interval '4 days'`)

  const after = await start()
  await vi.waitFor(() => expect(done).toHaveLength(1), 60_000)
  const waiting = `select from pgboss.job where state < 'completed' and (name = 'tidy' or data->>'name' = 'tidy')`
  const nextPass = `select from pgboss.version where cron_on > $1`
  const now = new Date()
  await vi.waitFor(async () => expect((await pool.query(nextPass, [now])).rowCount).toBe(1), 60_000)
  expect((await pool.query(waiting)).rowCount).toBe(0)
  await after.stop({ timeoutMs: 0 })
  expect(done).toHaveLength(1)
})
