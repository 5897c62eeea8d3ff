import type { IncomingMessage } from 'node:http'

/** How long a sender of a large body may take. */
export interface Patience {
  /** Longest time without a byte, while somebody waits for one. */
  idleMs: number
  /** Longest time in all. */
  totalMs: number
}

interface Limit {
  limitMs: number
  /** Ends the wait; the server says how. */
  giveUp: () => void
  timer: NodeJS.Timeout
}

const limits = new WeakMap<IncomingMessage, Limit>()

/** A body has to be there in whole by then, unless it is read patiently. Requests without one are not timed. */
export function limitBodyTime(request: IncomingMessage, limitMs: number, giveUp: () => void): void {
  const { 'content-length': length, 'transfer-encoding': coding } = request.headers
  if (coding === undefined && Number(length ?? 0) === 0) return
  const limit = { limitMs, giveUp, timer: setTimeout(giveUp, limitMs) }
  limits.set(request, limit)
  const stop = (): void => clearTimeout(limit.timer)
  request.once('end', stop).once('close', stop)
}

/** While a body waits for its turn to be read, its sender is not timed. @returns what continues with the time, from its start */
export function holdBodyTime(request: IncomingMessage): () => void {
  const limit = limits.get(request)
  if (limit === undefined) return () => undefined
  clearTimeout(limit.timer)
  return () => {
    if (!request.complete && !request.destroyed) limit.timer = setTimeout(limit.giveUp, limit.limitMs)
  }
}

/**
 * Reads a body that may take as long as its bytes keep coming. Until somebody begins to read, and for what is left when
 * nobody wants more, it has the time of any other body: those who may not send one have no more.
 */
export async function* readPatiently(
  request: IncomingMessage,
  { idleMs, totalMs }: Patience,
): AsyncGenerator<Buffer, void> {
  const limit = limits.get(request)
  const giveUp = limit?.giveUp ?? (() => request.destroy())
  clearTimeout(limit?.timer)
  const total = setTimeout(giveUp, totalMs)
  // Left as it is, the connection can still carry the answer that explains why nobody wants more.
  const chunks = request.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer>
  try {
    for (;;) {
      // Only the wait counts: how long the chunk is worked on is not the sender's fault.
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
