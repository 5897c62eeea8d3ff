import { AppError } from '../../errors.ts'
import { SECOND_MS } from '../../lib/process/clock.ts'
import { createTtlMap } from '../../lib/process/ttl-map.ts'

/**
 * How a message counts depends on its body, so the first rate-limit refusals come after reading it. A client that continues
 * regardless is refused before another body is read.
 */
export interface RefusalLimit {
  /** Throws AppError `rate_limit_exceeded` when too many messages of this caller have just been refused. */
  check: (caller: string) => void
  /** Records that a message of this caller was refused by the rate limit. */
  note: (caller: string) => void
}

/** Per caller, within a second. */
const MAX_REFUSALS = 10
const MAX_CALLERS = 10_000

export function refusalLimit(): RefusalLimit {
  /** When the latest messages were refused, oldest first; milliseconds of the monotonic clock. */
  const refused = createTtlMap<readonly number[]>(SECOND_MS, MAX_CALLERS)
  return {
    check: (caller) => {
      const times = refused.get(caller) ?? []
      const oldest = times.at(-MAX_REFUSALS)
      if (oldest !== undefined && performance.now() - oldest < SECOND_MS) throw tooMany()
    },
    note: (caller) => {
      refused.set(caller, [...(refused.get(caller) ?? []), performance.now()].slice(-MAX_REFUSALS))
    },
  }
}

const tooMany = (): AppError =>
  new AppError('rate_limit_exceeded', 'Too many requests have just been refused. Retry in 1 second.', {
    retryAfterSeconds: 1,
    status: 429,
  })
