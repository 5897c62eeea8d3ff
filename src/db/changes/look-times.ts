import { SECOND_MS } from '../../lib/process/clock.ts'

/** Times of looks are stored as seconds since 2000-01-01, four bytes each. */
const ORIGIN = Date.UTC(2000, 0, 1) / SECOND_MS

export const lookTime = (date: Date): number => Math.floor(date.getTime() / SECOND_MS) - ORIGIN

/** Seconds since 1970. */
export const secondsOf = (look: number): number => look + ORIGIN

/** The number of newest times kept for one thing: more than a year of weekly looks. */
export const LOOKS_KEPT = 60

/** The union of two lists of times, ascending, limited to the newest: the result does not depend on the order of joining. */
export const joinedLooks = (a: string, b: string): string =>
  `(select array_agg(x order by x) from (select distinct x from unnest(coalesce(${a}, '{}') || coalesce(${b}, '{}')) x order by x desc limit ${LOOKS_KEPT}) kept)`
