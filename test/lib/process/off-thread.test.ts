import { afterEach, describe, expect, test } from 'vitest'
import { createOffThread, threadTask } from '../../../src/lib/process/off-thread.ts'
import type countBytes from '../../support/process/count-bytes-task.ts'
import type slowStart from '../../support/process/slow-start-task.ts'
import type tryThis from '../../support/process/trying-task.ts'

const FILE = new URL('../../support/process/trying-task.ts', import.meta.url)
const TRY = threadTask<typeof tryThis>(FILE, { timeMs: 60_000 })
const COUNT = threadTask<typeof countBytes>(new URL('../../support/process/count-bytes-task.ts', import.meta.url), {
  timeMs: 60_000,
})
const TRY_BRIEFLY = threadTask<typeof tryThis>(FILE, { timeMs: 1_500 })

const MEMORY_MB = 64
let offThread = createOffThread({ threads: 2, memoryMb: MEMORY_MB })
afterEach(async () => {
  await offThread.close()
  offThread = createOffThread({ threads: 2, memoryMb: MEMORY_MB })
})

const answer = (word: string) => offThread.run(TRY, { what: 'answer', word })

describe('work off the answering thread', () => {
  test('returns what the task returns, or throws what it throws', async () => {
    expect(await answer('quarry')).toBe('QUARRY')
    await expect(offThread.run(TRY, { what: 'fail', word: 'No such stone.' })).rejects.toThrow('No such stone.')
    expect(await answer('still there')).toBe('STILL THERE')
  })

  test('moves large buffers into the thread, and leaves small ones, whose memory is shared, in place', async () => {
    const [large, small] = [Buffer.alloc(100_000, 'x'), Buffer.from('small')]
    expect(await offThread.run(COUNT, { bytes: large }, { handOver: large })).toBe(100_000)
    expect(await offThread.run(COUNT, { bytes: small }, { handOver: small })).toBe(5)
    expect([large.byteLength, small.toString()]).toEqual([0, 'small'])
  })

  test('is killed when it exceeds its time, and the next task gets a thread', async () => {
    let turnsMeanwhile = 0
    const counting = setInterval(() => turnsMeanwhile++, 5)
    const ending = offThread.run(TRY_BRIEFLY, { what: 'never_end', word: '' })
    await expect(ending).rejects.toMatchObject({ name: 'OffThreadError', reason: 'too_slow' })
    clearInterval(counting)
    expect(turnsMeanwhile).toBeGreaterThan(5)
    expect(await answer('next')).toBe('NEXT')
  })

  test('is not charged for the time it is kept from the processor', async () => {
    const brief = threadTask<typeof tryThis>(FILE, { timeMs: 200 })
    expect(await offThread.run(brief, { what: 'rest', word: 'waited' })).toBe('WAITED')
  })

  test('has its full time, however long its thread takes to start', async () => {
    const file = new URL('../../support/process/slow-start-task.ts', import.meta.url)
    expect(await offThread.run(threadTask<typeof slowStart>(file, { timeMs: 1_000 }), 'quarry')).toBe('QUARRY')
  })

  test('has the memory it was given, whatever the process was started with', async () => {
    const limit = Number(await offThread.run(TRY, { what: 'measure', word: '' }))
    expect(limit).toBeGreaterThan(MEMORY_MB * 1_000_000)
    expect(limit).toBeLessThan((MEMORY_MB + 36) * 1_000_000) // plus a young generation
  })

  test('is killed when it exceeds its memory, and the process continues', async () => {
    await expect(offThread.run(TRY, { what: 'hoard', word: '' })).rejects.toMatchObject({ reason: 'too_big' })
    expect(await answer('next')).toBe('NEXT')
  })

  test('is killed when its result is no longer wanted', async () => {
    const left = new AbortController()
    const running = offThread.run(TRY, { what: 'never_end', word: '' }, { signal: left.signal })
    const waiting = offThread.run(TRY, { what: 'answer', word: '' }, { signal: left.signal })
    setTimeout(() => left.abort(), 50)
    const refused = { reason: 'stopped' }
    await Promise.all([expect(running).rejects.toMatchObject(refused), expect(waiting).rejects.toMatchObject(refused)])
    expect(await answer('next')).toBe('NEXT')
  })

  test('leaves a thread for other kinds of work, however much of one kind is waiting', async () => {
    const left = new AbortController()
    const flood = Array.from({ length: 20 }, () =>
      offThread.run(TRY, { what: 'never_end', word: '' }, { signal: left.signal }).catch(() => 'ended'),
    )
    const other = threadTask<typeof tryThis>(new URL('?other', FILE), { timeMs: 60_000 })
    expect(await offThread.run(other, { what: 'answer', word: 'served' })).toBe('SERVED')
    left.abort()
    expect(new Set(await Promise.all(flood))).toEqual(new Set(['ended']))
  })

  test('is done in turn by those who wait for it, however much one of them has sent', async () => {
    const ended: string[] = []
    const send = (sender: string) => async () => {
      await offThread.run(TRY, { what: 'rest', word: sender }, { sender })
      ended.push(sender)
    }
    await Promise.all(['flood', 'flood', 'flood', 'ann'].map((sender) => send(sender)()))
    expect(ended).toEqual(['flood', 'flood', 'ann', 'flood'])
  })

  test('ends with the process that started it', async () => {
    const running = offThread.run(TRY, { what: 'never_end', word: '' })
    const refused = expect(running).rejects.toMatchObject({ reason: 'stopped' })
    setTimeout(() => void offThread.close(), 50)
    await refused
    await expect(answer('too late')).rejects.toMatchObject({ reason: 'stopped' })
  })
})
