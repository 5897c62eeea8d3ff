/**
 * Runs `work` with a signal that comes after `deadlineMs`, or when `parent` does. The timer ends with the work: one of
 * `AbortSignal.timeout` would keep itself, and all that listens to it, until its time has come.
 */
export async function withDeadline<T>(
  deadlineMs: number,
  parent: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const abort = (): void => controller.abort()
  const timer = setTimeout(abort, deadlineMs)
  parent?.addEventListener('abort', abort, { once: true })
  if (parent?.aborted === true) abort()
  try {
    return await work(controller.signal)
  } finally {
    clearTimeout(timer)
    parent?.removeEventListener('abort', abort)
  }
}
