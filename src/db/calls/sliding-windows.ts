import type { Pool } from 'pg'

/** Requests that come faster than a limit allows, let in one after another. */
export interface SlidingWindow {
  /** Requests within any span of `lengthMs`. */
  limit: number
  lengthMs: number
  /** A place that is further away is not taken. */
  maxWaitMs: number
}

/**
 * Takes the next place in the window `key` at `now` (epoch milliseconds).
 * @returns how far away it is, in milliseconds; above `maxWaitMs` none was taken.
 */
export type TakePlace = (key: string, window: SlidingWindow, now: number) => Promise<number>

interface Log {
  /** When requests were, or will be, let in; ascending. Those before `first` are forgotten. */
  times: number[]
  first: number
  until: number
}

/** Beyond so many windows those that have passed are dropped. */
const MANY = 10_000
/** Forgotten times are cut off when so many have gathered. */
const CUT_AT = 1_000

/** Windows of this process. */
export function windowsInMemory(): TakePlace {
  const logs = new Map<string, Log>()
  let sweepAt = MANY
  return (key, { limit, lengthMs, maxWaitMs }, now) => {
    const log = logs.get(key) ?? { times: [], first: 0, until: 0 }
    while (log.first < log.times.length && (log.times[log.first] ?? 0) <= now - lengthMs) log.first++
    if (log.first >= CUT_AT) {
      log.times.splice(0, log.first)
      log.first = 0
    }
    const { times } = log
    const oldest = times.length - log.first < limit ? undefined : times[times.length - limit]
    const at = oldest === undefined ? now : Math.max(now, oldest + lengthMs)
    if (at - now > maxWaitMs) return Promise.resolve(at - now)
    times.push(at)
    log.until = at + lengthMs
    logs.set(key, log)
    if (logs.size > sweepAt) {
      for (const [name, { until }] of logs) if (until <= now) logs.delete(name)
      sweepAt = Math.max(MANY, 2 * logs.size)
    }
    return Promise.resolve(at - now)
  }
}

/**
 * A place that is too far away comes nearer by time alone: until it is near enough, refusals are answered from memory.
 * Whoever repeats them costs no statement.
 */
export function rememberingFull(take: TakePlace): TakePlace {
  const full = new Map<string, { seenAt: number; opensAt: number }>()
  return async (key, window, now) => {
    const known = full.get(key)
    // A clock that was set back knows nothing of it.
    if (known !== undefined && known.seenAt <= now && known.opensAt - now > window.maxWaitMs) return known.opensAt - now
    const waitMs = await take(key, window, now)
    full.delete(key)
    if (waitMs <= window.maxWaitMs) return waitMs
    if (full.size >= MANY) full.clear()
    full.set(key, { seenAt: now, opensAt: now + waitMs })
    return waitMs
  }
}

/** $1 key, $2 now, $3 length, $4 limit, $5 longest wait. The row is locked while it changes: nodes take places in turn. */
const TAKE = `insert into speed_slides as s (key, times, wait, used_at) values ($1, array[$2::bigint], 0, $2)
  on conflict (key) do update set (times, wait, used_at) = (
    select case when at - $2::bigint <= $5::bigint then kept || at else kept end, at - $2::bigint, $2::bigint
    from (
      select kept, case when cardinality(kept) < $4::int then $2::bigint
        else greatest($2::bigint, kept[cardinality(kept) - $4::int + 1] + $3::bigint) end as at
      from (select array(select t from unnest(s.times) t where t > $2::bigint - $3::bigint order by t) as kept) log) place)
  returning wait`
const SWEEP = 'delete from speed_slides where used_at < $1'
const SWEEP_EVERY_MS = 60_000
/** Longer than any window. */
const KEPT_MS = 10 * 60_000

/** Windows that all processes of a database share. */
export function windowsInDatabase(pool: Pool): TakePlace {
  let sweepAt = 0
  return async (key, { limit, lengthMs, maxWaitMs }, now) => {
    if (now >= sweepAt) {
      sweepAt = now + SWEEP_EVERY_MS
      await pool.query(SWEEP, [now - KEPT_MS])
    }
    const values = [key, now, lengthMs, limit, maxWaitMs]
    const { rows } = await pool.query<{ wait: number }>({ name: 'speed-slide', text: TAKE, values })
    return rows[0]?.wait ?? 0
  }
}
