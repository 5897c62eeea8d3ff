import { AppError } from '../../errors.ts'
import { SECOND_MS } from '../../lib/process/clock.ts'

/** A result may still be stored after the deadline, so the same call is soon worth repeating. */
const REPEAT_AFTER_SECONDS = 5

/**
 * Runs work with a deadline. Its signal is aborted at the deadline and when `cancelled` is.
 * @throws AppError `service_unavailable` at the deadline, even if the work ignores its signal.
 */
export async function withToolDeadline<T>(
  deadlineMs: number,
  cancelled: AbortSignal | null,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const cancel = () => controller.abort(cancelled?.reason)
  if (cancelled?.aborted === true) cancel()
  cancelled?.addEventListener('abort', cancel, { once: true })
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      const details = `No answer within ${deadlineMs / SECOND_MS} seconds.`
      const error = new AppError('service_unavailable', details, { retryAfterSeconds: REPEAT_AFTER_SECONDS })
      controller.abort(error)
      reject(error)
    }, deadlineMs)
  })
  try {
    return await Promise.race([work(controller.signal), tooLate])
  } finally {
    clearTimeout(timer)
    cancelled?.removeEventListener('abort', cancel)
  }
}
