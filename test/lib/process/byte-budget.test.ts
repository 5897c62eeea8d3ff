import { describe, expect, test } from 'vitest'
import { createByteBudget } from '../../../src/lib/process/byte-budget.ts'
import type { ByteShare } from '../../../src/lib/process/byte-budget.ts'

const { signal } = new AbortController()

/** Whether it has been admitted by now. */
async function isIn(taken: Promise<void>): Promise<boolean> {
  let isDone = false
  void taken.then(() => (isDone = true))
  await new Promise((resolve) => setImmediate(resolve))
  return isDone
}

describe('a budget of bytes', () => {
  test('gives each share its free bytes, and all of them together the total beyond those', async () => {
    const budget = createByteBudget({ total: 100, free: 10 })
    const [one, other, third] = [budget.share(), budget.share(), budget.share()]
    await one.take(60, signal)
    await other.take(60, signal)
    expect(budget.held()).toBe(100)
    expect(await isIn(third.take(10, signal))).toBe(true)
    expect(budget.held()).toBe(100)
  })

  test('lets one share at a time exceed the total, in order of arrival, so that none waits forever', async () => {
    const budget = createByteBudget({ total: 100, free: 0 })
    const shares = Array.from({ length: 4 }, () => budget.share())
    const [a, b, c, d] = shares as [ByteShare, ByteShare, ByteShare, ByteShare]
    for (const share of shares) await share.take(25, signal)
    const [moreOfA, moreOfB, moreOfC] = [a.take(25, signal), b.take(25, signal), c.take(25, signal)]
    expect([await isIn(moreOfA), await isIn(moreOfB), await isIn(moreOfC)]).toEqual([true, false, false])
    expect(await isIn(a.take(25, signal))).toBe(true)
    a.release()
    expect([await isIn(moreOfB), await isIn(moreOfC)]).toEqual([true, true])
    expect(budget.held()).toBe(125)
    for (const share of [b, c, d]) share.release()
    expect(budget.held()).toBe(0)
  })

  test('keeps small requests waiting behind a large one', async () => {
    const budget = createByteBudget({ total: 100, free: 0 })
    const [privileged, large, small] = [budget.share(), budget.share(), budget.share()]
    await privileged.take(101, signal)
    privileged.release()
    await privileged.take(110, signal)
    const [first, second] = [large.take(90, signal), small.take(20, signal)]
    expect([await isIn(first), await isIn(second)]).toEqual([false, false])
    privileged.release()
    expect([await isIn(first), await isIn(second)]).toEqual([true, true])
  })

  test('ends a wait with the reason of its signal, and continues with the next', async () => {
    const budget = createByteBudget({ total: 10, free: 0 })
    const [holder, leaving, next] = [budget.share(), budget.share(), budget.share()]
    await holder.take(20, signal)
    const left = new AbortController()
    const ended = expect(leaving.take(5, left.signal)).rejects.toThrow('Too late.')
    const waiting = next.take(5, signal)
    left.abort(new Error('Too late.'))
    await ended
    expect(await isIn(waiting)).toBe(false)
    holder.release()
    expect(await isIn(waiting)).toBe(true)
    await expect(leaving.take(5, left.signal)).rejects.toThrow('Too late.')
  })
})
