/** A time that work may take; its timer ends with it. */
export interface TimeLimit extends Disposable {
  /** Comes when the time is over, or when another one does that it was made with. */
  signal: AbortSignal
  /** Whether it was the time. */
  isOver: () => boolean
}

/**
 * The one of `AbortSignal.timeout` is not used: it keeps itself, and all that listens to it, until its time has come. And what
 * `AbortSignal.any` makes of it Node (24) keeps for as long as the process lives, once that goes into another `any`; a wait within
 * a request within a visit does so each time.
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

/** Runs `work` with a signal that comes after `deadlineMs`, or when `parent` does. */
export async function withDeadline<T>(
  deadlineMs: number,
  parent: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  using limit = timeLimit(deadlineMs, ...(parent === undefined ? [] : [parent]))
  return await work(limit.signal)
}
