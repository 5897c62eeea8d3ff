/** A time limit for work; its timer ends with it. */
export interface TimeLimit extends Disposable {
  /** Aborts when the time is over, or when one of the given signals does. */
  signal: AbortSignal
  /** Whether the time ran out. */
  isOver: () => boolean
}

/**
 * Replaces `AbortSignal.timeout`, which keeps itself and all its listeners alive until its time is up. It also avoids
 * `AbortSignal.any`: in Node 24, a result passed to another `any` stays in memory for the lifetime of the process, as it would
 * for every wait within a request within a visit.
 * @param others end the work as well
 */
export function timeLimit(ms: number, ...others: readonly AbortSignal[]): TimeLimit {
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new DOMException('It took too long.', 'TimeoutError')), ms)
  return {
    signal: others.length === 0 ? late.signal : AbortSignal.any([late.signal, ...others]),
    isOver: () => late.signal.aborted,
    [Symbol.dispose]: () => clearTimeout(timer),
  }
}

/** Runs `work` with a signal that aborts after `deadlineMs`, or when `parent` does. */
export async function withDeadline<T>(
  deadlineMs: number,
  parent: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  using limit = timeLimit(deadlineMs, ...(parent === undefined ? [] : [parent]))
  return await work(limit.signal)
}
