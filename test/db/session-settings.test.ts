import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createDatabase } from '../../src/db/database.ts'
import { createJobQueue } from '../../src/db/job-queue.ts'
import { migrate } from '../../src/db/migrate.ts'
import { emptyDatabase } from '../support/database.ts'
import { kind } from '../support/process/job-of.ts'
import { silentLog } from '../support/process/silent-log.ts'

/** As somebody may have set it for the other users of a server. */
const FOR_OTHERS = {
  statement_timeout: '50ms',
  lock_timeout: '20ms',
  idle_session_timeout: '200ms',
  idle_in_transaction_session_timeout: '50ms',
  default_transaction_isolation: 'serializable',
  TimeZone: 'Asia/Kathmandu',
  DateStyle: 'SQL, DMY',
  standard_conforming_strings: 'off',
  array_nulls: 'off',
}

/** A database that holds nothing and is set up for others. */
async function foreignDatabase() {
  const db = await emptyDatabase()
  const name = new URL(db.connectionString).pathname.slice(1)
  for (const [setting, value] of Object.entries(FOR_OTHERS))
    await db.pool.query(`alter database ${name} set ${setting} = '${value}'`)
  return db
}

test('migrations wait for another process, and take their time, whatever the database ends for others', async () => {
  await using db = await foreignDatabase()
  const { connectionString } = db
  const both = [migrate({ connectionString, log: silentLog }), migrate({ connectionString, log: silentLog })]
  const [one = [], other = []] = await Promise.all(both)
  expect(one.length * other.length).toBe(0)
  expect(one.length + other.length).toBeGreaterThan(0)
})

test('a connection that only listens stays, and jobs are taken', async () => {
  await using db = await foreignDatabase()
  await migrate({ connectionString: db.connectionString, log: silentLog })
  const ours = createDatabase({ connectionString: db.connectionString, poolSize: 2, log: silentLog })
  const pid = async (): Promise<unknown> => (await ours.direct.query('select pg_backend_pid() as pid'))[0]
  const first = await pid()
  const errors: unknown[] = []
  const queue = createJobQueue(ours, {
    log: { warn: () => undefined, error: (...error: unknown[]) => void errors.push(error) },
  })
  await queue.start()
  const done = Promise.withResolvers<void>()
  await queue.work(kind('greet'), { concurrency: 1 }, async () => done.resolve())
  await queue.send(kind('greet'), {})
  await done.promise
  await sleep(500)
  expect(await pid()).toEqual(first)
  expect(errors).toEqual([])
  await queue.stop({ timeoutMs: 5_000 })
  await ours.close()
})

test('settings that the operator puts into the address are kept, beside ours', async () => {
  await using db = await foreignDatabase()
  const connectionString = `${db.connectionString}${db.connectionString.includes('?') ? '&' : '?'}options=-c%20work_mem%3D7MB%20-c%20TimeZone%3DAsia/Tokyo`
  const ours = createDatabase({ connectionString, poolSize: 2, log: silentLog })
  const text = `select current_setting(unnest($1::text[])) as is`
  const settings = ['work_mem', 'TimeZone', 'transaction_isolation', 'lock_timeout', 'array_nulls']
  const expected = ['7MB', 'UTC', 'read committed', '0', 'on'].map((is) => ({ is }))
  expect((await ours.pool.query(text, [settings])).rows).toEqual(expected)
  expect(await ours.direct.query(text, [settings])).toEqual(expected)
  await ours.close()
})

test('statements of the pool mean what they mean elsewhere', async () => {
  await using db = await foreignDatabase()
  const ours = createDatabase({ connectionString: db.connectionString, poolSize: 2, log: silentLog })
  const { rows } = await ours.pool.query<{ is: string }>(`select current_setting(unnest($1::text[])) as is`, [
    ['transaction_isolation', 'lock_timeout', 'TimeZone'],
  ])
  expect(rows.map(({ is }) => is)).toEqual(['read committed', '0', 'UTC'])
  await ours.close()
})
