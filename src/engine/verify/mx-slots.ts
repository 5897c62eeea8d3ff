import { randomUUID } from 'node:crypto'
import type { Clock } from '../../lib/process/clock.ts'
import { DEFAULT_RULES, enterLane, leaveLane, NEW_LANE, renewSlot, SLOT_RENEWAL_MS } from './slot-state.ts'
import type { LaneDecision, LaneExit, LaneRules, LaneState, RestReason } from './slot-state.ts'
import { LaneQueues } from './provider-queues.ts'
import type { LaneOptions } from './provider-queues.ts'

/** Turns at the mail servers of one operator, so that all of Quarry together stays polite. */
export interface Lanes {
  /**
   * Waits for a turn at the servers of a group. `resting` when the group is not asked now because of how it answered
   * lately; `out_of_time` when the signal came first.
   */
  enter: (group: string, options: LaneOptions) => Promise<LaneEntry>
  /** A turn now, or how long to wait before asking again; others of this process that wait go first. */
  enterNow: (group: string) => Promise<Exclude<LaneEntry, { outcome: 'out_of_time' }> | LaneWait>
}

/** One connection may be made, then left. */
export interface LaneTurn {
  outcome: 'entered'
  /** In one transaction. */
  recipients: number
  leave: (exit: LaneExit) => Promise<void>
}

export interface LaneWait {
  outcome: 'wait'
  waitMs: number
}

export type LaneEntry = LaneTurn | { outcome: 'resting'; because: RestReason } | { outcome: 'out_of_time' }

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
  /** Told how each session went. */
  observe?: (report: LaneExit['report']) => void
}

/** Lanes over a store that other processes share. */
export function createLanes({ store, clock, rules = DEFAULT_RULES, random = Math.random, observe }: Needs): Lanes {
  const queues = new LaneQueues()
  const now = (): number => clock.now().getTime()

  async function decide(group: string, holder: string): Promise<LaneDecision> {
    let decision: LaneDecision = { outcome: 'wait', waitMs: 0 }
    await store.change(group, (state) => {
      decision = enterLane(state, holder, now(), rules)
      return decision.outcome === 'entered' ? decision.state : null
    })
    return decision
  }

  async function leave(group: string, holder: string, exit: LaneExit): Promise<void> {
    await store.change(group, (state) => leaveLane(state, holder, exit, now(), random()))
    if (exit.report !== 'unused') observe?.(exit.report)
    queues.wake(group)
  }

  function entered(group: string, holder: string, state: LaneState): LaneTurn {
    const renew = (): void =>
      void store.change(group, (newer) => renewSlot(newer, holder, now())).catch(() => undefined)
    const renewal = setInterval(renew, SLOT_RENEWAL_MS)
    return {
      outcome: 'entered',
      recipients: Math.min(rules.recipients, state.recipients ?? rules.recipients),
      leave: (exit) => {
        clearInterval(renewal)
        return leave(group, holder, exit)
      },
    }
  }

  const turnFrom = (group: string, holder: string, decision: LaneDecision) =>
    decision.outcome === 'entered' ? entered(group, holder, decision.state) : decision

  return {
    enter: (group, { signal, priority }) =>
      queues.joined(group, priority, async (queue) => {
        const holder = randomUUID()
        while (!signal.aborted) {
          const decision = queue.mustYield(priority) ? YIELD : await decide(group, holder)
          const turn = turnFrom(group, holder, decision)
          if (turn.outcome !== 'wait') return turn
          await queue.wait(turn.waitMs, signal)
        }
        return { outcome: 'out_of_time' }
      }),

    enterNow: async (group) => {
      if (queues.isBusy(group)) return YIELD
      const holder = randomUUID()
      return turnFrom(group, holder, await decide(group, holder))
    },
  }
}

const YIELD: LaneWait = { outcome: 'wait', waitMs: 1_000 }

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
