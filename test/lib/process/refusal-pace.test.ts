import { expect, test } from 'vitest'
import { createRefusalPace } from '../../../src/lib/process/refusal-pace.ts'

const never = new AbortController().signal
const HOUR = 3_600_000

/** How many of these have ended once all immediate ones have. */
async function endedOf(waits: readonly Promise<void>[]): Promise<number> {
  let ended = 0
  for (const wait of waits) void wait.then(() => ended++)
  await new Promise(setImmediate)
  return ended
}

test("a client's first refusals are sent immediately and further ones are delayed, but not those of other clients", async () => {
  const left = new AbortController()
  const pace = createRefusalPace({ atOnce: 3, heldMs: HOUR, mostHeld: 100 })
  const flood = Array.from({ length: 10 }, () => pace('flooding', [left.signal]))
  expect(await endedOf(flood)).toBe(3)
  expect(await endedOf([pace('polite', [never])])).toBe(1)
  left.abort()
  expect(await endedOf(flood)).toBe(10)
})

test('no more are delayed than the limit allows, and a place becomes free when a client hangs up', async () => {
  const left = new AbortController()
  const pace = createRefusalPace({ atOnce: 0, heldMs: HOUR, mostHeld: 2 })
  await pace('flooding', [never])
  const flood = Array.from({ length: 5 }, () => pace('flooding', [left.signal]))
  expect(await endedOf(flood)).toBe(3)
  left.abort()
  expect(await endedOf(flood)).toBe(5)
  const last = new AbortController()
  expect(await endedOf([pace('flooding', [last.signal])])).toBe(0)
  last.abort()
})
