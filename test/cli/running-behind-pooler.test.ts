import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createDatabase } from '../../src/db/database.ts'
import { emptyDatabase, testDatabase } from '../support/database.ts'
import { startChild } from '../support/process/child-quarry.ts'
import { silentLog } from '../support/process/silent-log.ts'

test('tables are moved although a pooler still keeps the connections of processes that have stopped', async () => {
  await using database = await emptyDatabase()
  const { connectionString } = database
  const undistribute = async (env: Record<string, string>) => {
    await using child = startChild('cli.ts', ['db', 'undistribute'], { DATABASE_URL: connectionString, ...env })
    return [await child.end(), child.output() + child.errors()]
  }
  const behindPooler = { QUARRY_DIRECT_DATABASE_URL: connectionString }
  const refusal = [1, expect.stringContaining('stop all servers and workers first')]
  const kept = new Client({ connectionString, application_name: 'quarry' })
  await kept.connect()
  try {
    expect(await undistribute({})).toEqual(refusal)
    expect(await undistribute(behindPooler)).toEqual([0, expect.stringContaining('already in one PostgreSQL')])

    const running = createDatabase({
      connectionString,
      directConnectionString: connectionString,
      poolSize: 1,
      log: silentLog,
    })
    const shown = `select from pg_stat_activity where application_name = 'quarry direct' and datname = current_database()`
    await expect.poll(async () => (await kept.query(shown)).rowCount).toBe(1)
    expect(await undistribute(behindPooler)).toEqual(refusal)
    await running.close()
  } finally {
    await kept.end()
  }
})

const doctor = async (env: Record<string, string>) => {
  await using child = startChild('cli.ts', ['doctor'], env)
  return { code: await child.end(), says: child.output() }
}

test('the doctor notices a direct connection to another database, and ends although the pooler does not answer', async () => {
  await using database = await testDatabase()
  await using other = await testDatabase()
  const both = {
    DATABASE_URL: database.connectionString,
    QUARRY_DIRECT_DATABASE_URL: database.connectionString,
    QUARRY_DNS_SERVERS: '127.0.0.1:9',
  }
  expect((await doctor(both)).says).not.toContain('leads to another database')
  expect((await doctor({ ...both, QUARRY_DIRECT_DATABASE_URL: other.connectionString })).says).toContain(
    'fail  pooler     QUARRY_DIRECT_DATABASE_URL leads to another database than DATABASE_URL',
  )
  const silent = await doctor({ ...both, DATABASE_URL: 'postgres://quarry@127.0.0.1:9/quarry' })
  expect(silent).toEqual({ code: 1, says: expect.stringMatching(/^fail  database/) })
})
