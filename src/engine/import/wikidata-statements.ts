import { isRecord } from '../../lib/text/json-record.ts'
import type { JsonRecord } from '../../lib/text/json-record.ts'
import { ownValue } from '../../lib/text/own-value.ts'

/**
 * What the statements of a Wikidata entity say (doc.wikimedia.org/Wikibase, "JSON format"). Dumps are edited by anybody and
 * filtered by all kinds of programs: whatever does not have the documented form is ignored.
 */

export interface Statement {
  value: unknown
  qualifiers: JsonRecord
}

/** Company files have no longer texts. */
const MAX_TEXT = 1_000
/** Precision of a time: 9 is a year, lower values are decades and centuries. */
const YEAR_PRECISION = 9
const ENDED = 'P582'

const records = (value: unknown): JsonRecord[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/**
 * The statements of a property that count: the preferred ones, otherwise the normal ones; of these, those with a value that
 * have not ended.
 */
export function statementsOf(claims: JsonRecord, property: string): Statement[] {
  const all = records(ownValue(claims, property)).filter(({ rank }) => rank !== 'deprecated')
  const preferred = all.filter(({ rank }) => rank === 'preferred')
  return (preferred.length > 0 ? preferred : all)
    .map(({ mainsnak, qualifiers }) => ({
      value: valueOf(mainsnak),
      qualifiers: isRecord(qualifiers) ? qualifiers : {},
    }))
    .filter(({ value, qualifiers }) => value !== undefined && !hasEnded(qualifiers))
}

/** The first value of a qualifier; undefined if there is none. */
export const qualifierOf = ({ qualifiers }: Statement, property: string): unknown =>
  records(ownValue(qualifiers, property))
    .map(valueOf)
    .find((value) => value !== undefined)

/** Unknown values (`somevalue`) and absent ones (`novalue`) have no data. */
const valueOf = (snak: unknown): unknown =>
  isRecord(snak) && isRecord(snak.datavalue) ? snak.datavalue.value : undefined

/** The day may be unknown. */
const hasEnded = (qualifiers: JsonRecord): boolean =>
  records(qualifiers[ENDED]).some(({ snaktype }) => snaktype !== 'novalue')

/** A string, or the text of a monolingual value; '' for anything else. */
export function textOfStatement(value: unknown): string {
  const text = isRecord(value) ? value.text : value
  return typeof text === 'string' && text.length <= MAX_TEXT ? text.trim() : ''
}

/** The id of an item, such as `Q42`; '' for anything else. */
export function itemOf(value: unknown): string {
  const id = isRecord(value) ? value.id : null
  return typeof id === 'string' && /^Q\d{1,15}$/.test(id) ? id : ''
}

/** `+1998-09-04T00:00:00Z` → `1998`; '' if it is not a year of the common era. */
export function yearOf(value: unknown): string {
  if (!isRecord(value) || (typeof value.precision === 'number' && value.precision < YEAR_PRECISION)) return ''
  return /^\+(\d{4})-/.exec(textOfStatement(value.time))?.[1] ?? ''
}

/** Days and years in sortable form, the latest last; '' for anything else. */
export const timeOf = (value: unknown): string =>
  isRecord(value) && yearOf(value) !== '' ? textOfStatement(value.time) : ''

/** `+1234` → `1234`; '' if it is not a number of people. */
export const quantityOf = (value: unknown): string =>
  isRecord(value) ? (/^\+?(\d{1,9})(?:\.0+)?$/.exec(textOfStatement(value.amount))?.[1] ?? '') : ''
