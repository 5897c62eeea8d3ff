import { DAY_MS, HOUR_MS, isoDate, MINUTE_MS } from '../../lib/process/clock.ts'

/** Wall clocks of time zones, from the platform's data (the IANA time zone database). */

/** How far a zone's wall clock is ahead of UTC at an instant, both in milliseconds. */
export type OffsetAt = (instant: number) => number

const zones = new Map<string, OffsetAt>()
/** Zones change their offset on quarters of an hour. */
const QUARTER_MS = 15 * MINUTE_MS
/** Offsets remembered per zone: enough for a year of days, and bounded. */
const MAX_REMEMBERED = 50_000

/**
 * The offsets of a zone.
 * @throws RangeError for a name that is not a time zone.
 */
export function offsetsOf(timeZone: string): OffsetAt {
  const known = zones.get(timeZone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-u-hc-h23', {
    timeZone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  const remembered = new Map<number, number>()
  const offsetAt: OffsetAt = (instant) => {
    const quarter = Math.floor(instant / QUARTER_MS)
    const cached = remembered.get(quarter)
    if (cached !== undefined) return cached
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    const offset = wallClock(format, quarter * QUARTER_MS) - quarter * QUARTER_MS
    remembered.set(quarter, offset)
    return offset
  }
  zones.set(timeZone, offsetAt)
  return offsetAt
}

function wallClock(format: Intl.DateTimeFormat, instant: number): number {
  // "3/29/2026, 09:00:00": formatting it as a whole costs half as much as in parts.
  const [month = 1, day = 1, year = 0, hour = 0, minute = 0, second = 0] = (
    format.format(instant).match(/\d+/g) ?? []
  ).map(Number)
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/** Days since 1970-01-01 on the calendar of the zone. */
export const localDay = (instant: number, offsetAt: OffsetAt): number =>
  Math.floor((instant + offsetAt(instant)) / DAY_MS)

/** `YYYY-MM-DD` on the calendar of the zone. */
export const localDate = (instant: Date, timeZone: string): string =>
  isoDate(new Date(instant.getTime() + offsetsOf(timeZone)(instant.getTime())))

/** No zone is further from UTC. */
const FURTHEST_MS = 15 * HOUR_MS

/**
 * When the wall clock of a day shows a time between `from` and `to` (milliseconds since midnight, both inclusive): spans of
 * instants, in order. None if clocks skip that time, two if they show it twice.
 */
export function wallSpans(day: number, from: number, to: number, offsetAt: OffsetAt): [first: number, last: number][] {
  const midnight = day * DAY_MS
  const [early, late] = [midnight - FURTHEST_MS, midnight + DAY_MS + FURTHEST_MS]
  const [before, after] = [offsetAt(early), offsetAt(late)]
  if (before === after) return [[midnight + from - before, midnight + to - before]]
  const change = changeBetween(early, late, offsetAt)
  const spans: [number, number][] = [
    [midnight + from - before, Math.min(midnight + to - before, change - 1)],
    [Math.max(midnight + from - after, change), midnight + to - after],
  ]
  return spans.filter(([first, last]) => first <= last)
}

/** The first instant with the later offset. */
function changeBetween(early: number, late: number, offsetAt: OffsetAt): number {
  const after = offsetAt(late)
  let [low, high] = [Math.floor(early / QUARTER_MS), Math.floor(late / QUARTER_MS)]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (offsetAt(middle * QUARTER_MS) === after) high = middle
    else low = middle
  }
  return high * QUARTER_MS
}

/**
 * The same wall-clock time `days` later. If clocks skip it, as much later as they skip; if they show it twice, the first time.
 */
export function addLocalDays(instant: number, days: number, offsetAt: OffsetAt): number {
  const wall = instant + offsetAt(instant) + days * DAY_MS
  const [before, after] = [offsetAt(wall - FURTHEST_MS), offsetAt(wall + FURTHEST_MS)]
  const candidates = [wall - before, wall - after].filter((candidate) => candidate + offsetAt(candidate) === wall)
  return candidates.length === 0 ? wall - before : Math.min(...candidates)
}

/**
 * Dates (`YYYY-MM-DD`) of the last `days` days in a time zone, oldest first, today last; computed from noon to noon, so that no
 * clock change skips one.
 */
export function lastDates(now: Date, timeZone: string, days: number): string[] {
  const noon = Date.parse(`${localDate(now, timeZone)}T12:00:00Z`)
  return Array.from({ length: days }, (_, index) =>
    new Date(noon - (days - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  )
}
