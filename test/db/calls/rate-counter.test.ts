import { afterEach, expect, test, vi } from 'vitest'
import { createRateCounter } from '../../../src/db/calls/rate-counter.ts'
import { testDatabase } from '../../support/database.ts'

const HOUR_MS = 3_600_000

afterEach(() => void vi.useRealTimers())

test('counts of two servers that arrive together each get a number of their own', async () => {
  await using db = await testDatabase()
  const [one, other] = [createRateCounter(db.pool, false), createRateCounter(db.pool, false)]
  const counted = await Promise.all(
    Array.from({ length: 200 }, (_, n) =>
      (n % 2 === 0 ? one : other).count(`account:${n % 4 < 2 ? 1 : 2}`, HOUR_MS, 1_000),
    ),
  )
  const ofAccount = (account: 0 | 1) => counted.filter((_, n) => (n % 4 < 2 ? 0 : 1) === account)
  const inOrder = Array.from({ length: 100 }, (_, n) => n + 1)
  for (const account of [0, 1] as const) expect(ofAccount(account).toSorted((a, b) => a - b)).toEqual(inOrder)
})

test('counts that wait for one another are added by few statements', async () => {
  await using db = await testDatabase()
  const { count } = createRateCounter(db.pool, false)
  const statements: string[] = []
  db.pool.on('acquire', () => statements.push('one'))
  await Promise.all(Array.from({ length: 200 }, () => count('account:1', HOUR_MS, 1_000)))
  expect(statements.length).toBeLessThan(5)
})

test('a count that fails fails for those who waited with it, and the next one is made', async () => {
  await using db = await testDatabase()
  const { count } = createRateCounter(db.pool, false)
  await db.pool.query('alter table speed_windows rename to away')
  const failed = await Promise.allSettled([1, 2, 3].map(() => count('account:1', HOUR_MS, 1_000)))
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await db.pool.query('alter table away rename to speed_windows')
  expect(await count('account:1', HOUR_MS, 1_000)).toBe(1)
})

test('a machine whose clock is ahead begins no window anew that is still open for the others', async () => {
  await using db = await testDatabase()
  const { count, counted } = createRateCounter(db.pool, false)
  expect(await count('account:1', HOUR_MS, 1_000)).toBe(1)
  vi.useFakeTimers({ now: Date.now() + 2 * HOUR_MS, toFake: ['Date'] })
  expect(await count('account:1', HOUR_MS, 1_000)).toBe(2)
  expect(await counted('account:1', HOUR_MS)).toBe(2)
  vi.useRealTimers()
  expect(await count('account:1', HOUR_MS, 1_000)).toBe(3)
})

test('a window is over when its time is, and so is one that a clock far ahead has begun', async () => {
  await using db = await testDatabase()
  const { count, counted } = createRateCounter(db.pool, false)
  for (const ends of ['-1 second', '2 hours']) {
    await count('account:1', HOUR_MS, 1_000)
    await count('account:1', HOUR_MS, 1_000)
    await db.pool.query(
      `update speed_windows set expire = extract(epoch from clock_timestamp() + $1::interval) * 1000`,
      [ends],
    )
    if (ends.startsWith('-')) expect(await counted('account:1', HOUR_MS)).toBe(0)
    expect([ends, await count('account:1', HOUR_MS, 1_000)]).toEqual([ends, 1])
    await db.pool.query('truncate speed_windows')
  }
})
