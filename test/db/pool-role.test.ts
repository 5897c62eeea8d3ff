import { execFile } from 'node:child_process'
import { stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { createDatabase } from '../../src/db/database.ts'
import { createJobQueue } from '../../src/db/job-queue.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openStorage } from '../../src/db/open-storage.ts'
import { startApp } from '../support/app.ts'
import { testDatabase } from '../support/database.ts'
import { quarryHouse } from '../support/process/quarry-house.ts'
import { importCompaniesFile } from '../support/records/companies-file.ts'
import { kind } from '../support/process/job-of.ts'
import { silentLog } from '../support/process/silent-log.ts'

const isRoot = process.getuid?.() === 0

const open = (dataDir: string) =>
  openStorage({ dataDir, databaseUrl: null, databaseOwnerUrl: null, directDatabaseUrl: null, log: silentLog })

/** Statements that only a superuser or the owner of the tables may run. */
const TOO_MUCH = [
  `copy (select 1) to program 'true'`,
  `copy settings from '/etc/passwd'`,
  `select pg_read_file('/etc/passwd')`,
  'create table kept (id int8)',
  'alter table accounts add column extra text',
  'drop table accounts',
  'create role other superuser',
  'set role quarry_owner',
  'set session authorization quarry',
]

async function refusals(sql: Pick<Client, 'query'>): Promise<string[]> {
  const refused: string[] = []
  for (const text of TOO_MUCH)
    refused.push(
      await sql.query(text).then(
        () => `${text}: allowed`,
        (error: { code: string }) => error.code,
      ),
    )
  return refused
}

/**
 * A single connection: a pool reports its end before its connections have closed, and the server might then stop
 * underneath them.
 */
async function connect(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString })
  await client.connect()
  return client
}

const UNUSABLE = `select relname from pg_class c join pg_namespace n on n.oid = relnamespace
  where nspname = 'public' and (relkind in ('r', 'p', 'v') and not has_table_privilege('quarry_app', c.oid, 'select, insert, update, delete')
    or relkind = 'S' and not has_sequence_privilege('quarry_app', c.oid, 'usage'))`

const OWNERS = `select distinct nspname, pg_get_userbyid(relowner) as owner from pg_class c
  join pg_namespace n on n.oid = relnamespace where nspname in ('public', 'pgboss') and relkind in ('r', 'p', 'S', 'v') order by 1, 2`

describe('the role of a running Quarry', () => {
  test('reads and writes rows of every table, and may do nothing else', async () => {
    await using house = await quarryHouse({ furnished: true })
    const storage = await open(house.dataDir)
    const running = await connect(storage.connectionString)
    expect(await refusals(running)).toEqual(TOO_MUCH.map(() => '42501'))
    expect((await running.query(UNUSABLE)).rows).toEqual([])
    expect((await running.query('show temp_file_limit')).rows).toEqual([{ temp_file_limit: '2GB' }])
    expect((await running.query('show max_wal_size')).rows).toEqual([{ max_wal_size: '512MB' }])
    await running.end()
    await expect(migrate({ connectionString: storage.connectionString, log: silentLog })).rejects.toThrow(
      'let the role in DATABASE_URL own the database, or name its owner in QUARRY_DATABASE_OWNER_URL',
    )
    await storage.close()
  })

  test('is created, and tables are handed to their owner, if an earlier Quarry did everything as the superuser', async () => {
    await using house = await quarryHouse({ furnished: true })
    const old = await house.start()
    const { superuser } = old.urls
    const client = await connect(superuser)
    await client.query('alter database quarry owner to quarry')
    await client.query('drop role quarry_app; drop role quarry_owner')
    await migrate({ connectionString: superuser, log: silentLog })
    await useQueue(superuser)
    await client.query(`insert into accounts (plan) values ('free')`)
    await client.end()
    await old.stop()
    await writeFile(join(house.dataDir, 'postgres/pg_hba.conf'), 'local all all trust\n')

    const storage = await open(house.dataDir)
    await useQueue(storage.connectionString)
    const running = await connect(storage.connectionString)
    expect((await running.query('select plan from accounts')).rows).toEqual([{ plan: 'free' }])
    expect(await refusals(running)).toEqual(TOO_MUCH.map(() => '42501'))
    expect((await running.query(UNUSABLE)).rows).toEqual([])
    expect((await running.query(OWNERS)).rows).toEqual([
      { nspname: 'pgboss', owner: 'quarry_app' },
      { nspname: 'public', owner: 'quarry_owner' },
    ])
    await running.end()
    await storage.close()
  })

  test("can be one on the operator's server, beside the one that owns the tables", async () => {
    await using database = await testDatabase()
    await using app = await startApp({
      database,
      env: {
        DATABASE_URL: database.connectionString.replace('//quarry@', '//quarry_app@'),
        QUARRY_DATABASE_OWNER_URL: database.connectionString,
      },
    })
    expect(await refusals(app.context.database.pool)).toEqual(TOO_MUCH.map(() => '42501'))
    expect((await app.post('/v2/leads', { email: 'ana@maker.example' })).status).toBe(201)
    expect((await app.get('/v2/account')).status).toBe(200)
    expect((await importCompaniesFile(app.context, 'name,website\nLumen Works,lumen.example\n')).figures).toMatchObject(
      { rows: 1, created: 1 },
    )
  })
})

async function useQueue(connectionString: string): Promise<void> {
  const database = createDatabase({ connectionString, poolSize: 2, log: silentLog })
  const queue = createJobQueue(database, { log: silentLog })
  await queue.start()
  await queue.send(kind('something'), {})
  await queue.stop({ timeoutMs: 0 })
  await database.close()
}

test.runIf(isRoot)(
  'the system account that runs the server for root, which others may share, cannot connect to it',
  async () => {
    await using house = await quarryHouse({ furnished: true })
    const server = await house.start()
    const { uid, gid } = await stat(join(house.dataDir, 'postgres'))
    expect(uid).not.toBe(0)
    const socket = new URL(server.urls.superuser).searchParams.get('host') ?? ''
    const script = `process.setgid(${gid}); process.setuid(${uid})
    const { Client } = await import('pg')
    for (const user of ['quarry', 'quarry_owner', 'quarry_app']) {
      const client = new Client({ host: '${socket}', user, database: 'quarry' })
      console.log(await client.connect().then(() => 'in', (error) => error.code))
      await client.end().catch(() => {})
    }`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script])
    expect(stdout).toBe('28000\n28000\n28000\n')
    await server.stop()
  },
)
