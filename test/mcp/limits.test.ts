import { describe, expect, test, vi } from 'vitest'
import { AppError } from '../../src/errors.ts'
import { withToolDeadline } from '../../src/mcp/tools/deadline.ts'
import { inProgressLimit } from '../../src/mcp/transport/in-progress-limit.ts'
import { progressTeller } from '../../src/mcp/tools/progress.ts'

describe('requests in progress', () => {
  const fill = (limit: ReturnType<typeof inProgressLimit>, key: string, count: number) =>
    Promise.all(Array.from({ length: count }, () => limit.enter(key)))

  test('with one key are limited to sixteen; the next waits until one has ended', async () => {
    const limit = inProgressLimit()
    const [leave] = await fill(limit, 'a', 16)
    let entered = false
    const next = limit.enter('a').then((ended) => {
      entered = true
      return ended
    })
    await limit.enter('b')
    expect(entered).toBe(false)
    leave?.()
    await next
    expect(entered).toBe(true)
  })

  test('are refused at once when the queue is full', async () => {
    const limit = inProgressLimit()
    const leaves = await fill(limit, 'a', 16)
    const waiting = Array.from({ length: 64 }, () => limit.enter('a'))
    await expect(limit.enter('a')).rejects.toMatchObject({
      id: 'rate_limit_exceeded',
      status: 429,
      retryAfterSeconds: 1,
    })
    for (const leave of leaves) leave()
    for (const turn of waiting) (await turn)()
    expect(await limit.enter('a')).toBeTypeOf('function')
  })

  test('are refused after waiting too long, and then have no place in the queue', async () => {
    const limit = inProgressLimit(1)
    const [leave] = await fill(limit, 'a', 16)
    await expect(limit.enter('a')).rejects.toThrow(AppError)
    leave?.()
    expect(await limit.enter('a')).toBeTypeOf('function')
  })
})

describe('a deadline', () => {
  test('returns what the work returns', async () => {
    expect(await withToolDeadline(1_000, null, async () => 'done')).toBe('done')
  })

  test('answers for work that ignores it, and signals the work to stop', async () => {
    const never = new Promise<never>(() => {})
    let told: AbortSignal | null = null
    const late = withToolDeadline(1, null, (signal) => {
      told = signal
      return never
    })
    await expect(late).rejects.toMatchObject({ id: 'service_unavailable', retryAfterSeconds: 5 })
    expect(told).toMatchObject({ aborted: true })
  })

  test('passes on that the caller has gone', async () => {
    const controller = new AbortController()
    const stopped = withToolDeadline(60_000, controller.signal, (signal) => vi.waitUntil(() => signal.aborted))
    controller.abort()
    expect(await stopped).toBe(true)
    expect(await withToolDeadline(60_000, controller.signal, async (signal) => signal.aborted)).toBe(true)
  })
})

describe('progress', () => {
  test('rises, keeps its intervals and ends with the result', () => {
    let now = 0
    const told: number[] = []
    const { tell, stop } = progressTeller(
      ({ progress }) => told.push(progress),
      () => now,
    )
    for (const [at, done] of [
      [0, 0],
      [100, 1],
      [600, 3],
      [1_200, 3],
      [1_300, 2],
      [1_400, 5],
    ] as const) {
      now = at
      tell({ done, total: 9, message: 'Reading.' })
    }
    stop()
    now = 9_000
    tell({ done: 9, total: 9, message: 'Reading.' })
    expect(told).toEqual([0, 3, 5])
  })
})
