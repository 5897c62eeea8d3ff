import type { Call } from '../context.ts'
import { AppError } from '../errors.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../lib/clock.ts'
import { SPEED_LIMITS } from './speed-groups.ts'
import type { SpeedGroup, SpeedLimit } from './speed-groups.ts'

/** What the speed counters say of one request; the documented headers are made from it. */
export interface Turn {
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

/**
 * Counts one request of an account in the windows of its group (fixed clock windows). A full second or minute refuses
 * with `rate_limit_exceeded`, a full hour with `too_many_requests`; refused requests are not counted further.
 */
export async function takeTurn(call: Call, group: SpeedGroup): Promise<Turn> {
  const windows = windowsOf(SPEED_LIMITS[group], call.config.rateLimit, group)
  const hour = windows.at(-1)
  if (hour === undefined) return { hour: null, policy: '', refusal: null }
  const now = call.clock.now().getTime()
  const policy = windows
    .slice(0, -1)
    .map(({ name, limit, lengthMs }) => `"${name}";q=${limit};w=${lengthMs / SECOND_MS}`)
  let remaining = hour.limit
  for (const window of windows) {
    const start = Math.floor(now / window.lengthMs)
    const used = await call.speedCounter.count(
      `${call.principal.speedKey}:${group}:${window.name}:${start}`,
      window.lengthMs,
    )
    const reopensAt = (start + 1) * window.lengthMs
    if (used > window.limit) return refused(call, window, reopensAt, now, { hour, policy: policy.join(', ') })
    if (window === hour) remaining = hour.limit - used
  }
  const resetsAt = new Date((Math.floor(now / HOUR_MS) + 1) * HOUR_MS)
  return { hour: { limit: hour.limit, remaining, resetsAt }, policy: policy.join(', '), refusal: null }
}

function windowsOf(limit: SpeedLimit, settings: Call['config']['rateLimit'], group: SpeedGroup): Window[] {
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
  call: Call,
  window: Window,
  reopensAt: number,
  now: number,
  known: { hour: Window; policy: string },
): Turn {
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
