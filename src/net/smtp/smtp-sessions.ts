import { holdHeapLean } from '../../lib/process/lean-heap.ts'

/** From so many dialogues at once on, what they leave behind would decide how much memory the process takes. */
const CROWD = 256
/** A crowd that comes and goes is one crowd. */
const CROWD_OVER = CROWD / 2

let open = 0
let letHeapGrow: (() => void) | null = null

/** Counts a dialogue that begins. */
export function joinCrowd(): void {
  open += 1
  if (open >= CROWD) letHeapGrow ??= holdHeapLean()
}

/** Counts one that is over; each once. */
export function leaveCrowd(): void {
  open -= 1
  if (open > CROWD_OVER) return
  letHeapGrow?.()
  letHeapGrow = null
}
