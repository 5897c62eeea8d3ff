import { readFileSync } from 'node:fs'
import { isRecord } from '../../lib/text/json-record.ts'
import type { JsonRecord } from '../../lib/text/json-record.ts'
import { websiteDomain } from './company-website.ts'
import { industryOfFile } from '../../lib/vocabulary/told-industries.ts'
import {
  quantityOf,
  itemOf,
  qualifierOf,
  statementsOf,
  textOfStatement,
  timeOf,
  yearOf,
} from './wikidata-statements.ts'
import type { Statement } from './wikidata-statements.ts'
import { ownValue } from '../../lib/text/own-value.ts'

/**
 * Entities remembered with label and domain: the first ones, because what others refer to (industries, cities) is old and comes
 * early in dumps. They take some 30 MB.
 */
const MAX_KNOWN = 100_000
/** Longer labels are not remembered. */
const MAX_LABEL = 200
const MAX_VALUES = 20
const HUMAN = 'Q5'

interface KnownItem {
  label: string
  /** Of its web site, or ''. */
  domain: string
}

type KnownItems = ReadonlyMap<string, KnownItem>
type Row = Readonly<Record<string, string>>

/**
 * Reads Wikidata entities as rows, in file order: columns are named after the properties. An entity refers to others by id;
 * their names are known if they came earlier (among the first 100,000 entities).
 * @returns a row of empty cells for an entity that is not a company (a person, a property, or one with neither web site nor
 * country); null if it is not an entity.
 */
export function createEntityReader(): (record: unknown) => Map<string, string> | null {
  const known = new Map<string, KnownItem>()
  return (record) => {
    if (!isRecord(record) || !isEntity(record)) return null
    const claims = isRecord(record.claims) ? record.claims : {}
    if (!record.id.startsWith('Q') || statementsOf(claims, 'P31').some(({ value }) => itemOf(value) === HUMAN))
      return NO_ROW
    const label = termOf(record.labels)
    const row = rowOf(claims, known, { label, description: termOf(record.descriptions) })
    if (known.size < MAX_KNOWN && label !== '' && label.length <= MAX_LABEL)
      known.set(record.id, { label, domain: websiteDomain(row.P856 ?? '') ?? '' })
    return row.P856 === '' && row.P17 === '' ? NO_ROW : new Map(Object.entries(row))
  }
}

/** Items, and the properties and lexemes among them. */
const isEntity = (record: JsonRecord): record is JsonRecord & { id: string } =>
  typeof record.id === 'string' &&
  /^[QPL]\d{1,15}$/.test(record.id) &&
  (isRecord(record.claims) || isRecord(record.labels))

/** The term in English, in no particular language, or in any. */
function termOf(terms: unknown): string {
  if (!isRecord(terms)) return ''
  const words = [terms.en, terms.mul, ...Object.values(terms)]
  for (const term of words) if (isRecord(term) && textOfStatement(term.value) !== '') return textOfStatement(term.value)
  return ''
}

function rowOf(claims: JsonRecord, known: KnownItems, terms: { label: string; description: string }) {
  const texts = (property: string): string[] =>
    statementsOf(claims, property)
      .map(({ value }) => textOfStatement(value))
      .filter((text) => text !== '')
  const first = (property: string): string => texts(property)[0] ?? ''
  const several = (property: string): string => texts(property).slice(0, MAX_VALUES).join(';')
  return {
    ...terms,
    P856: texts('P856').find((url) => websiteDomain(url) !== null) ?? '',
    P1448: first('P1448'),
    ...industriesOf(claims, known),
    P571: yearOf(statementsOf(claims, 'P571')[0]?.value),
    P1128: employeesOf(claims),
    ...seatOf(claims, known),
    P249: first('P249') || tickerOf(claims),
    P749: parentOf(claims, known),
    P1329: several('P1329'),
    P968: several('P968').replace(/(^|;)mailto:/gi, '$1'),
    P4264: first('P4264'),
    P2002: first('P2002'),
    P2013: first('P2013'),
    P2003: first('P2003'),
    P2088: first('P2088'),
  } satisfies Row
}

function industriesOf(claims: JsonRecord, known: KnownItems) {
  const labels = statementsOf(claims, 'P452')
    .slice(0, MAX_VALUES)
    .map(({ value }) => known.get(itemOf(value))?.label ?? '')
    .filter((label) => label !== '')
  const named = labels.find((label) => industryOfFile(label) !== null) ?? labels[0] ?? ''
  return { P452: named, 'P452 others': labels.filter((label) => label !== named).join(';') }
}

/** Of several counts, the newest. */
function employeesOf(claims: JsonRecord): string {
  const counts = statementsOf(claims, 'P1128').map((statement) => ({
    count: quantityOf(statement.value),
    at: timeOf(qualifierOf(statement, 'P585')),
  }))
  let newest = { count: '', at: '' }
  for (const each of counts) if (each.count !== '' && (newest.count === '' || each.at > newest.at)) newest = each
  return newest.count
}

const COUNTRIES = new Map(
  readFileSync(new URL('./lists/wikidata-countries.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => [line.slice(4), line.slice(0, 3)] as const),
)

/**
 * The seat says more precisely than the company in which country it is. Without a city there is no address: it would mean
 * nothing beside another source's city.
 */
function seatOf(claims: JsonRecord, known: KnownItems) {
  const [seat] = statementsOf(claims, 'P159')
  const of = (property: string): unknown => (seat === undefined ? undefined : qualifierOf(seat, property))
  const countries = [of('P17'), ...statementsOf(claims, 'P17').map(({ value }) => value)]
  const country = countries.map((value) => COUNTRIES.get(itemOf(value))).find((code) => code !== undefined)
  const city = known.get(itemOf(seat?.value))?.label ?? ''
  const point = city === '' ? undefined : of('P625')
  return {
    P17: country ?? '',
    P159: city,
    P281: city === '' ? '' : textOfStatement(of('P281')),
    P6375: city === '' ? '' : textOfStatement(of('P6375')),
    'P625 lat': degreesOf(point, 'latitude'),
    'P625 lng': degreesOf(point, 'longitude'),
  }
}

function degreesOf(point: unknown, name: string): string {
  const degrees = isRecord(point) ? ownValue(point, name) : null
  return typeof degrees === 'number' ? degrees.toFixed(6) : ''
}

const tickerOf = (claims: JsonRecord): string =>
  statementsOf(claims, 'P414')
    .map((listing) => textOfStatement(qualifierOf(listing, 'P249')))
    .find((ticker) => ticker !== '') ?? ''

/** A sole owner counts as the parent: of several owners, none need be. */
function parentOf(claims: JsonRecord, known: KnownItems): string {
  const owners = statementsOf(claims, 'P127')
  const domains = (statements: Statement[]): string[] =>
    statements.map(({ value }) => known.get(itemOf(value))?.domain ?? '').filter((domain) => domain !== '')
  return domains(statementsOf(claims, 'P749'))[0] ?? (owners.length === 1 ? domains(owners)[0] : undefined) ?? ''
}

const NO_ROW = new Map(
  Object.keys(rowOf({}, new Map(), { label: '', description: '' })).map((column) => [column, ''] as const),
)
