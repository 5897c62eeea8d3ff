import { isRecord } from '../../lib/text/json-record.ts'
import type { JsonRecord } from '../../lib/text/json-record.ts'
import { ownValue } from '../../lib/text/own-value.ts'

/**
 * What the statements of an entity of Wikidata say (doc.wikimedia.org/Wikibase, "JSON format"). Dumps are edited by anybody and
 * filtered by programs of all kinds: whatever is not of the documented form says nothing.
 */

export interface Statement {
  value: unknown
  qualifiers: JsonRecord
}

/** Longer texts are none that a company file has. */
const MAX_TEXT = 1_000
/** Of a time: 9 is a year, below are decades and centuries. */
const YEAR_PRECISION = 9
const ENDED = 'P582'

const records = (value: unknown): JsonRecord[] => (Array.isArray(value) ? value.filter(isRecord) : [])

/** The statements of a property that count: the preferred, else the normal ones; of these what has a value and has not ended. */
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

/** The first value of a qualifier; undefined without one. */
export const qualifierOf = ({ qualifiers }: Statement, property: string): unknown =>
  records(ownValue(qualifiers, property))
    .map(valueOf)
    .find((value) => value !== undefined)

/** Unknown values (`somevalue`) and those that are none (`novalue`) have no data. */
const valueOf = (snak: unknown): unknown =>
  isRecord(snak) && isRecord(snak.datavalue) ? snak.datavalue.value : undefined

/** On a day that nobody knows, perhaps. */
const hasEnded = (qualifiers: JsonRecord): boolean =>
  records(qualifiers[ENDED]).some(({ snaktype }) => snaktype !== 'novalue')

/** A string, or the text of a text in one language; '' for anything else. */
export function textOfStatement(value: unknown): string {
  const text = isRecord(value) ? value.text : value
  return typeof text === 'string' && text.length <= MAX_TEXT ? text.trim() : ''
}

/** The id of an item, as `Q42`; '' for anything else. */
export function itemOf(value: unknown): string {
  const id = isRecord(value) ? value.id : null
  return typeof id === 'string' && /^Q\d{1,15}$/.test(id) ? id : ''
}

/** `+1998-09-04T00:00:00Z` → `1998`; '' for what is not a year of our era. */
export function yearOf(value: unknown): string {
  if (!isRecord(value) || (typeof value.precision === 'number' && value.precision < YEAR_PRECISION)) return ''
  return /^\+(\d{4})-/.exec(textOfStatement(value.time))?.[1] ?? ''
}

/** Days and years in an order, the latest last; '' for what is none. */
export const timeOf = (value: unknown): string =>
  isRecord(value) && yearOf(value) !== '' ? textOfStatement(value.time) : ''

/** `+1234` → `1234`; '' for what is not a number of people. */
export const quantityOf = (value: unknown): string =>
  isRecord(value) ? (/^\+?(\d{1,9})(?:\.0+)?$/.exec(textOfStatement(value.amount))?.[1] ?? '') : ''
