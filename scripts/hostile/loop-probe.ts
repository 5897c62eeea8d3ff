import { threadCpuUsage } from 'node:process'

/**
 * `node --import ./scripts/hostile/loop-probe.ts …`: tells the parent process, whenever it asks, the longest stall of
 * the event loop since it last asked, and its use.
 */

/** What a server reports about itself. */
export interface Probed {
  /**
   * The longest time between two ticks of a timer beyond its interval, in ms; on a busy machine this includes other
   * processes.
   */
  stallMs: number
  /**
   * The most processor time that the answering thread used between two such ticks, in ms: what Quarry itself is
   * responsible for.
   */
  busyMs: number
  /** The share of the time since the last report that the event loop did not spend waiting. */
  utilization: number
  /** Memory in use now, in MB. */
  rssMb: number
}

const EVERY_MS = 10

let [stallMs, busyMs] = [0, 0]
let lastAt = performance.now()
let lastBusy = busySoFar()
let lastUse = performance.eventLoopUtilization()

setInterval(look, EVERY_MS).unref()

process.on('message', () => {
  look()
  const { utilization } = performance.eventLoopUtilization(lastUse)
  lastUse = performance.eventLoopUtilization()
  const probed: Probed = { stallMs, busyMs, utilization, rssMb: process.memoryUsage.rss() / 1_048_576 }
  ;[stallMs, busyMs] = [0, 0]
  process.send?.(probed)
})
// The listener alone must not keep a server alive.
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
