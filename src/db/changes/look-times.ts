import { SECOND_MS } from '../../lib/process/clock.ts'

/** Times of looks are kept as seconds since 2000-01-01, four bytes each. */
const ORIGIN = Date.UTC(2000, 0, 1) / SECOND_MS

export const lookTime = (date: Date): number => Math.floor(date.getTime() / SECOND_MS) - ORIGIN

/** Seconds since 1970. */
export const secondsOf = (look: number): number => look + ORIGIN

/** Times kept of one thing, the newest: more than a year of weekly looks. */
export const LOOKS_KEPT = 60

/** The union of two lists of times, ascending, the newest kept: whatever order they are joined in, the same. */
export const joinedLooks = (a: string, b: string): string =>
  `(select array_agg(x order by x) from (select distinct x from unnest(coalesce(${a}, '{}') || coalesce(${b}, '{}')) x order by x desc limit ${LOOKS_KEPT}) kept)`
