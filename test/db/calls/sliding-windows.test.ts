import { describe, expect, test } from 'vitest'
import { createRateCounter } from '../../../src/db/calls/rate-counter.ts'
import { windowsInDatabase, windowsInMemory } from '../../../src/db/calls/sliding-windows.ts'
import { testDatabase } from '../../support/database.ts'

const SECOND = { limit: 5, lengthMs: 1_000, maxWaitMs: 1_000 }

describe.each(['memory', 'database'] as const)('a sliding window in the %s', (where) => {
  test('admits no more in any span of its length, even across the border of a second', async () => {
    await using db = await testDatabase()
    const nodes =
      where === 'memory' ? [windowsInMemory()] : [windowsInDatabase(db.pool, false), windowsInDatabase(db.pool, false)]
    const admitted: number[] = []
    for (let n = 0; n < 60; n++) {
      const now = 900 + n * 40
      const wait = (await nodes[n % nodes.length]?.('account:1', SECOND, now)) ?? 0
      if (wait <= SECOND.maxWaitMs) admitted.push(now + wait)
    }
    expect(admitted.length).toBeGreaterThan(10)
    expect(admitted).toEqual(admitted.toSorted((a, b) => a - b))
    admitted.forEach((at, i) => expect(at - (admitted[i - SECOND.limit] ?? -Infinity)).toBeGreaterThanOrEqual(1_000))
  })

  test('grants no place that is too far away, and says how far it is', async () => {
    await using db = await testDatabase()
    const take = where === 'memory' ? windowsInMemory() : windowsInDatabase(db.pool, false)
    const waits: number[] = []
    for (let n = 0; n < 12; n++) waits.push(await take('account:1', SECOND, 10_000))
    expect(waits).toEqual([...Array<number>(5).fill(0), ...Array<number>(5).fill(1_000), 2_000, 2_000])
    expect(await take('account:2', SECOND, 10_000)).toBe(0)
    expect(await take('account:1', SECOND, 12_000)).toBe(0)
  })

  test('keeps nobody waiting for a clock that was ahead', async () => {
    await using db = await testDatabase()
    const take = where === 'memory' ? windowsInMemory() : windowsInDatabase(db.pool, false)
    for (let n = 0; n < 12; n++) await take('account:1', SECOND, 7_200_000)
    const waits: number[] = []
    for (let n = 0; n < 6; n++) waits.push(await take('account:1', SECOND, 10_000))
    expect(waits).toEqual([0, 0, 0, 0, 0, 1_000])
  })
})

test('nodes that take places at the same time, in opposite orders and each twice, get one place each', async () => {
  await using db = await testDatabase()
  const [one, other] = [windowsInDatabase(db.pool, false), windowsInDatabase(db.pool, false)]
  const keys = Array.from({ length: 6 }, (_, n) => `account:${n}`)
  const asked = [one, other].flatMap((take, n) =>
    (n === 0 ? keys : keys.toReversed()).flatMap((key) => [take(key, SECOND, 10_000), take(key, SECOND, 10_000)]),
  )
  const more = await Promise.all(asked)
  expect(more).toEqual(Array<number>(24).fill(0))
  // Four of five places are taken in every window: one is left, and the next is a second away.
  expect(await Promise.all(keys.map((key) => one(key, SECOND, 10_000)))).toEqual(Array<number>(6).fill(0))
  expect(await Promise.all(keys.map((key) => other(key, SECOND, 10_000)))).toEqual(Array<number>(6).fill(1_000))
})

test('a window of thousands of requests takes no row that grows with them, and still ends', async () => {
  await using db = await testDatabase()
  const { take } = createRateCounter(db.pool, false)
  const minute = { limit: 50_000, lengthMs: 60_000, maxWaitMs: 1_000 }
  for (let n = 0; n < minute.limit; n++) await take('account:1', minute, 10_000)
  expect(await take('account:1', minute, 10_000)).toBe(60_000)
  await take('account:1', SECOND, 10_000)
  const { rows } = await db.pool.query('select max(cardinality(times)) as longest from speed_slides')
  expect(rows).toEqual([{ longest: 1 }])
})

test('machines whose clocks differ admit no more together than one', async () => {
  await using db = await testDatabase()
  const [one, ahead] = [windowsInDatabase(db.pool, true), windowsInDatabase(db.pool, true)]
  const minute = { limit: 5, lengthMs: 60_000, maxWaitMs: 1_000 }
  const admitted: number[] = []
  for (let n = 0; n < 20; n++) {
    const now = Date.now() + (n % 2) * 90_000
    const wait = await (n % 2 === 0 ? one : ahead)('account:1', minute, now)
    if (wait <= minute.maxWaitMs) admitted.push(n)
  }
  expect(admitted).toEqual([0, 1, 2, 3, 4])
})
