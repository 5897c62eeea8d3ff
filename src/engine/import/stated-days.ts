import { lazily } from '../../lib/process/lazily.ts'
import { dropMarks } from '../../lib/text/fold-text.ts'

/** A day of a file in both ways in which it may be read, `YYYY-MM-DD`; mostly the same. */
export interface StatedDays {
  earliest: string
  latest: string
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt']
const MAX_CHARS = 60

/** Names of months, long and short, without marks → 1 to 12. */
const months = lazily(() => {
  const names = new Map<string, number>()
  for (const language of LANGUAGES)
    for (const style of ['long', 'short'] as const) {
      const calendar = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' })
      for (let month = 1; month <= 12; month++)
        names.set(dropMarks(calendar.format(Date.UTC(2000, month - 1, 1))).replace(/\.$/, ''), month)
    }
  return names
})

/**
 * Reads a date as files write it: `2026-03-14` (whatever follows), `14.03.2026`, `3/14/2026`, `14 de marzo de 2026`,
 * `March 2026`; a month alone counts as its first day. Days and months that could be exchanged (`03/04/2026`) give two days.
 * @returns null for anything else, and for days that do not exist
 */
export function statedDays(text: string): StatedDays | null {
  const said = dropMarks(text.trim().slice(0, MAX_CHARS))
  const days = [...numbered(said), ...written(said)].filter((day) => day !== null).toSorted()
  const [earliest] = days
  return earliest === undefined ? null : { earliest, latest: days.at(-1) ?? earliest }
}

/**
 * The day itself; null for a month alone, and for one that could be exchanged with its month unless the file tells which comes
 * first.
 */
export function statedDay(text: string, isDayFirst: boolean | null): string | null {
  const numbers = text.match(/\d+/g) ?? []
  const days = numbers.length + (/\p{L}{3}/u.test(text) ? 1 : 0) < 3 ? null : statedDays(text)
  if (days === null || days.earliest === days.latest) return days?.earliest ?? null
  const [one, two, year = ''] = numbers
  return isDayFirst === null ? null : isDayFirst ? dayOf(year, two, one) : dayOf(year, one, two)
}

function numbered(text: string): (string | null)[] {
  const [, year, month, day = '1'] = /^(\d{4})[-/.](\d\d?)(?:[-/.](\d\d?))?(?!\d)/.exec(text) ?? []
  if (year !== undefined) return [dayOf(year, month, day)]
  const [, one, mark, two, last] = /^(\d\d?)([./-])(?:(\d\d?)\2)?(\d{4})(?!\d)/.exec(text) ?? []
  if (last === undefined) return []
  if (two === undefined) return [dayOf(last, one, '1')]
  return mark === '.' ? [dayOf(last, two, one)] : [dayOf(last, two, one), dayOf(last, one, two)]
}

/** With the month in words, and its day before or after it. */
function written(text: string): (string | null)[] {
  const words = text.split(/[\s,]+/).map((word) => word.replace(/(?<=^\d\d?)(?:st|nd|rd|th|er)$|\.$/, ''))
  const month = words.map((word) => months().get(word)).find((one) => one !== undefined)
  const year = words.find((word) => /^\d{4}$/.test(word))
  const day = words.find((word) => /^\d\d?$/.test(word)) ?? '1'
  return month === undefined || year === undefined ? [] : [dayOf(year, String(month), day)]
}

function dayOf(year: string, month = '', day = ''): string | null {
  const said = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${said}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== said ? null : said
}
