import { setTimeout as sleep } from 'node:timers/promises'

/** Waits at least this long, although a timer may fire slightly early. An abort ends the wait; the caller checks the signal. */
export async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  const until = performance.now() + ms
  for (let left = ms; left > 0 && !signal.aborted; left = until - performance.now())
    await sleep(Math.ceil(left), undefined, { signal }).catch(() => undefined)
}
