import { setImmediate } from 'node:timers/promises'

/** Bytes up to an abort, which is thrown at once, even while the source is silent. */
export async function* untilAborted(chunks: AsyncIterable<Buffer>, signal: AbortSignal): AsyncGenerator<Buffer> {
  const source = chunks[Symbol.asyncIterator]()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  // Nothing may be waiting when it happens.
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
    // Not awaited: a silent source ends when it next produces something.
    void source.return?.().catch(() => undefined)
  }
}

/** How long reading may keep signals and all other work waiting. */
const TURN_MS = 50

/** Pauses for other work if reading has gone on for long without a pause; then throws if aborted. */
export function createPauses(signal?: AbortSignal): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < TURN_MS) return
    await setImmediate()
    signal?.throwIfAborted()
    since = performance.now()
  }
}
