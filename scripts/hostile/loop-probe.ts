import { threadCpuUsage } from 'node:process'

/**
 * `node --import ./scripts/hostile/loop-probe.ts …`: tells the parent process, whenever it asks, the longest stall of the
 * event loop since it last asked.
 */

/** What a server says of itself. */
export interface Probed {
  /** Longest time between two turns of a timer beyond its interval, in ms; on a busy machine others' work counts too. */
  stallMs: number
  /** Most processor time that the answering thread used in one such turn, in ms: what Quarry itself is to blame for. */
  busyMs: number
  /** Memory held now, in MB. */
  rssMb: number
}

const EVERY_MS = 10

let [stallMs, busyMs] = [0, 0]
let lastAt = performance.now()
let lastBusy = busySoFar()

setInterval(look, EVERY_MS).unref()

process.on('message', () => {
  look()
  const probed: Probed = { stallMs, busyMs, rssMb: process.memoryUsage.rss() / 1_048_576 }
  ;[stallMs, busyMs] = [0, 0]
  process.send?.(probed)
})
// The listener alone must not keep a server alive that wants to end.
process.channel?.unref()

function look(): void {
  const [at, busy] = [performance.now(), busySoFar()]
  stallMs = Math.max(stallMs, at - lastAt - EVERY_MS)
  busyMs = Math.max(busyMs, busy - lastBusy)
  ;[lastAt, lastBusy] = [at, busy]
}

function busySoFar(): number {
  const { user, system } = threadCpuUsage()
  return (user + system) / 1_000
}
