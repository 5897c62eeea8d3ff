import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/process/clock.ts'

/** Numbers and times in one reader's format. */
export interface Format {
  language: string
  number: (value: number) => string
  /** For a share between 0 and 1: "41 %", with one decimal below ten. */
  percent: (share: number) => string
  /** "2 Oct 2026"; a date without a time, `YYYY-MM-DD`, is the same in every zone. */
  day: (at: Date | string) => string
  /** "2 Oct 2026, 10:41". */
  moment: (at: Date) => string
  /** "10:41" today; on another day with the date. */
  time: (at: Date) => string
  /** "3 days ago" up to a week, then the date. */
  age: (at: Date) => string
  /** "in 12 seconds", "in 3 hours", for a wait in seconds. */
  ahead: (seconds: number) => string
  /** The same for a date without a time, `YYYY-MM-DD` in UTC: "today", "yesterday". */
  dayAge: (isoDay: string) => string
  /** "Portugal" for PT; text that is not an ISO 3166-1 code is returned unchanged. */
  country: (code: string) => string
}

/** The platform's formatters for one language and zone: each takes as long to create as a small page. */
interface Formatters {
  number: Intl.NumberFormat
  percent: Intl.NumberFormat
  smallPercent: Intl.NumberFormat
  ago: Intl.RelativeTimeFormat
  day: Intl.DateTimeFormat
  dayInUtc: Intl.DateTimeFormat
  moment: Intl.DateTimeFormat
  time: Intl.DateTimeFormat
  region: Intl.DisplayNames
}

/** Units of waits, their seconds, and up to how many seconds each is used. */
const STEPS = [
  ['second', 1, 90],
  ['minute', 60, 5_400],
  ['hour', 3_600, 129_600],
  ['day', 86_400, Infinity],
] as const

/** By language and zone. */
const made = new Map<string, Formatters>()
const MAX_MADE = 50

/** @param timeZone of the reader; an unknown one is treated as UTC. */
export function formatFor(language: string, timeZone: string | null, now: Date): Format {
  const { number, percent, smallPercent, ago, region, ...zoned } = formattersOf(language, timeZone ?? 'UTC')
  const day = (at: Date | string): string =>
    isDayAlone(at) ? zoned.dayInUtc.format(new Date(at)) : zoned.day.format(new Date(at))
  const days = (past: number, at: Date | string): string => (Math.abs(past) <= 7 ? ago.format(-past, 'day') : day(at))
  return {
    language,
    country: (code) => (/^[A-Za-z]{2}$/.test(code) ? (region.of(code.toUpperCase()) ?? code) : code),
    dayAge: (isoDay) => {
      const past = Math.floor(now.getTime() / DAY_MS) - Math.floor(Date.parse(isoDay) / DAY_MS)
      return days(past, isoDay)
    },
    ahead: (seconds) => {
      const [unit, size] = STEPS.find(([, , most]) => seconds <= most) ?? STEPS[0]
      return ago.format(Math.ceil(seconds / size), unit)
    },
    number: (value) => number.format(value),
    percent: (share) => (share < 0.1 ? smallPercent : percent).format(share),
    day,
    moment: (at) => zoned.moment.format(at),
    time: (at) => (day(at) === day(now) ? zoned.time : zoned.moment).format(at),
    age: (at) => {
      const past = now.getTime() - at.getTime()
      if (Math.abs(past) < MINUTE_MS) return ago.format(0, 'second')
      if (Math.abs(past) < HOUR_MS) return ago.format(-Math.round(past / MINUTE_MS), 'minute')
      if (Math.abs(past) < DAY_MS) return ago.format(-Math.round(past / HOUR_MS), 'hour')
      return days(Math.round(past / DAY_MS), at)
    },
  }
}

/** "2026-10-02": a calendar date, which no zone shifts. */
export const isDayAlone = (at: Date | string | null | undefined): at is string =>
  typeof at === 'string' && /^\d{4}-\d\d-\d\d$/.test(at)

function formattersOf(language: string, timeZone: string): Formatters {
  const key = `${language} ${timeZone}`
  const known = made.get(key)
  if (known !== undefined) return known
  if (made.size >= MAX_MADE) made.clear()
  const zone = isKnownZone(timeZone) ? timeZone : 'UTC'
  const inZone = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { timeZone: zone, ...options })
  const dayOnly = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const formatters: Formatters = {
    number: new Intl.NumberFormat(language),
    percent: new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }),
    smallPercent: new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 }),
    ago: new Intl.RelativeTimeFormat(language, { numeric: 'auto' }),
    day: inZone(dayOnly),
    dayInUtc: inZone({ ...dayOnly, timeZone: 'UTC' }),
    moment: inZone({ ...dayOnly, hour: '2-digit', minute: '2-digit' }),
    time: inZone({ hour: '2-digit', minute: '2-digit' }),
    region: new Intl.DisplayNames([language], { type: 'region' }),
  }
  made.set(key, formatters)
  return formatters
}

function isKnownZone(timeZone: string): boolean {
  try {
    return Intl.DateTimeFormat(undefined, { timeZone }) !== null
  } catch {
    return false
  }
}
