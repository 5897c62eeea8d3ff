import { holdHeapLean } from '../../lib/process/lean-heap.ts'

/** From so many dialogues at once on, what they leave behind would decide how much memory the process takes. */
const MANY_SESSIONS = 256
/** Sessions that come and go count once. */
const FEW_SESSIONS = MANY_SESSIONS / 2

let open = 0
let letHeapGrow: (() => void) | null = null

/** Counts a dialogue that begins. */
export function sessionOpened(): void {
  open += 1
  if (open >= MANY_SESSIONS) letHeapGrow ??= holdHeapLean()
}

/** Counts one that is over; each once. */
export function sessionClosed(): void {
  open -= 1
  if (open > FEW_SESSIONS) return
  letHeapGrow?.()
  letHeapGrow = null
}
