import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../lib/process/clock.ts'

/** Numbers and times as one reader writes them. */
export interface Format {
  language: string
  number: (value: number) => string
  /** Of a share between 0 and 1: "41 %", with one digit below ten. */
  percent: (share: number) => string
  /** "2 Oct 2026". */
  day: (at: Date) => string
  /** "2 Oct 2026, 10:41". */
  moment: (at: Date) => string
  /** "10:41". */
  time: (at: Date) => string
  /** "3 days ago" up to a week, then the day. */
  age: (at: Date) => string
  /** The same of a day without a time, `YYYY-MM-DD` in UTC: "today", "yesterday". */
  dayAge: (isoDay: string) => string
  /** "Portugal" for PT; what is no code of ISO 3166-1 comes back as it is. */
  country: (code: string) => string
}

/** @param timeZone of the reader; one that is not known is read as UTC. */
export function formatFor(language: string, timeZone: string | null, now: Date): Format {
  const zone = isKnownZone(timeZone) ? timeZone : 'UTC'
  const inZone = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, { ...options, timeZone: zone })
    return (at: Date) => format.format(at)
  }
  const number = new Intl.NumberFormat(language)
  const ago = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const day = inZone({ day: 'numeric', month: 'short', year: 'numeric' })
  const days = (past: number, at: Date): string => (Math.abs(past) <= 7 ? ago.format(-past, 'day') : day(at))
  return {
    language,
    country: (code) => (/^[A-Za-z]{2}$/.test(code) ? countryName(language, code) : code),
    dayAge: (isoDay) => {
      const at = new Date(isoDay)
      return days(Math.floor(now.getTime() / DAY_MS) - Math.floor(at.getTime() / DAY_MS), at)
    },
    number: (value) => number.format(value),
    percent: (share) =>
      new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: share < 0.1 ? 1 : 0 }).format(share),
    day,
    moment: inZone({ day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' }),
    time: inZone({ hour: '2-digit', minute: '2-digit' }),
    age: (at) => {
      const past = now.getTime() - at.getTime()
      if (Math.abs(past) < MINUTE_MS) return ago.format(0, 'second')
      if (Math.abs(past) < HOUR_MS) return ago.format(-Math.round(past / MINUTE_MS), 'minute')
      if (Math.abs(past) < DAY_MS) return ago.format(-Math.round(past / HOUR_MS), 'hour')
      return Math.abs(past) <= 7 * DAY_MS ? ago.format(-Math.round(past / DAY_MS), 'day') : day(at)
    },
  }
}

const countryName = (language: string, code: string): string =>
  new Intl.DisplayNames([language], { type: 'region' }).of(code.toUpperCase()) ?? code

function isKnownZone(timeZone: string | null): timeZone is string {
  if (timeZone === null) return false
  try {
    return Intl.DateTimeFormat(undefined, { timeZone }) !== null
  } catch {
    return false
  }
}
