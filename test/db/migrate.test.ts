import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '../../src/db/migrate.ts'
import { testDatabase } from '../support/database.ts'
import { holding } from '../support/records/cut-waiting.ts'
import { silentLog } from '../support/process/silent-log.ts'

/** An empty database, and a directory of migrations for the test to fill. */
async function emptyHouse() {
  const db = await testDatabase()
  await db.pool.query('drop schema public cascade; create schema public')
  const dir = await mkdtemp(join(tmpdir(), 'quarry-migrations-'))
  return {
    pool: db.pool,
    connectionString: db.connectionString,
    dir,
    run: () => migrate({ connectionString: db.connectionString, log: silentLog, dir }),
    write: (name: string, sql: string) => writeFile(join(dir, name), sql),
    [Symbol.asyncDispose]: async () => {
      await db[Symbol.asyncDispose]()
      await rm(dir, { recursive: true })
    },
  }
}

test('files are applied once, in the order of their numbers', async () => {
  await using house = await emptyHouse()
  await house.write('002_more.sql', 'alter table things add column name text')
  await house.write('001_things.sql', 'create table things (id int); create index on things (id);')
  await house.write('notes.txt', 'not a migration')
  expect(await house.run()).toEqual(['001_things.sql', '002_more.sql'])
  expect(await house.run()).toEqual([])
})

test('nodes that start at the same time apply each file once', async () => {
  await using house = await emptyHouse()
  await house.write('001_things.sql', 'create table things (id int)')
  const applied = await Promise.all([house.run(), house.run(), house.run(), house.run()])
  expect(applied.flat()).toEqual(['001_things.sql'])
})

test('a failing file leaves no trace and is named in the error', async () => {
  await using house = await emptyHouse()
  await house.write('001_things.sql', 'create table things (id int); select nonsense')
  await expect(house.run()).rejects.toThrow('Migration 001_things.sql failed (column "nonsense" does not exist)')
  await house.write('001_things.sql', 'create table things (id int)')
  expect(await house.run()).toEqual(['001_things.sql'])
})

test('a file gives way to a transaction that needs what it has locked, and is applied after it', async () => {
  await using house = await emptyHouse()
  await house.write('001_things.sql', 'create table things (id int); create table parts (id int)')
  await house.run()
  await house.write('002_more.sql', 'alter table things add column name text; alter table parts add column name text')
  const busy = await holding(house.connectionString, 'select from parts')
  const applied = house.run()
  const waiting = `select from pg_locks where relation = 'parts'::regclass and not granted`
  await expect.poll(async () => (await house.pool.query(waiting)).rowCount, { interval: 1 }).toBe(1)
  await busy.query('select from things; commit')
  expect(await applied).toEqual(['002_more.sql'])
  await busy.end()
})

test('an applied file that was changed, removed or overtaken is refused', async () => {
  await using house = await emptyHouse()
  await house.write('002_things.sql', 'create table things (id int)')
  await house.run()
  await house.write('002_things.sql', 'create table things (id bigint)')
  await expect(house.run()).rejects.toThrow('Migration 002_things.sql was changed after it was applied')
  await house.write('001_before.sql', 'select 1')
  await expect(house.run()).rejects.toThrow('Migration 001_before.sql sorts before 002_things.sql')
  await rm(join(house.dir, '001_before.sql'))
  await rm(join(house.dir, '002_things.sql'))
  await expect(house.run()).rejects.toThrow(
    'The database has migration 002_things.sql, which this Quarry does not know',
  )
})

test('a file whose name does not give its position is refused rather than ignored', async () => {
  await using house = await emptyHouse()
  await house.write('1-things.sql', 'create table things (id int)')
  await expect(house.run()).rejects.toThrow('Migration 1-things.sql needs a name such as 001_accounts.sql.')
})

test('a database that cannot hold the tables says what to change', async () => {
  await using house = await emptyHouse()
  await house.write('001_things.sql', 'create table things (id int)')
  const set = async (text: string) => {
    await house.pool.query(`do $$ begin execute format('alter database %I ${text}', current_database()); end $$`)
    return house.run()
  }
  await expect(set('set search_path = elsewhere')).rejects.toThrow(
    /^The search_path of the database or role names no schema that exists and may be used: set it to one/,
  )
  await expect(set('reset search_path').then(() => set('set default_transaction_read_only = on'))).rejects.toThrow(
    /^The database can only be read \(cannot execute CREATE TABLE .*\): name the primary server in DATABASE_URL/,
  )
  const plain = new URL(house.connectionString)
  plain.pathname += '_plain'
  const name = plain.pathname.slice(1)
  await house.pool.query(`create database ${name} encoding 'SQL_ASCII' locale 'C' template template0`)
  const run = () => migrate({ connectionString: plain.href, log: silentLog, dir: house.dir })
  await expect(run()).rejects.toThrow("The encoding of the database is SQL_ASCII: create one with \"encoding 'UTF8'")
  await house.pool.query(`drop database ${name}`)
})

test('a database that does not answer is reported in one sentence', async () => {
  const run = migrate({ connectionString: 'postgresql://nobody@127.0.0.1:1/none', log: silentLog })
  await expect(run).rejects.toThrow(/^The database does not answer .*check DATABASE_URL\.$/)
})

test.each([
  ['a pooler', '08P01', 'unsupported startup parameter: options', /^A pooler answers .* QUARRY_DIRECT_DATABASE_URL\.$/],
  ['a full disk', '53100', 'could not write init file: No space left on device', /^The disk of the database is full:/],
  ['a lack of connections', '53300', 'sorry, too many clients already', /^All connections of the database are in use:/],
])('%s in the place of an answer is named', async (_, code, text, sentence) => {
  const server = createServer((socket) => socket.once('data', () => socket.end(refusal(code, text))))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  try {
    const run = migrate({ connectionString: `postgres://quarry@127.0.0.1:${port}/quarry`, log: silentLog })
    await expect(run).rejects.toThrow(sentence)
  } finally {
    server.close()
  }
})

/** As servers and PgBouncer send it: PostgreSQL 18, chapter 54.7 (ErrorResponse). */
function refusal(code: string, text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${text}\0\0`)
  const head = Buffer.from('E....')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
