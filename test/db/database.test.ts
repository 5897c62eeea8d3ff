import { expect, test } from 'vitest'
import { createDatabase, inTransaction } from '../../src/db/database.ts'
import { createDirectConnection } from '../../src/db/direct-connection.ts'
import { databaseLink } from '../support/records/database-link.ts'
import { silentLog } from '../support/process/silent-log.ts'
import { testDatabase } from '../support/database.ts'

test('values arrive as the types that the code expects', async () => {
  await using db = await testDatabase()
  const { rows } = await db.pool
    .query(`select 9007199254740991::int8 as id, 1.5::numeric as credits, '2026-02-03'::date as day,
    '2026-02-03T04:05:06.789Z'::timestamptz as at, array[1, null]::int8[] as ids, array['2026-02-03'::date] as days, array[0.5] as parts`)
  expect(rows).toEqual([
    {
      id: 9_007_199_254_740_991,
      credits: 1.5,
      day: '2026-02-03',
      at: new Date('2026-02-03T04:05:06.789Z'),
      ids: [1, null],
      days: ['2026-02-03'],
      parts: [0.5],
    },
  ])
})

test('a number too large to be exact is refused rather than rounded', async () => {
  await using db = await testDatabase()
  await expect(db.pool.query('select 9007199254740993::int8')).rejects.toThrow('9007199254740993')
  expect((await db.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('job statements end even if the database hangs, and release their connections', async () => {
  await using db = await testDatabase()
  await using link = await databaseLink(db.connectionString)
  const { connectionString } = link
  const { pool, close } = createDatabase({ connectionString, poolSize: 2, statementTimeoutMs: 100, log: silentLog })
  await pool.query('select 1')
  const transaction = inTransaction(pool, async (client) => {
    await client.query('select 1')
    link.hang()
    await client.query('select 1')
  })
  await expect(transaction).rejects.toThrow('Query read timeout')
  expect(pool.totalCount).toBe(0)
  await close()
})

test('each test has its own database', async () => {
  await using one = await testDatabase()
  await using other = await testDatabase()
  await one.pool.query('create table only_here (id int)')
  const { rows } = await other.pool.query(`select to_regclass('only_here') as found`)
  expect(rows).toEqual([{ found: null }])
})

test('a failed transaction leaves nothing behind and returns its connection', async () => {
  await using db = await testDatabase({ poolSize: 1 })
  await db.pool.query('create table things (id int primary key)')
  const failing = inTransaction(db.pool, async (client) => {
    await client.query('insert into things values (1)')
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect((await db.pool.query('select * from things')).rows).toEqual([])
})

test('two deadlocked transactions both succeed in the end', async () => {
  await using db = await testDatabase()
  await db.pool.query('create table things (id int primary key, n int); insert into things values (1, 0), (2, 0)')
  const bothLocked = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const cross = (own: 0 | 1) =>
    inTransaction(db.pool, async (client) => {
      await client.query('update things set n = n + 1 where id = $1', [own + 1])
      bothLocked[own].resolve()
      await bothLocked[own === 0 ? 1 : 0].promise
      await client.query('update things set n = n + 1 where id = $1', [2 - own])
    })
  await Promise.all([cross(0), cross(1)])
  expect((await db.pool.query('select n from things order by id')).rows).toEqual([{ n: 2 }, { n: 2 }])
})

test('a connection that the server closes does not end the process, and the next statement gets a new one', async () => {
  await using db = await testDatabase({ poolSize: 2 })
  await using other = await testDatabase()
  await db.pool.query('select 1')
  await other.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [
    new URL(db.connectionString).pathname.slice(1),
  ])
  await expect
    .poll(() =>
      db.pool.query('select 1 as one').then(
        ({ rows }) => rows,
        () => [],
      ),
    )
    .toEqual([{ one: 1 }])
})

test('statements asked for at once on the direct connection run one after another, as the driver will require', async () => {
  await using db = await testDatabase()
  const direct = createDirectConnection(db.connectionString)
  const warnings: string[] = []
  const note = ({ message }: Error): void => void warnings.push(message)
  process.on('warning', note)
  const asked = [1, 2, 3].map((n) =>
    direct.query<{ n: number }>(n === 2 ? 'select nothing' : 'select $1::int as n', n === 2 ? [] : [n]),
  )
  const outcomes = await Promise.allSettled(asked)
  await direct.close()
  process.off('warning', note)
  expect(outcomes.map((each) => (each.status === 'fulfilled' ? each.value : each.status))).toEqual([
    [{ n: 1 }],
    'rejected',
    [{ n: 3 }],
  ])
  expect(warnings).toEqual([])
})
