import { setTimeout as sleep } from 'node:timers/promises'
import type { Call } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../lib/process/clock.ts'
import { RATE_LIMITS } from './rate-groups.ts'
import type { RateGroup, RateLimit } from './rate-groups.ts'

/** What the rate limits say about one request; the documented headers are made from it. */
export interface Counted {
  /** The ceiling of the clock hour, and what is left of it; null when limits are off. */
  hour: { limit: number; remaining: number; resetsAt: Date } | null
  /** The windows that really apply, for `RateLimit-Policy`. */
  policy: string
  refusal: AppError | null
}

interface Window {
  name: 'second' | 'minute' | 'hour'
  lengthMs: number
  limit: number
}

/** The longest that a request that comes too fast waits; beyond that it is refused. */
const MAX_WAIT_MS = SECOND_MS

/**
 * Counts one request of an account in the windows of its group. Within any second and any minute (sliding), no more requests
 * begin than the limit: one that comes too fast waits up to a second, or is refused with `rate_limit_exceeded`. A full clock
 * hour refuses with `too_many_requests`. Refused requests are not counted further; repeating them without pause is slowed down.
 */
export async function countRequest(call: Call, group: RateGroup): Promise<Counted> {
  const counted = await countIn(call, group)
  const { signal, hungUp, principal } = call
  if (counted.refusal !== null) await call.refusalPace(principal.rateKey, hungUp === null ? [signal] : [signal, hungUp])
  return counted
}

async function countIn(
  call: Pick<Call, 'clock' | 'config' | 'principal' | 'signal' | 'rateCounter'>,
  group: RateGroup,
): Promise<Counted> {
  const windows = windowsOf(RATE_LIMITS[group], call.config.rateLimit, group)
  const hour = windows.at(-1)
  if (hour === undefined) return { hour: null, policy: '', refusal: null }
  const sliding = windows.slice(0, -1)
  const now = call.clock.now().getTime()
  const policy = sliding.map(({ name, limit, lengthMs }) => `"${name}";q=${limit};w=${lengthMs / SECOND_MS}`).join(', ')
  const nameOf = ({ name }: Window): string => `${call.principal.rateKey}:${group}:${name}`
  let longest = 0
  for (const window of sliding) {
    const { limit, lengthMs } = window
    const waitMs = await call.rateCounter.take(nameOf(window), { limit, lengthMs, maxWaitMs: MAX_WAIT_MS }, now)
    if (waitMs > MAX_WAIT_MS) return refused(call, window, now + waitMs, now, { hour, policy })
    longest = Math.max(longest, waitMs)
  }
  const start = Math.floor(now / HOUR_MS)
  const resetsAt = (start + 1) * HOUR_MS
  const used = await call.rateCounter.count(`${nameOf(hour)}:${start}`, HOUR_MS, hour.limit)
  if (used > hour.limit) return refused(call, hour, resetsAt, now, { hour, policy })
  if (longest > 0) await sleep(longest, undefined, { signal: call.signal }).catch(() => undefined)
  return {
    hour: { limit: hour.limit, remaining: hour.limit - used, resetsAt: new Date(resetsAt) },
    policy,
    refusal: null,
  }
}

function windowsOf(limit: RateLimit, settings: Call['config']['rateLimit'], group: RateGroup): Window[] {
  if (settings.factor === 0) return []
  const scaled = (count: number) => Math.max(1, Math.floor(count * settings.factor))
  const perSecond = scaled(limit.perSecond)
  const perMinute = limit.perMinute === null ? null : scaled(limit.perMinute)
  const ceiling = perMinute === null ? 3_600 * perSecond : 60 * perMinute
  const second: Window = { name: 'second', lengthMs: SECOND_MS, limit: perSecond }
  const minute: Window[] = perMinute === null ? [] : [{ name: 'minute', lengthMs: MINUTE_MS, limit: perMinute }]
  const hour = Math.min(ceiling, settings.hourly[group] ?? ceiling)
  return [second, ...minute, { name: 'hour', lengthMs: HOUR_MS, limit: hour }]
}

function refused(
  call: Pick<Call, 'config'>,
  window: Window,
  reopensAt: number,
  now: number,
  known: { hour: Window; policy: string },
): Counted {
  const retryAfterSeconds = Math.max(1, Math.ceil((reopensAt - now) / SECOND_MS))
  const refusal =
    window.name === 'hour'
      ? new AppError('too_many_requests', `The hourly limit of ${window.limit} requests is reached.`, {
          retryAfterSeconds,
        })
      : new AppError(
          'rate_limit_exceeded',
          `Too many requests: at most ${window.limit} per ${window.name}. Retry in ${retryAfterSeconds} seconds.`,
          { retryAfterSeconds, status: call.config.rateLimit.status },
        )
  return {
    hour: { limit: known.hour.limit, remaining: 0, resetsAt: new Date(reopensAt) },
    policy: known.policy,
    refusal,
  }
}
