import { setTimeout as sleep } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'
import type { Worker } from 'node:worker_threads'

/** Numbers of shared memory in which a thread says that it has begun, which one it is, and what it had used by then. */
const [BEGUN, THREAD, USED_MS] = [0, 1, 2]
const NUMBERS = 3
/** A thread that computes answers at once where it is let run at all. */
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

/** Ends when the thread has begun, or `withinMs` later. */
export async function untilBegun(start: ThreadStart, withinMs: number): Promise<void> {
  await Atomics.waitAsync(start, BEGUN, 0, withinMs).value
}

/** Milliseconds of processor since the thread began; null where none of these threads answers. */
export async function usedMs(threads: readonly Worker[], start: ThreadStart): Promise<number | null> {
  const thread = threads.find((one) => one.threadId === start[THREAD])
  if (thread === undefined) return null
  const used = usageOf(thread).catch(() => null)
  const answer = await Promise.race([used, sleep(ANSWER_MS, null, { ref: false })])
  return answer === null ? null : milliseconds(answer) - (start[USED_MS] ?? 0)
}

/** The first releases of Node 24 have no such method: it rejects there, as where the thread has ended. */
const usageOf = async (thread: Worker): Promise<NodeJS.CpuUsage> => await thread.cpuUsage()

const milliseconds = ({ user, system }: NodeJS.CpuUsage): number => Math.round((user + system) / 1_000)
