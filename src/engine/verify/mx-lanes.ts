import { randomUUID } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import { DEFAULT_RULES, enterLane, leaveLane, NEW_LANE } from './lane-state.ts'
import type { LaneDecision, LaneReport, LaneRules, LaneState, RestReason } from './lane-state.ts'

/** Turns at the mail servers of one operator, so that all of Quarry together stays polite. */
export interface Lanes {
  /**
   * Waits for a turn at the servers of a group. `resting` when the group is not asked now because of how it answered
   * lately; `out_of_time` when the signal came first.
   */
  enter: (group: string, options: LaneOptions) => Promise<LaneEntry>
}

export interface LaneOptions {
  signal: AbortSignal
  /** Interactive questions go before bulk ones of this process. */
  priority: 'interactive' | 'bulk'
}

export type LaneEntry =
  | { outcome: 'entered'; leave: (report: LaneReport) => Promise<void> }
  | { outcome: 'resting'; because: RestReason }
  | { outcome: 'out_of_time' }

/** Where the states of lanes live: one record a group, changed by one process at a time. */
export interface LaneStore {
  /** `change` may be called again with a newer state; null leaves the record as it is. */
  change: (group: string, change: (state: LaneState) => LaneState | null) => Promise<void>
}

interface Needs {
  store: LaneStore
  clock: Clock
  rules?: LaneRules
  random?: () => number
}

/** Lanes over a store that other processes share. */
export function createLanes({ store, clock, rules = DEFAULT_RULES, random = Math.random }: Needs): Lanes {
  const waiting = new Map<string, Waiting>()

  async function tryToEnter(group: string, holder: string): Promise<LaneDecision> {
    let decision: LaneDecision = { outcome: 'wait', waitMs: 0 }
    await store.change(group, (state) => {
      decision = enterLane(state, holder, clock.now().getTime(), rules)
      return decision.outcome === 'entered' ? decision.state : null
    })
    return decision
  }

  async function leave(group: string, holder: string, report: LaneReport): Promise<void> {
    await store.change(group, (state) => leaveLane(state, holder, report, clock.now().getTime(), random()))
    waiting.get(group)?.wake()
  }

  return {
    enter: async (group, { signal, priority }) => {
      const holder = randomUUID()
      const queue = waiting.get(group) ?? new Waiting()
      waiting.set(group, queue)
      queue.join(priority)
      try {
        while (!signal.aborted) {
          const decision = queue.mustYield(priority) ? YIELD : await tryToEnter(group, holder)
          if (decision.outcome === 'resting') return decision
          if (decision.outcome === 'entered')
            return { outcome: 'entered', leave: (report) => leave(group, holder, report) }
          await queue.wait(decision.waitMs, signal)
        }
        return { outcome: 'out_of_time' }
      } finally {
        if (queue.part(priority)) waiting.delete(group)
      }
    },
  }
}

const YIELD: LaneDecision = { outcome: 'wait', waitMs: 1_000 }

/** Those of this process who wait for one lane. */
class Waiting {
  readonly #counts = { interactive: 0, bulk: 0 }
  readonly #wakers = new Set<() => void>()

  join(priority: LaneOptions['priority']): void {
    this.#counts[priority] += 1
  }

  /** @returns whether nobody is left. */
  part(priority: LaneOptions['priority']): boolean {
    this.#counts[priority] -= 1
    this.wake()
    return this.#counts.interactive + this.#counts.bulk === 0
  }

  mustYield(priority: LaneOptions['priority']): boolean {
    return priority === 'bulk' && this.#counts.interactive > 0
  }

  wake(): void {
    for (const waker of this.#wakers) waker()
  }

  /** Until the time is over, somebody leaves, or the signal comes. */
  wait(waitMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        this.#wakers.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, waitMs)
      this.#wakers.add(done)
      signal.addEventListener('abort', done, { once: true })
    })
  }
}

/** Lanes of one process alone, for programs without a database. */
export function memoryLaneStore(): LaneStore {
  const states = new Map<string, LaneState>()
  return {
    change: async (group, change) => {
      const next = change(states.get(group) ?? NEW_LANE)
      if (next !== null) states.set(group, next)
    },
  }
}
