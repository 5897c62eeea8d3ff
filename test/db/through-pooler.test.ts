import { pino } from 'pino'
import { expect, test } from 'vitest'
import { checkPlanning } from '../../src/db/through-pooler.ts'
import { startApp } from '../support/app.ts'
import { testDatabase } from '../support/database.ts'

const set = (setting: string): string =>
  `do $$ begin execute format('alter database %I set ${setting}', current_database()); end $$`

test('nothing starts on several nodes behind a pooler that is set for one PostgreSQL', async () => {
  await using database = await testDatabase()
  await expect(checkPlanning(database.connectionString)).resolves.toBeUndefined()
  await database.pool.query(set('plan_cache_mode = force_generic_plan'))
  await expect(checkPlanning(database.connectionString)).rejects.toThrow(
    "its connect_query needs set plan_cache_mode = 'auto'; set citus.propagate_set_commands = 'local'.",
  )
  await expect(checkPlanning('postgres://quarry@127.0.0.1:9/quarry')).rejects.toThrow('The pooler does not answer')
})

test('a start behind a pooler says what its sessions lack', async () => {
  await using database = await testDatabase()
  const said: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void said.push(line) })
  const env = { QUARRY_ROLE: 'server', QUARRY_DIRECT_DATABASE_URL: database.connectionString }
  for (const setting of ['plan_cache_mode = force_generic_plan', `idle_in_transaction_session_timeout = ''1min''`]) {
    await database.pool.query(set(setting))
    await using _server = await startApp({ database, env, replace: { log } })
  }
  const lacking = said.filter((line) => line.includes('Sessions behind the pooler lack settings'))
  expect(lacking.map((line) => line.includes('idle_in_transaction'))).toEqual([true, false])
  expect(lacking.every((line) => line.includes("set statement_timeout = '30s'"))).toBe(true)
})
