import { describe, expect, test } from 'vitest'
import { DEFAULT_RULES, enterLane, leaveLane, NEW_LANE, renewSlot } from '../../../src/engine/verify/slot-state.ts'
import type { LaneReport, LaneState } from '../../../src/engine/verify/slot-state.ts'
import { createLanes, memoryLaneStore } from '../../../src/engine/verify/mx-slots.ts'
import { systemClock } from '../../../src/lib/process/clock.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const START = Date.parse('2026-01-01T00:00:00Z')
const NO_JITTER = 0.5

const enter = (state: LaneState, holder: string, now: number) => enterLane(state, holder, now, DEFAULT_RULES)
const entered = (state: LaneState, holder: string, now: number): LaneState => {
  const decision = enter(state, holder, now)
  if (decision.outcome !== 'entered') throw new Error(`${decision.outcome} at ${now}`)
  return decision.state
}
const session = (state: LaneState, report: LaneReport, now: number): LaneState =>
  leaveLane(entered(state, 'a', now), 'a', { report }, now, NO_JITTER)
const trusted = (): LaneState => {
  let state = NEW_LANE
  for (let count = 0; count < 20; count += 1) state = session(state, 'clean', START - 2 * MINUTE)
  return state
}

describe('the manners of a lane', () => {
  test('are one connection until twenty sessions went well, then two', () => {
    const first = entered(NEW_LANE, 'a', START)
    expect(enter(first, 'b', START).outcome).toBe('wait')
    const two = entered(entered(trusted(), 'a', START), 'b', START)
    expect(enter(two, 'c', START).outcome).toBe('wait')
  })

  test('take the slot of a dead holder after a minute, and keep that of a living one', () => {
    const held = entered(NEW_LANE, 'dead', START)
    expect(enter(held, 'b', START + 59 * SECOND).outcome).toBe('wait')
    expect(enter(held, 'b', START + 61 * SECOND).outcome).toBe('entered')
    const renewed = renewSlot(held, 'dead', START + 59 * SECOND) ?? NEW_LANE
    expect(enter(renewed, 'b', START + 61 * SECOND).outcome).toBe('wait')
    expect(renewSlot(NEW_LANE, 'dead', START)).toBeNull()
  })

  test('open at most sixty connections in any minute', () => {
    const starts: number[] = []
    let state = trusted()
    for (let now = START; starts.length < 200; now += 250) {
      if (enter(state, 'a', now).outcome !== 'entered') continue
      starts.push(now)
      state = session(state, 'clean', now)
    }
    const inMinute = starts.map((start) => starts.filter((at) => at >= start && at <= start + MINUTE).length)
    expect(Math.max(...inMinute)).toBe(60)
    expect((starts.at(-1) ?? 0) - START).toBeLessThan(4 * MINUTE)
  })

  test('count no connection that was not made', () => {
    const unused = leaveLane(entered(NEW_LANE, 'a', START), 'a', { report: 'unused' }, START, NO_JITTER)
    expect(unused).toEqual(NEW_LANE)
  })

  test('remember how many recipients a server takes', () => {
    const left = leaveLane(entered(NEW_LANE, 'a', START), 'a', { report: 'clean', recipients: 3 }, START, NO_JITTER)
    expect(session(left, 'clean', START).recipients).toBe(3)
  })

  test('keep a second between connections after a deferral', () => {
    const deferred = session(NEW_LANE, 'deferred', START)
    expect(enter(deferred, 'b', START + 400)).toEqual({ outcome: 'wait', waitMs: 600 })
    expect(enter(deferred, 'b', START + SECOND).outcome).toBe('entered')
  })

  test.each<[LaneReport, number[]]>([
    ['rate_limited', [1, 2, 4, 8, 16, 32, 60, 60]],
    ['blocked', [15, 30, 60, 120, 240, 480, 960, 1_440, 1_440]],
  ])('rest after %s for longer each time', (report, minutes) => {
    let [state, now] = [NEW_LANE, START]
    for (const restMinutes of minutes) {
      state = session(state, report, now)
      expect(enter(state, 'b', now + restMinutes * MINUTE - 1)).toEqual({ outcome: 'resting', because: report })
      now += restMinutes * MINUTE + SECOND
    }
    expect(session(state, 'clean', now).strikes).toBe(0)
  })

  test('vary a rest by a fifth, so that nothing returns in step', () => {
    const rests = [0, 0.999].map(
      (random) => leaveLane(NEW_LANE, 'a', { report: 'rate_limited' }, START, random).restUntil - START,
    )
    expect(rests.map((restMs) => Math.round(restMs / SECOND))).toEqual([48, 72])
  })

  test('rest when three connections in a row never came to be', () => {
    const twice = session(session(NEW_LANE, 'unreachable', START), 'unreachable', START)
    expect(enter(twice, 'b', START).outcome).toBe('entered')
    expect(enter(session(twice, 'unreachable', START), 'b', START).outcome).toBe('resting')
    const mended = session(session(twice, 'clean', START), 'unreachable', START)
    expect(enter(mended, 'b', START).outcome).toBe('entered')
  })
})

describe('a queue before a lane', () => {
  const lanes = () => createLanes({ store: memoryLaneStore(), clock: systemClock })
  const patience = (): AbortSignal => AbortSignal.timeout(60_000)

  test('lets interactive questions in before bulk ones that came first', async () => {
    const { enter: enterNow } = lanes()
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

  test('is left when nobody waits any more', async () => {
    const { enter: enterNow } = lanes()
    await enterNow('mx', { signal: patience(), priority: 'interactive' })
    const gone = new AbortController()
    const turn = enterNow('mx', { signal: gone.signal, priority: 'interactive' })
    gone.abort()
    expect(await turn).toEqual({ outcome: 'out_of_time' })
  })

  test('is for those who wait: who cannot wait comes after them', async () => {
    const { enter: enterNow, enterNow: tryNow } = lanes()
    const first = await enterNow('mx', { signal: patience(), priority: 'interactive' })
    const second = enterNow('mx', { signal: patience(), priority: 'interactive' })
    expect((await tryNow('mx')).outcome).toBe('wait')
    if (first.outcome === 'entered') await first.leave({ report: 'clean' })
    expect((await tryNow('mx')).outcome).toBe('wait')
    const turn = await second
    if (turn.outcome === 'entered') await turn.leave({ report: 'clean' })
    expect((await tryNow('mx')).outcome).toBe('entered')
  })

  test('of another operator is another queue', async () => {
    const { enter: enterNow } = lanes()
    await enterNow('one', { signal: patience(), priority: 'interactive' })
    expect((await enterNow('two', { signal: patience(), priority: 'interactive' })).outcome).toBe('entered')
  })
})
