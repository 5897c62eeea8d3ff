import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Caller } from '../../../src/db/calls/caller-pool.ts'
import { createDatabase, inTransaction } from '../../../src/db/database.ts'
import { testDatabase } from '../../support/database.ts'
import type { TestDatabase } from '../../support/database.ts'
import { databaseLink } from '../../support/records/database-link.ts'
import { silentLog } from '../../support/process/silent-log.ts'

const asking = (party: string, kind: Caller['kind'] = 'question', signal?: AbortSignal): Caller => ({
  party,
  kind,
  signals: signal === undefined ? [] : [signal],
})

/** Counts the statements with this mark that are running. */
async function running({ pool }: TestDatabase, mark: string): Promise<number> {
  const text = `select count(*)::int as n from pg_stat_activity where state = 'active' and query like $1 and pid <> pg_backend_pid()`
  return (await pool.light.query<{ n: number }>(text, [`%${mark}%`])).rows[0]?.n ?? 0
}

async function untilRunning(db: TestDatabase, mark: string, count: number): Promise<void> {
  while ((await running(db, mark)) !== count) await sleep(20)
}

/** Statements that wait for this lock take as long as it is held. */
const LOCK = 7
const waiting = (mark: string): string => `select pg_advisory_xact_lock_shared(${LOCK}) /* ${mark} */`

async function holdLock({ pool }: TestDatabase): Promise<() => Promise<void>> {
  const client = await pool.light.connect()
  await client.query(`begin; select pg_advisory_xact_lock(${LOCK})`)
  return async () => {
    await client.query('commit')
    client.release()
  }
}

test("one caller gets a share of the connections, and the next one is served before the first one's remaining queries", async () => {
  await using db = await testDatabase({ poolSize: 5 })
  const release = await holdLock(db)
  const ended: string[] = []
  const ask = (party: string, text: string) =>
    db.pool.asCaller(asking(party), async () => {
      await db.pool.query(text)
      ended.push(party)
    })
  const greedy = Array.from({ length: 12 }, () => ask('greedy', waiting('fair')))
  await untilRunning(db, '/* fair */', 2)
  await ask('modest', 'select 1')
  expect(await running(db, '/* fair */')).toBe(2)
  await release()
  await Promise.all(greedy)
  expect(ended).toEqual(['modest', ...Array<string>(12).fill('greedy')])
})

test('a transaction inside a transaction of the same caller does not wait for itself', async () => {
  await using db = await testDatabase({ poolSize: 2 })
  const answer = await db.pool.asCaller(asking('one', 'work'), () =>
    inTransaction(db.pool, () => inTransaction(db.pool, async (client) => (await client.query('select 1')).rowCount)),
  )
  expect(answer).toBe(1)
})

test('a query stops when its caller hangs up, whether it is running or waiting', async () => {
  await using db = await testDatabase({ poolSize: 2 })
  const caller = new AbortController()
  const ask = () =>
    db.pool.asCaller(asking('one', 'question', caller.signal), () => db.pool.query('select pg_sleep(3600) /* gone */'))
  const outcome = Promise.allSettled([ask(), ask()])
  await untilRunning(db, '/* gone */', 1)
  caller.abort()
  const reasons = (await outcome).map((one) => (one.status === 'rejected' ? String(one.reason) : 'answered'))
  expect(reasons).toEqual(Array(2).fill('AppError: service_unavailable: The caller disconnected.'))
  // The server reports it a moment after the caller has been told.
  await untilRunning(db, '/* gone */', 0)
})

test('a query whose caller has gone before it begins is never sent', async () => {
  await using db = await testDatabase({ poolSize: 2 })
  let asked = 0
  const question = db.pool.asCaller(asking('one', 'question', AbortSignal.abort()), async () => asked++)
  await expect(question).rejects.toThrow('The caller disconnected.')
  expect(asked).toBe(0)
})

test("none of a query's remaining statements begins after the hang-up", async () => {
  await using db = await testDatabase({ poolSize: 2 })
  const caller = new AbortController()
  const seen: string[] = []
  const question = db.pool.asCaller(asking('one', 'question', caller.signal), () =>
    inTransaction(db.pool, async (client) => {
      await client.query('select 1')
      caller.abort()
      seen.push('first')
      await client.query('select pg_sleep(20)')
      seen.push('second')
    }),
  )
  await expect(question).rejects.toThrow('The caller disconnected.')
  expect(seen).toEqual(['first'])
})

test('what follows a statement is not asked once the caller of a question has gone, but for what has to be done even then', async () => {
  await using db = await testDatabase({ poolSize: 2 })
  const caller = new AbortController()
  const seen: unknown[] = []
  const count = async (): Promise<void> => void seen.push((await db.pool.query('select 1')).rowCount)
  const question = db.pool.asCaller(asking('one', 'question', caller.signal), async () => {
    await count()
    caller.abort()
    await count().catch((error: unknown) => seen.push(String(error)))
    await db.pool.evenIfGone(count)
  })
  await question
  expect(seen).toEqual([1, 'AppError: service_unavailable: The caller disconnected.', 1])
})

test('a write that has begun is finished even if its caller hangs up', async () => {
  await using db = await testDatabase({ poolSize: 2 })
  await db.pool.query('create table done (id int)')
  const release = await holdLock(db)
  const caller = new AbortController()
  const work = db.pool.asCaller(asking('one', 'work', caller.signal), () =>
    db.pool.query(`with waited as materialized (${waiting('work')}) insert into done select 1 from waited`),
  )
  await untilRunning(db, '/* work */', 1)
  caller.abort()
  await release()
  await work
  expect((await db.pool.query('select * from done')).rows).toEqual([{ id: 1 }])
})

test('work that others share continues when the caller who began it hangs up', async () => {
  await using db = await testDatabase({ poolSize: 2 })
  const caller = new AbortController()
  const release = await holdLock(db)
  let shared: Promise<unknown> = Promise.resolve()
  const question = db.pool.asCaller(asking('one', 'question', caller.signal), async () => {
    shared = db.pool.apart(() => db.pool.query(waiting('shared')))
    await db.pool.query('select pg_sleep(20)')
  })
  await untilRunning(db, '/* shared */', 1)
  caller.abort()
  await expect(question).rejects.toThrow('The caller disconnected.')
  await release()
  await expect(shared).resolves.toMatchObject({ rowCount: 1 })
})

test('a query that takes too long ends with a sentence that says how to narrow it', async () => {
  await using db = await testDatabase({ poolSize: 2 })
  const hurried = createDatabase({ ...db, poolSize: 2, log: silentLog, queryTimeoutMs: 1_500 })
  const { pool } = hurried
  await expect(pool.asCaller(asking('one'), () => pool.query('select pg_sleep(20)'))).rejects.toMatchObject({
    status: 503,
    retryAfterSeconds: 5,
    message: expect.stringContaining('took longer than 1.5 seconds. Narrow it') as string,
  })
  expect((await pool.asCaller(asking('one'), () => pool.query('select 1 as one'))).rows).toEqual([{ one: 1 }])
  await hurried.close()
})

test('a caller that waits too long for a connection is told so, and the connection is not given out twice', async () => {
  await using db = await testDatabase({ poolSize: 2 })
  const hurried = createDatabase({ ...db, poolSize: 2, log: silentLog, queryTimeoutMs: 200 })
  const { pool } = hurried
  const slow = pool.asCaller(asking('one', 'work'), () => pool.query('select pg_sleep(0.6)'))
  const late = pool.asCaller(asking('one', 'work'), () => pool.query('select 1'))
  await expect(late).rejects.toMatchObject({ status: 503, retryAfterSeconds: 2 })
  await slow
  await pool.asCaller(asking('one', 'work'), () => pool.query('select 1'))
  await hurried.close()
})

test('light queries have their own connections', async () => {
  await using db = await testDatabase({ poolSize: 2 })
  const held = await Promise.all([db.pool.connect(), db.pool.connect()])
  const answer = await db.pool.asCaller(asking('one', 'light'), () => db.pool.query('select 1 as one'))
  expect(answer.rows).toEqual([{ one: 1 }])
  for (const client of held) client.release()
})

test('when the database hangs, calls end in time and are told that it does, and not that they ask for too much', async () => {
  await using db = await testDatabase({ poolSize: 2 })
  await using link = await databaseLink(db.connectionString)
  const far = createDatabase({ ...link, poolSize: 2, log: silentLog, queryTimeoutMs: 1_000 })
  const ask = (kind: Caller['kind']) => far.pool.asCaller(asking('one', kind), () => far.pool.query('select 1'))
  const unavailable = { status: 503, retryAfterSeconds: 30, message: expect.stringContaining('unavailable') as string }
  // Connecting may take longer than a query is allowed to.
  await Promise.all([far.pool, far.pool.light].map((pool) => pool.query('select 1')))
  link.hang()
  const outcomes = await Promise.allSettled([ask('question'), ask('light')])
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: unavailable },
    { status: 'rejected', reason: unavailable },
  ])
  const connecting = Promise.allSettled([ask('question')])
  await expect(ask('question')).rejects.toMatchObject(unavailable)
  await link.cut()
  await connecting
  await far.close()
})
