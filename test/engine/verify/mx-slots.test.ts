import { describe, expect, test } from 'vitest'
import { takeSlot, leaveSlot, NEW_SLOTS, renewSlot } from '../../../src/engine/verify/slot-state.ts'
import type { SlotReport, SlotState } from '../../../src/engine/verify/slot-state.ts'
import { createMxSlots } from '../../../src/engine/verify/mx-slots.ts'
import { systemClock } from '../../../src/lib/process/clock.ts'
import { memorySlotStore } from '../../support/memory-slots.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const START = Date.parse('2026-01-01T00:00:00Z')
const NO_JITTER = 0.5

const entered = (state: SlotState, holder: string, now: number): SlotState => {
  const decision = takeSlot(state, holder, now)
  if (decision.outcome !== 'entered') throw new Error(`${decision.outcome} at ${now}`)
  return decision.state
}
const session = (state: SlotState, report: SlotReport, now: number): SlotState =>
  leaveSlot(entered(state, 'a', now), 'a', { report }, now, NO_JITTER)
const trusted = (): SlotState => {
  let state = NEW_SLOTS
  for (let count = 0; count < 20; count += 1) state = session(state, 'clean', START - 2 * MINUTE)
  return state
}

describe('limits at the servers of a provider', () => {
  test('allow one connection until twenty sessions went well, then two', () => {
    const first = entered(NEW_SLOTS, 'a', START)
    expect(takeSlot(first, 'b', START).outcome).toBe('wait')
    const two = entered(entered(trusted(), 'a', START), 'b', START)
    expect(takeSlot(two, 'c', START).outcome).toBe('wait')
  })

  test('release the slot of a dead holder after a minute, and keep that of a living one', () => {
    const held = entered(NEW_SLOTS, 'dead', START)
    expect(takeSlot(held, 'b', START + 59 * SECOND).outcome).toBe('wait')
    expect(takeSlot(held, 'b', START + 61 * SECOND).outcome).toBe('entered')
    const renewed = renewSlot(held, 'dead', START + 59 * SECOND) ?? NEW_SLOTS
    expect(takeSlot(renewed, 'b', START + 61 * SECOND).outcome).toBe('wait')
    expect(renewSlot(NEW_SLOTS, 'dead', START)).toBeNull()
  })

  test('allow at most sixty connections in any minute', () => {
    const starts: number[] = []
    let state = trusted()
    for (let now = START; starts.length < 200; now += 250) {
      if (takeSlot(state, 'a', now).outcome !== 'entered') continue
      starts.push(now)
      state = session(state, 'clean', now)
    }
    const inMinute = starts.map((start) => starts.filter((at) => at >= start && at <= start + MINUTE).length)
    expect(Math.max(...inMinute)).toBe(60)
    expect((starts.at(-1) ?? 0) - START).toBeLessThan(4 * MINUTE)
  })

  test('count only connections that were made', () => {
    const unused = leaveSlot(entered(NEW_SLOTS, 'a', START), 'a', { report: 'unused' }, START, NO_JITTER)
    expect(unused).toEqual(NEW_SLOTS)
  })

  test('remember how many recipients a server accepts', () => {
    const left = leaveSlot(entered(NEW_SLOTS, 'a', START), 'a', { report: 'clean', recipients: 3 }, START, NO_JITTER)
    expect(session(left, 'clean', START).recipients).toBe(3)
  })

  test('keep a second between connections after a deferral', () => {
    const deferred = session(NEW_SLOTS, 'deferred', START)
    expect(takeSlot(deferred, 'b', START + 400)).toEqual({ outcome: 'wait', waitMs: 600 })
    expect(takeSlot(deferred, 'b', START + SECOND).outcome).toBe('entered')
  })

  test.each<[SlotReport, number[]]>([
    ['rate_limited', [1, 2, 4, 8, 16, 32, 60, 60]],
    ['blocked', [15, 30, 60, 120, 240, 480, 960, 1_440, 1_440]],
  ])('pause after %s, for longer each time', (report, minutes) => {
    let [state, now] = [NEW_SLOTS, START]
    for (const restMinutes of minutes) {
      state = session(state, report, now)
      expect(takeSlot(state, 'b', now + restMinutes * MINUTE - 1)).toEqual({ outcome: 'resting', because: report })
      now += restMinutes * MINUTE + SECOND
    }
    expect(session(state, 'clean', now).strikes).toBe(0)
  })

  test('vary a pause by a fifth, so that waiting work does not return all at once', () => {
    const rests = [0, 0.999].map(
      (random) => leaveSlot(NEW_SLOTS, 'a', { report: 'rate_limited' }, START, random).restUntil - START,
    )
    expect(rests.map((restMs) => Math.round(restMs / SECOND))).toEqual([48, 72])
  })

  test('pause when three consecutive connections could not be made', () => {
    const twice = session(session(NEW_SLOTS, 'unreachable', START), 'unreachable', START)
    expect(takeSlot(twice, 'b', START).outcome).toBe('entered')
    expect(takeSlot(session(twice, 'unreachable', START), 'b', START).outcome).toBe('resting')
    const mended = session(session(twice, 'clean', START), 'unreachable', START)
    expect(takeSlot(mended, 'b', START).outcome).toBe('entered')
  })
})

describe('a queue for slots', () => {
  const slots = () => createMxSlots({ store: memorySlotStore(), clock: systemClock })
  const patience = (): AbortSignal => AbortSignal.timeout(60_000)

  test('lets interactive questions in before bulk ones that came first', async () => {
    const { enter: enterNow } = slots()
    const order: string[] = []
    const first = await enterNow('mx', { signal: patience(), priority: 'bulk' })
    const visit = async (priority: 'interactive' | 'bulk'): Promise<void> => {
      const turn = await enterNow('mx', { signal: patience(), priority })
      order.push(priority)
      if (turn.outcome === 'entered') await turn.leave({ report: 'clean' })
    }
    const visits = [visit('bulk'), visit('bulk'), visit('interactive')]
    if (first.outcome === 'entered') await first.leave({ report: 'clean' })
    await Promise.all(visits)
    expect(order).toEqual(['interactive', 'bulk', 'bulk'])
  })

  test('can be left by a caller that gives up', async () => {
    const { enter: enterNow } = slots()
    await enterNow('mx', { signal: patience(), priority: 'interactive' })
    const gone = new AbortController()
    const turn = enterNow('mx', { signal: gone.signal, priority: 'interactive' })
    gone.abort()
    expect(await turn).toEqual({ outcome: 'out_of_time' })
  })

  test('goes before callers that do not wait', async () => {
    const { enter: enterNow, enterNow: tryNow } = slots()
    const first = await enterNow('mx', { signal: patience(), priority: 'interactive' })
    const second = enterNow('mx', { signal: patience(), priority: 'interactive' })
    expect((await tryNow('mx')).outcome).toBe('wait')
    if (first.outcome === 'entered') await first.leave({ report: 'clean' })
    expect((await tryNow('mx')).outcome).toBe('wait')
    const turn = await second
    if (turn.outcome === 'entered') await turn.leave({ report: 'clean' })
    expect((await tryNow('mx')).outcome).toBe('entered')
  })

  test('exists separately for each provider', async () => {
    const { enter: enterNow } = slots()
    await enterNow('one', { signal: patience(), priority: 'interactive' })
    expect((await enterNow('two', { signal: patience(), priority: 'interactive' })).outcome).toBe('entered')
  })
})
