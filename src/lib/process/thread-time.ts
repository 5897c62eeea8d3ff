import { setTimeout as sleep } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import type { Worker } from 'node:worker_threads'

/** Positions in shared memory where a thread records that it has begun, its id, and the processor time it had used by then. */
const [BEGUN, THREAD, USED_MS] = [0, 1, 2]
const NUMBERS = 3
/** A computing thread answers at once as soon as it gets processor time. */
const ANSWER_MS = 3_000

export type ThreadStart = Int32Array<SharedArrayBuffer>

export const threadStart = (): ThreadStart =>
  new Int32Array(new SharedArrayBuffer(NUMBERS * Int32Array.BYTES_PER_ELEMENT))

/** Called by the thread. */
export function hasBegun(start: ThreadStart): void {
  start[THREAD] = threadId
  start[USED_MS] = milliseconds(process.threadCpuUsage())
  Atomics.store(start, BEGUN, 1)
  Atomics.notify(start, BEGUN)
}

/** Resolves when the thread has begun, or after `withinMs`. */
export async function untilBegun(start: ThreadStart, withinMs: number): Promise<void> {
  await Atomics.waitAsync(start, BEGUN, 0, withinMs).value
}

/** Milliseconds of processor time since the thread began its task; null if none of these threads answers. */
export async function usedMs(threads: readonly Worker[], start: ThreadStart): Promise<number | null> {
  const thread = threads.find((one) => one.threadId === start[THREAD])
  if (thread === undefined) return null
  const used = usageOf(thread).catch(() => null)
  const answer = await Promise.race([used, sleep(ANSWER_MS, null, { ref: false })])
  return answer === null ? null : milliseconds(answer) - (start[USED_MS] ?? 0)
}

/** The first releases of Node 24 lack this method: the call rejects there, as it does when the thread has ended. */
const usageOf = async (thread: Worker): Promise<NodeJS.CpuUsage> => await thread.cpuUsage()

const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => Math.round((user + system) / 1_000)
