import { lazily } from '../../lib/process/lazily.ts'
import { columnKey, headerNames } from '../../lib/vocabulary/header-names.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import { fieldOfColumn } from './columns/field-of-column.ts'
import { companyHabits, isOneSite } from './columns/company-habits.ts'
import type { CompanyHabits } from './columns/company-habits.ts'
import { countryCode } from '../../lib/vocabulary/places/country-code.ts'
import { companyPlaces } from './company-place.ts'
import { websiteDomain } from './company-website.ts'
import { namesPersons, personFieldOf } from './people-mapping.ts'
import { establishmentColumn } from './columns/establishment-names.ts'

/** Decides which column of a file contains what. */

/** What a column of a company file may contain. */
export const COMPANY_FIELDS = [
  'website',
  'name',
  'legal_name',
  'aliases',
  'description',
  'industry',
  'tags',
  'batch',
  'founded',
  'size',
  'employees',
  'type',
  'status',
  'country',
  'state',
  'city',
  'location',
  'postal_code',
  'street_address',
  'lat',
  'lng',
  'phone',
  'email',
  'linkedin',
  'twitter',
  'facebook',
  'instagram',
  'crunchbase',
  'technologies',
  'parent',
  'ticker',
  'ein',
  'raised',
  'annual_revenue',
  'market_cap',
  'funding_series',
  'funding_on',
  'funding_amount',
  'currency',
] as const
export type CompanyField = (typeof COMPANY_FIELDS)[number]

/** Columns by field, in the order in which they are tried. */
export type CompanyMapping = ReadonlyMap<CompanyField, readonly number[]>

interface Preset {
  name: string
  /** A file with all of these columns, or with one of those between bars, is of this kind. */
  has: string
  /** Column → field; null leaves a column out. Other columns are mapped by name. */
  columns: Readonly<Record<string, CompanyField | null>>
}

/** Columns of files with one funding round in a row. */
const ROUND_KINDS = 'fundingtype|investmenttype|investmentstage|roundtype|typeofround|fundinground|round|series'
const ROUND_DATES =
  'date|announceddate|announcedon|dateannounced|announcementdate|fundedon|fundingdate|closedon|dealdate'
const ROUND_SUMS = 'amount|amountusd|amountinusd|moneyraised|moneyraisedinusd|moneyraisedusd|roundamount|amountraised'

/** Open data sets whose columns do not mean what they are called. */
const PRESETS: readonly Preset[] = [
  { name: 'People Data Labs', has: 'id name website size locality region linkedinurl', columns: { locality: 'city' } },
  {
    name: 'People Data Labs 2019',
    has: 'name domain yearfounded sizerange currentemployeeestimate',
    // These count profiles that name the company, not its staff.
    columns: { currentemployeeestimate: null, totalemployeeestimate: null },
  },
  { name: 'BigPicture', has: 'handle name website countrycode', columns: {} },
  {
    name: 'Crunchbase 2013 rounds',
    has: 'companypermalink companyname fundingroundtype raisedamountusd',
    columns: crunchbase2013(),
  },
  {
    name: 'Crunchbase 2013 acquisitions',
    has: 'companypermalink companyname acquirerpermalink acquiredat',
    columns: { ...crunchbase2013(), pricecurrencycode: null },
  },
  {
    name: 'Crunchbase 2013 companies',
    has: 'permalink name categorycode fundingtotalusd lastmilestoneat',
    // A region is the area around a large city; the last round in this list has no size or series.
    columns: { region: null, fundingrounds: null, lastfundingat: null, foundedyear: 'founded', foundedat: null },
  },
  { name: 'Crunchbase export', has: 'uuid name homepageurl countrycode', columns: { type: null, region: null } },
  { name: 'S&P 500', has: 'symbol security gicssector headquarterslocation', columns: { gicssector: null } },
  { name: 'GLEIF', has: 'lei entitylegalname', columns: {} },
  { name: 'Wikidata', has: 'label p856 p1128 p452others', columns: wikidata() },
  {
    name: 'funding rounds',
    has: `${ROUND_KINDS} ${ROUND_DATES} ${ROUND_SUMS}`,
    // In other files these are dates, sums and kinds of anything.
    columns: {
      ...Object.fromEntries(ROUND_KINDS.split('|').map((key) => [key, 'funding_series'])),
      ...Object.fromEntries(ROUND_DATES.split('|').map((key) => [key, 'funding_on'])),
      ...Object.fromEntries(ROUND_SUMS.split('|').map((key) => [key, 'funding_amount'])),
    },
  },
]

function crunchbase2013(): Preset['columns'] {
  return {
    companycategorycode: 'tags',
    companycountrycode: 'country',
    companystatecode: 'state',
    companycity: 'city',
    companyregion: null,
  }
}

/** Its properties, as in the rows of entities. */
function wikidata(): Preset['columns'] {
  return {
    label: 'name',
    p856: 'website',
    p1448: 'legal_name',
    p452: 'industry',
    p452others: 'tags',
    p571: 'founded',
    p1128: 'employees',
    p17: 'country',
    p159: 'city',
    p281: 'postal_code',
    p6375: 'street_address',
    p625lat: 'lat',
    p625lng: 'lng',
    p249: 'ticker',
    p749: 'parent',
    p1329: 'phone',
    p968: 'email',
    p4264: 'linkedin',
    p2002: 'twitter',
    p2013: 'facebook',
    p2003: 'instagram',
    p2088: 'crunchbase',
  }
}

interface MoreOfFile {
  head?: readonly (readonly string[])[]
  usual?: Readonly<Record<string, string>>
}

export interface FoundMapping {
  /** The known data set, or null. */
  preset: string | null
  mapping: CompanyMapping
  habits: CompanyHabits
  /** Columns that nothing is taken from. */
  unused: string[]
}

/**
 * @param given column → field from the operator, which overrides everything else. An unknown field or column is the operator's
 * mistake.
 * @param more the first rows, whose values decide what names leave open, and values for what rows do not tell
 * @throws RangeError with a sentence for such a mistake.
 */
export function mapCompanyColumns(
  header: readonly string[],
  given: Readonly<Record<string, string>> = {},
  { head = [], usual = {} }: MoreOfFile = {},
): FoundMapping {
  const keys = header.map(columnKey)
  for (const [field, value] of Object.entries(usual)) demandUsual(field, value)
  const wanted = readGiven(keys, given)
  const preset =
    PRESETS.find(({ has }) => has.split(' ').every((key) => key.split('|').some((one) => keys.includes(one)))) ?? null
  const ranked = keys.map((key, column) => {
    if (key === '') return null
    const said = wanted.get(key) ?? ownValue(preset?.columns, key)
    return said === undefined
      ? synonymOf(header[column] ?? '', column)
      : said === null
        ? null
        : { field: said, rank: -1, column }
  })
  const mapping = new Map<CompanyField, number[]>()
  for (const found of ranked.filter((entry) => entry !== null).sort((a, b) => a.rank - b.rank || a.column - b.column))
    mapping.set(found.field, [...(mapping.get(found.field) ?? []), found.column])
  if (!mapping.has('name') && !mapping.has('legal_name')) {
    const called = namesPersons(header) ? null : establishmentColumn(header)
    if (called !== null) mapping.set('name', [called])
  }
  const named = mapping.get('name')
  if (named !== undefined && !named.some((at) => wanted.has(keys[at] ?? '')))
    mapping.set('name', withoutPersons(named, { header, head, isSited: mapping.has('website') }))
  if (mapping.get('name')?.length === 0) mapping.delete('name')
  const names = mapping.get('name') ?? mapping.get('legal_name')
  const sites = mapping
    .get('website')
    ?.filter((at) => wanted.has(keys[at] ?? '') || !isOneSite(head, { column: at, names: names ?? [] }, websiteDomain))
  if (sites?.length === 0) mapping.delete('website')
  else if (sites !== undefined) mapping.set('website', sites)
  const used = new Set([...mapping.values()].flat())
  const unused = header.filter((_, column) => !used.has(column))
  const habits = companyHabits(header, mapping, head, (cells) => companyPlaces(cells).seat)
  return { preset: preset?.name ?? null, mapping, habits: { ...habits, usual: { ...habits.usual, ...usual } }, unused }
}

/** Headers of names that may be a person's or a company's. */
const EITHER_NAME = new Set('name nom nombre nome naam namn navn nimi název nazwa'.split(' '))
const OF_COMPANIES =
  /compan|organi[sz]a|business|^(?:account|employer|firma|empresa|entreprise|société|azienda|bedrijf|företag|firmanavn)|unternehmen|virksomhed|spółk/u
/** What else lists of people hold; each company has a phone. */
const OF_PERSONS: ReadonlySet<string | undefined> = new Set(['email', 'position', 'first_name', 'last_name'])
/** The share of rows with a name that have a company as well. */
const LEAST_ROWS = 0.5

/**
 * `Name` beside `Company` in a list of people is that of a person, also where the company is not told; beside `First name` it
 * is one as well, unless the row has a website.
 */
function withoutPersons(
  names: readonly number[],
  { header, head, isSited }: { header: readonly string[]; head: readonly (readonly string[])[]; isSited: boolean },
): number[] {
  const either = names.filter((at) => EITHER_NAME.has(columnKey(header[at] ?? '')))
  const companies = names.filter((at) => OF_COMPANIES.test(columnKey(header[at] ?? '')))
  if (!isSited && either.length === names.length && namesPersons(header)) return []
  if (either.length === 0 || companies.length === 0) return [...names]
  if (!header.some((name) => OF_PERSONS.has(personFieldOf(name)))) return [...names]
  const rows = head.filter((cells) => either.some((at) => cells[at]?.trim()))
  const told = rows.filter((cells) => companies.some((at) => cells[at]?.trim()))
  return told.length < LEAST_ROWS * rows.length || told.length === 0
    ? [...names]
    : names.filter((at) => !either.includes(at))
}

function readGiven(keys: readonly string[], given: Readonly<Record<string, string>>): Map<string, CompanyField> {
  const wanted = new Map<string, CompanyField>()
  for (const [column, field] of Object.entries(given)) {
    if (!keys.includes(columnKey(column))) throw new RangeError(`The file has no column ${JSON.stringify(column)}.`)
    wanted.set(columnKey(column), fieldNamed(field))
  }
  return wanted
}

function fieldNamed(field: string): CompanyField {
  const known = COMPANY_FIELDS.find((name) => name === field)
  if (known === undefined)
    throw new RangeError(`${JSON.stringify(field)} is not a field. Fields: ${COMPANY_FIELDS.join(', ')}.`)
  return known
}

function demandUsual(field: string, value: string): void {
  if (fieldNamed(field) === 'country' && countryCode(value) === null)
    throw new RangeError(`${JSON.stringify(value)} is not a country.`)
}

const synonyms = lazily(() => headerNames('company-headers', COMPANY_FIELDS))

/** The names that columns may have, each with its field: `hq location`. */
export const companyHeaders = lazily((): readonly string[] =>
  [...synonyms()].map(([name, { field }]) => `${name} ${field}`),
)

function synonymOf(name: string, column: number): { field: CompanyField; rank: number; column: number } | null {
  const found = fieldOfColumn(name, (key) => synonyms().get(key))
  return found === null ? null : { ...found, column }
}
