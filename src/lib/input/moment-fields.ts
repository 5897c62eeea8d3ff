import { z } from 'zod'
import { asText } from './field-kinds.ts'
import { field, read, refuse, saying } from './input-fields.ts'

/** A time in UTC between years 1 and 9999. PostgreSQL refuses others as out of range. */
const hasPlainYear = (iso: string): boolean => /^(?!0000)\d{4}-/.test(iso)

/** A time as PostgreSQL writes it, to the microsecond, handed back by a caller. */
export const ReturnedMoment = z.iso.datetime({ precision: 6 }).refine(hasPlainYear)

const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?) ?(Z|[+-]\d\d:\d\d)?)?$/i

/**
 * `since`: a calendar day or a time (ISO 8601), in UTC unless it names a zone, so that it means the same moment on every
 * machine. Read as a time in UTC, such as 2026-03-01T00:00:00.000Z.
 */
export const sinceField = (description: string) =>
  field<string>({ type: 'string', description }, (raw) => {
    const [, day = '', time = '00:00', zone = 'Z'] = MOMENT.exec(asText(raw) ?? '') ?? []
    const at = new Date(`${day}T${time}${zone.toUpperCase()}`)
    const isMoment = isDay(day) && !Number.isNaN(at.getTime()) && hasPlainYear(at.toISOString())
    return isMoment
      ? read(at.toISOString())
      : refuse('wrong_params', saying('since must be a date such as 2026-03-01, or a time in ISO 8601.', raw))
  })

/** February has no 30th, but `Date` reads it as the second of March. */
function isDay(text: string): boolean {
  const at = new Date(`${text}T00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}
