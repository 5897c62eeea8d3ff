import { DAY_MS, SECOND_MS } from '../../lib/process/clock.ts'
import { localDay, offsetsOf, wallSpans } from './zone-time.ts'
import type { OffsetAt } from './zone-time.ts'

/** Days and hours in which mail may be sent, by the wall clock of a time zone. */
export interface SendingWindow {
  /** 0 is Sunday. */
  days: readonly number[]
  /** Seconds since midnight, both inclusive. */
  startSeconds: number
  endSeconds: number
  timeZone: string
}

export interface OpenHours {
  /** The first instant from `instant` to `horizon` that is inside the window; null if there is none. */
  next: (instant: number, horizon: number) => number | null
  /** Days since 1970 on the window's calendar. */
  dayOf: (instant: number) => number
  /** The first instant of a day on the window's calendar. */
  startOf: (day: number) => number
}

/** 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => (((day + 4) % 7) + 7) % 7

/** @throws RangeError for a time zone that does not exist. */
export function openHours({ days, startSeconds, endSeconds, timeZone }: SendingWindow): OpenHours {
  const offsetAt = offsetsOf(timeZone)
  const open = new Set(days)
  const known = new Map<number, readonly (readonly [first: number, last: number])[]>()

  function spansOf(day: number): readonly (readonly [first: number, last: number])[] {
    if (!open.has(weekdayOf(day))) return []
    const remembered = known.get(day)
    if (remembered !== undefined) return remembered
    const spans = wallSpans(day, startSeconds * SECOND_MS, endSeconds * SECOND_MS, offsetAt)
    known.set(day, spans)
    return spans
  }

  const { dayOf, startOf } = calendarOf(timeZone)
  return {
    dayOf,
    startOf,
    next: (instant, horizon) => {
      for (let day = dayOf(instant); day <= dayOf(horizon); day++) {
        const span = spansOf(day).find(([, last]) => last >= instant)
        if (span !== undefined) return Math.max(span[0], instant)
      }
      return null
    },
  }
}

/** For a skipped day (a country may change sides of the date line), that of the next day. */
function firstOfDay(day: number, offsetAt: OffsetAt): number {
  const [span] = wallSpans(day, 0, DAY_MS - 1, offsetAt)
  return span === undefined ? firstOfDay(day + 1, offsetAt) : span[0]
}

/** The first instant of the day that contains `instant` in a time zone, or of the day `daysLater` after it. */
export function startOfDay(timeZone: string, instant: number, daysLater: number): number {
  const { dayOf, startOf } = calendarOf(timeZone)
  return startOf(dayOf(instant) + daysLater)
}

/** The days of a time zone, regardless of hours. */
export function calendarOf(timeZone: string): Pick<OpenHours, 'dayOf' | 'startOf'> {
  const offsetAt = offsetsOf(timeZone)
  return { dayOf: (instant) => localDay(instant, offsetAt), startOf: (day) => firstOfDay(day, offsetAt) }
}

/** A year has every weekday in every zone, and every offset of each. */
const YEAR_MS = 366 * DAY_MS

/** Whether both windows are ever open at once, in the year that begins at an instant. */
export const openTogether = (first: SendingWindow, second: SendingWindow, instant: number): boolean =>
  nextInBoth(openHours(first), openHours(second), instant, instant + YEAR_MS) !== null

/** Like `next`, for a time inside both windows. */
export function nextInBoth(first: OpenHours, second: OpenHours, instant: number, horizon: number): number | null {
  let at: number | null = instant
  while (at !== null) {
    const inFirst = first.next(at, horizon)
    const inSecond = inFirst === null ? null : second.next(inFirst, horizon)
    if (inSecond === inFirst) return inFirst
    at = inSecond
  }
  return null
}
