import { setTimeout as sleep } from 'node:timers/promises'

/** Not shorter than it says, though a timer may end a little early. An abort ends it; the caller looks at the signal. */
export async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  const until = performance.now() + ms
  for (let left = ms; left > 0 && !signal.aborted; left = until - performance.now())
    await sleep(Math.ceil(left), undefined, { signal }).catch(() => undefined)
}
