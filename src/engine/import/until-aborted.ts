import { setImmediate } from 'node:timers/promises'

/** Bytes up to an abort, which is thrown at once, also while the source is silent. */
export async function* untilAborted(chunks: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer> {
  const source = chunks[Symbol.asyncIterator]()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  // Nobody may be waiting when it happens.
  aborted.catch(() => undefined)
  const onAbort = (): void => reject(signal.reason)
  signal.addEventListener('abort', onAbort)
  try {
    for (;;) {
      signal.throwIfAborted()
      const { value, done } = await Promise.race([source.next(), aborted])
      if (done === true) return
      yield value
    }
  } finally {
    signal.removeEventListener('abort', onAbort)
    // Not waited for: a source that is silent ends when it is heard of again.
    void source.return?.().catch(() => undefined)
  }
}

/** So long may reading keep signals and everybody else waiting. */
const TURN_MS = 50

/** A pause for others where reading has gone on for long without one; afterwards an abort is thrown. */
export function createPauses(signal?: AbortSignal): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < TURN_MS) return
    await setImmediate()
    signal?.throwIfAborted()
    since = performance.now()
  }
}
