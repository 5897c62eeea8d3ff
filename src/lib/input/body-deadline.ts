import type { IncomingMessage } from 'node:http'

/** How long the sender of a large body may take. */
export interface Patience {
  /** Longest time without a byte while the reader waits for one. */
  idleMs: number
  /** Longest time overall. */
  totalMs: number
}

interface Limit {
  limitMs: number
  /** Ends the wait; the server decides how. */
  giveUp: () => void
  timer: NodeJS.Timeout
}

const limits = new WeakMap<IncomingMessage, Limit>()

/** Gives a body this long to arrive completely, unless it is read with `readPatiently`. Requests without a body are not timed. */
export function limitBodyTime(request: IncomingMessage, limitMs: number, giveUp: () => void): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  if (coding === undefined && Number(length ?? 0) === 0) return
  const limit = { limitMs, giveUp, timer: setTimeout(giveUp, limitMs) }
  limits.set(request, limit)
  const stop = (): void => clearTimeout(limit.timer)
  request.once('end', stop).once('close', stop)
}

/**
 * Stops timing the sender while the body waits its turn to be read. @returns a function that restarts the time from the
 * beginning
 */
export function holdBodyTime(request: IncomingMessage): () => void {
  const limit = limits.get(request)
  if (limit === undefined) return () => undefined
  clearTimeout(limit.timer)
  return () => {
    if (!request.complete && !request.destroyed) limit.timer = setTimeout(limit.giveUp, limit.limitMs)
  }
}

/**
 * Reads a body that may take as long as its bytes keep coming. Before the first read, and for anything left after the last, it
 * has the same time as any other body, so that senders who may not upload get no more.
 */
export async function* readPatiently(
  request: IncomingMessage,
  { idleMs, totalMs }: Patience,
): AsyncGenerator<Buffer, void> {
  const limit = limits.get(request)
  const giveUp = limit?.giveUp ?? (() => request.destroy())
  clearTimeout(limit?.timer)
  const total = setTimeout(giveUp, totalMs)
  // Left intact, the connection can still carry the answer that explains why reading stopped.
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  try {
    for (;;) {
      // Only the wait counts: the time spent processing the chunk is not the sender's fault.
      const idle = setTimeout(giveUp, idleMs)
      const { value, done } = await chunks.next().finally(() => clearTimeout(idle))
      if (done === true) return
      yield value
    }
  } finally {
    clearTimeout(total)
    await chunks.return?.()
    if (limit !== undefined && !request.complete && !request.destroyed) limit.timer = setTimeout(giveUp, limit.limitMs)
  }
}
