import { setTimeout as sleep } from 'node:timers/promises'

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 2_000

/**
 * Repeats `work`, with longer and longer pauses, until it succeeds.
 * @throws its last error once `forMs` have passed or `signal` says that nobody waits any longer
 */
export async function keepTrying<T>(
  work: () => Promise<T>,
  { forMs, signal }: { forMs: number; signal: AbortSignal },
): Promise<T> {
  const endsAt = performance.now() + forMs
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await work()
    } catch (error) {
      if (signal.aborted || performance.now() + pauseMs > endsAt) throw error
      await sleep(pauseMs)
    }
  }
}
