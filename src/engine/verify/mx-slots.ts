import { randomUUID } from 'node:crypto'
import type { Clock } from '../../lib/process/clock.ts'
import { SLOT_RULES, takeSlot, leaveSlot, renewSlot, SLOT_RENEWAL_MS } from './slot-state.ts'
import type { SlotDecision, SlotExit, SlotState, RestReason } from './slot-state.ts'
import { ProviderQueues } from './provider-queues.ts'
import type { SlotOptions } from './provider-queues.ts'

/** Slots at the mail servers of one operator, so that all processes together stay polite. */
export interface MxSlots {
  /**
   * Waits for a slot at the servers of a group. `resting` if the group is not asked now because of its recent answers;
   * `out_of_time` if the signal came first.
   */
  enter: (group: string, options: SlotOptions) => Promise<SlotEntry>
  /** A slot now, or how long to wait before asking again; callers already waiting in this process go first. */
  enterNow: (group: string) => Promise<Exclude<SlotEntry, { outcome: 'out_of_time' }> | SlotWait>
}

/** Permission for one connection, to be left afterwards. */
export interface Slot {
  outcome: 'entered'
  /** In one transaction. */
  recipients: number
  leave: (exit: SlotExit) => Promise<void>
}

export interface SlotWait {
  outcome: 'wait'
  waitMs: number
}

export type SlotEntry = Slot | { outcome: 'resting'; because: RestReason } | { outcome: 'out_of_time' }

/** Where slot states are stored: one record per group of servers, changed by one process at a time. */
export interface SlotStore {
  /** `change` may be called again with a newer state; null leaves the record unchanged. */
  change: (group: string, change: (state: SlotState) => SlotState | null) => Promise<void>
}

interface Needs {
  store: SlotStore
  clock: Clock
  /** Called with the report of each session. */
  observe?: (report: SlotExit['report']) => void
}

/** Slots in a store shared with other processes. */
export function createMxSlots({ store, clock, observe }: Needs): MxSlots {
  const queues = new ProviderQueues()
  const now = (): number => clock.now().getTime()

  async function decide(group: string, holder: string): Promise<SlotDecision> {
    let decision: SlotDecision = { outcome: 'wait', waitMs: 0 }
    await store.change(group, (state) => {
      decision = takeSlot(state, holder, now())
      return decision.outcome === 'entered' ? decision.state : null
    })
    return decision
  }

  async function leave(group: string, holder: string, exit: SlotExit): Promise<void> {
    await store.change(group, (state) => leaveSlot(state, holder, exit, now(), Math.random()))
    if (exit.report !== 'unused') observe?.(exit.report)
    queues.wake(group)
  }

  function entered(group: string, holder: string, state: SlotState): Slot {
    const renew = (): void =>
      void store.change(group, (newer) => renewSlot(newer, holder, now())).catch(() => undefined)
    const renewal = setInterval(renew, SLOT_RENEWAL_MS)
    return {
      outcome: 'entered',
      recipients: Math.min(SLOT_RULES.recipients, state.recipients ?? SLOT_RULES.recipients),
      leave: (exit) => {
        clearInterval(renewal)
        return leave(group, holder, exit)
      },
    }
  }

  const slotFrom = (group: string, holder: string, decision: SlotDecision) =>
    decision.outcome === 'entered' ? entered(group, holder, decision.state) : decision

  return {
    enter: (group, { signal, priority }) =>
      queues.joined(group, priority, async (queue) => {
        const holder = randomUUID()
        while (!signal.aborted) {
          const decision = queue.mustYield(priority) ? YIELD : await decide(group, holder)
          const slot = slotFrom(group, holder, decision)
          if (slot.outcome !== 'wait') return slot
          await queue.wait(slot.waitMs, signal)
        }
        return { outcome: 'out_of_time' }
      }),

    enterNow: async (group) => {
      if (queues.isBusy(group)) return YIELD
      const holder = randomUUID()
      return slotFrom(group, holder, await decide(group, holder))
    },
  }
}

const YIELD: SlotWait = { outcome: 'wait', waitMs: 1_000 }
