import { expect, test } from 'vitest'
import { createDatabaseServerStore } from '../../../src/db/accounts/database-server-store.ts'
import { createDatabase } from '../../../src/db/database.ts'
import type { Database } from '../../../src/db/database.ts'
import { checkZones } from '../../../src/core/operate/zones-check.ts'
import { testDatabase } from '../../support/database.ts'
import { silentLog } from '../../support/process/silent-log.ts'

const check = ({ pool }: Pick<Database, 'pool'>) =>
  checkZones({ store: { databaseServer: createDatabaseServerStore(pool) } })

test('the doctor says when the database lacks time zones that people can choose', async () => {
  await using database = await testDatabase()
  expect(await check(database)).toBeNull()
  await database.pool.query(`create schema fewer;
    create view fewer.pg_timezone_names as select * from pg_catalog.pg_timezone_names where name not like 'Asia/C%';
    do $$ begin
      execute format('alter database %I set search_path = public, fewer, pg_catalog', current_database()); end $$`)
  const anew = createDatabase({ connectionString: database.connectionString, poolSize: 1, log: silentLog })
  const { state, sentence } = (await check(anew)) ?? {}
  expect([state, sentence]).toEqual([
    'problem',
    expect.stringMatching(/^The database does not know \d time zones, such as Asia\/Calcutta: install tzdata-legacy/),
  ])
  await anew.close()
})
