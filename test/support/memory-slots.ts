import type { SlotStore } from '../../src/engine/verify/mx-slots.ts'
import { NEW_SLOTS } from '../../src/engine/verify/slot-state.ts'
import type { SlotState } from '../../src/engine/verify/slot-state.ts'

/** Slots of a single process, without a database. */
export function memorySlotStore(): SlotStore {
  const states = new Map<string, SlotState>()
  return {
    change: async (group, change) => {
      const next = change(states.get(group) ?? NEW_SLOTS)
      if (next !== null) states.set(group, next)
    },
  }
}
