import type { Pool } from 'pg'
import { answerTogether } from '../../lib/process/answer-together.ts'

/** Admits requests one after the other when they come faster than a limit allows. */
export interface SlidingWindow {
  /** Requests within any period of `lengthMs`. */
  limit: number
  lengthMs: number
  /** A place further away is not taken. */
  maxWaitMs: number
}

/**
 * Takes the next place in the window `key` at `now` (epoch milliseconds).
 * @returns the time until that place, in milliseconds; if above `maxWaitMs`, none was taken.
 */
export type TakePlace = (key: string, window: SlidingWindow, now: number) => Promise<number>

interface Log {
  /** When requests were or will be admitted; ascending. Entries before `first` are forgotten. */
  times: number[]
  first: number
  until: number
}

/** With more windows than this, expired ones are dropped. */
const MANY = 10_000
/** Forgotten times are removed once this many have accumulated. */
const CUT_AT = 1_000

/** Windows of this process. */
export function windowsInMemory(): TakePlace {
  const logs = new Map<string, Log>()
  let sweepAt = MANY
  return (key, { limit, lengthMs, maxWaitMs }, now) => {
    const known = logs.get(key)
    // Further ahead than any place is taken: the clock was set back since.
    const isAhead = (known?.times.at(-1) ?? 0) > now + maxWaitMs
    const log = known === undefined || isAhead ? { times: [], first: 0, until: 0 } : known
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
 * A place that is too far away comes nearer only with time: until it is near enough, refusals are answered from memory, and
 * repeated requests need no statement.
 */
export function rememberingFull(take: TakePlace): TakePlace {
  const full = new Map<string, { seenAt: number; opensAt: number }>()
  return async (key, window, now) => {
    const known = full.get(key)
    // Unless the clock was set back.
    if (known !== undefined && known.seenAt <= now && known.opensAt - now > window.maxWaitMs) return known.opensAt - now
    const waitMs = await take(key, window, now)
    full.delete(key)
    if (waitMs <= window.maxWaitMs) return waitMs
    if (full.size >= MANY) full.clear()
    full.set(key, { seenAt: now, opensAt: now + waitMs })
    return waitMs
  }
}

/** Epoch milliseconds. */
const DATABASE_NOW = '(extract(epoch from statement_timestamp()) * 1000)::bigint'

/**
 * $1 keys, $2 now, $3 lengths, $4 limits, $5 longest waits: a place in each window. Places further ahead than any is taken come from
 * a clock that was set back since, and do not count. Rows are locked in the order of their keys while they change: nodes
 * take places in turn and never deadlock.
 */
const TAKE = `insert into speed_slides as s (key, times, wait, used_at)
  select key, array[now], 0, now from unnest($1::text[]) as key, coalesce($2::bigint, ${DATABASE_NOW}) as now order by key
  on conflict (key) do update set (times, wait, used_at) = (
    select case when at - excluded.used_at <= most then kept || at else kept end, at - excluded.used_at, excluded.used_at
    from (
      select most, kept, case when cardinality(kept) < places then excluded.used_at
        else greatest(excluded.used_at, kept[cardinality(kept) - places + 1] + length) end as at
      from (
        select length, places, most, array(select t from unnest(s.times) t
          where t > excluded.used_at - length and t <= excluded.used_at + most order by t) as kept
        from unnest($1::text[], $3::bigint[], $4::int[], $5::bigint[]) as asked (name, length, places, most)
        where name = excluded.key) log) place)
  returning key, wait`
const SWEEP = `delete from speed_slides where used_at < coalesce($1::bigint, ${DATABASE_NOW}) - $2::bigint`
const SWEEP_EVERY_MS = 60_000
/** Longer than any window. */
const KEPT_MS = 10 * 60_000
/** Places taken by one statement. */
const AT_ONCE = 100

interface Wanted {
  key: string
  window: SlidingWindow
  now: number
}

/**
 * Windows shared by all processes on a database: one statement takes places for many requests, but only one place per window.
 * @param usesDatabaseClock the clocks of machines differ, and a process whose clock is behind would not count what others have
 *   admitted; without it, the time is the caller's
 */
export function windowsInDatabase(pool: Pool, usesDatabaseClock: boolean): TakePlace {
  let sweepAt = 0

  async function takePlaces(wanted: readonly Wanted[]): Promise<number[]> {
    // One clock for all of them; they arrived within milliseconds.
    const now = Math.max(...wanted.map((each) => each.now))
    if (now >= sweepAt) {
      sweepAt = now + SWEEP_EVERY_MS
      await pool.query(SWEEP, [usesDatabaseClock ? null : now, KEPT_MS])
    }
    const values = [
      wanted.map(({ key }) => key),
      usesDatabaseClock ? null : now,
      wanted.map(({ window }) => window.lengthMs),
      wanted.map(({ window }) => window.limit),
      wanted.map(({ window }) => window.maxWaitMs),
    ]
    const { rows } = await pool.query<{ key: string; wait: number }>({ name: 'speed-slides', text: TAKE, values })
    const places = new Map(rows.map(({ key, wait }) => [key, wait]))
    return wanted.map(({ key }) => places.get(key) ?? 0)
  }

  const fits = ({ key }: Wanted, together: readonly Wanted[]): boolean =>
    together.length < AT_ONCE && together.every((other) => other.key !== key)
  const take = answerTogether(takePlaces, fits)
  return (key, window, now) => take('', { key, window, now })
}
