import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { restoreTables } from '../../src/db/backup/restore-tables.ts'
import { migrate, readMigrations } from '../../src/db/migrate.ts'
import { namesCreated } from '../../src/db/backup/backup-tables.ts'
import type { SavedTable } from '../../src/db/backup/backup-tables.ts'
import { startApp } from '../support/app.ts'
import { emptyDatabase, testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { silentLog } from '../support/process/silent-log.ts'
import { importCompaniesFile } from '../support/records/companies-file.ts'

/** Databases in which Quarry is not alone: its tables are in a schema of another name, or beside tables of others. */

const SERVER = { QUARRY_ROLE: 'server', QUARRY_CRAWL: 'off' }

async function temporaryDirectory() {
  const dir = await mkdtemp(join(tmpdir(), 'quarry-schemas-'))
  return { dir, [Symbol.asyncDispose]: () => rm(dir, { recursive: true, force: true, maxRetries: 10 }) }
}

/** Creates the first of the schemas. */
async function setPath(database: TestDatabase, schemas: string): Promise<void> {
  await database.pool.query(`create schema ${schemas.split(',')[0]}`)
  await database.pool.query(`do $$ begin
    execute format('alter database %I set search_path = ${schemas}', current_database()); end $$`)
}

const restore = (database: TestDatabase, dir: string, saved: Parameters<typeof restoreTables>[2]) =>
  restoreTables(database.connectionString, dir, saved, { progress: () => undefined, keepBeside: () => undefined })

test('tables in another schema than public are backed up, and restored into the schema that the new database names', async () => {
  await using place = await temporaryDirectory()
  await using database = await emptyDatabase()
  await setPath(database, 'house')
  await using app = await startApp({ database, env: SERVER })
  expect((await app.post('/v2/leads', { email: 'ana@maker.example' })).status).toBe(201)
  const saved = await app.context.store.backups.save(place.dir, () => undefined)
  expect(saved.tables.find(({ name }) => name === 'leads')).toMatchObject({ schema: 'public', rows: 1 })
  const rowsOf = `select count(*)::int as rows from`
  for (const schema of ['public', 'yard']) {
    await using target = await emptyDatabase()
    if (schema !== 'public') await setPath(target, schema)
    await restore(target, place.dir, saved)
    expect((await target.pool.query(`${rowsOf} ${schema}.leads`)).rows).toEqual([{ rows: 1 }])
    await expect(restore(target, place.dir, saved)).rejects.toThrow(/^The database is not empty/)
  }
})

test('an import is tried, and figures are read, where the tables are in another schema', async () => {
  await using database = await emptyDatabase()
  await setPath(database, 'house')
  await using app = await startApp({ database, env: SERVER })
  const file = 'name,website\nLumen Works,lumen.example\n'
  const tried = await importCompaniesFile(app.context, file, { dryRun: true })
  expect(tried.figures).toMatchObject({ rows: 1, created: 1 })
  expect((await importCompaniesFile(app.context, file)).figures).toMatchObject({ rows: 1, created: 1 })
  await app.context.database.pool.query('create table public.pages (id int)')
  expect(await app.context.store.figures.read()).toContainEqual(expect.objectContaining({ name: 'dead_rows' }))
})

test('a role that only reads and writes rows gets its rights where the tables are, and none on tables of others', async () => {
  await using database = await emptyDatabase()
  await setPath(database, 'house')
  await database.pool.query(`create table house.elsewhere (id int); alter table house.elsewhere owner to quarry_owner;
    do $$ begin execute format('alter database %I owner to quarry_owner; alter schema house owner to quarry_owner', current_database()); end $$`)
  await migrate({ connectionString: database.connectionString, log: silentLog, poolRole: 'quarry_app' })
  await using app = await startApp({
    database,
    env: {
      ...SERVER,
      DATABASE_URL: database.connectionString.replace('//quarry@', '//quarry_app@'),
      QUARRY_DATABASE_OWNER_URL: database.connectionString,
    },
  })
  expect((await app.post('/v2/leads', { email: 'ana@maker.example' })).status).toBe(201)
})

test('a schema that somebody puts in front of the one with the tables starts no second, empty installation', async () => {
  await using database = await testDatabase()
  await setPath(database, 'house, public')
  const run = () => migrate({ connectionString: database.connectionString, log: silentLog })
  await expect(run()).rejects.toThrow(
    /^Quarry's tables are in the schema public, but the search_path .* names house first: set it to begin with public\.$/,
  )
  expect((await database.pool.query(`select from pg_tables where schemaname = 'house'`)).rowCount).toBe(0)
  // Another program may use the same name for its own table.
  await using other = await emptyDatabase()
  await other.pool.query('create table schema_migrations (version text)')
  await setPath(other, 'house, public')
  await migrate({ connectionString: other.connectionString, log: silentLog })
  expect((await other.pool.query(`select from pg_tables where schemaname = 'house'`)).rowCount).toBeGreaterThan(100)
})

test('tables that others keep beside those of Quarry are in no backup, and one that has them can be restored', async () => {
  await using place = await temporaryDirectory()
  await using database = await testDatabase()
  await using target = await emptyDatabase()
  const own = (
    await database.pool.query<{ name: string }>(`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`)
  ).rows
  const created = new Set(namesCreated(readMigrations()))
  expect(own.filter(({ name }) => !created.has(name) && name !== 'schema_migrations')).toEqual([])
  await database.pool.query(`create table notes (id serial primary key, text text);
    insert into notes (text) values ('theirs'); create view every_lead as select * from leads`)
  await using app = await startApp({ database, env: SERVER })
  const saved = await app.context.store.backups.save(place.dir, () => undefined)
  expect(saved.tables.filter(({ name }) => name === 'notes')).toEqual([])
  expect(saved.sequences.filter(({ name }) => name.startsWith('notes'))).toEqual([])
  const notes: SavedTable = { schema: 'public', name: 'notes', columns: ['id'], file: 'none', rows: 1, sha256: '' }
  const sequences = [...saved.sequences, { name: 'notes_id_seq', last: '1' }]
  await restore(target, place.dir, { ...saved, tables: [...saved.tables, notes], sequences })
  expect((await target.pool.query('select from accounts')).rowCount).toBe(1)
})
