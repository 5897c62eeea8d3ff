import { isUsState } from '../../../lib/companies/regions.ts'
import { usStateCode } from '../../../lib/companies/us-states.ts'
import { cityPlace } from '../../../lib/vocabulary/places/city-places.ts'
import { dollarsEach } from './money-units.ts'
import { registerColumns } from './register-numbers.ts'
import type { RegisterColumn } from './register-numbers.ts'
import { townsAlone, townsIn } from './towns-of-file.ts'
import type { SeatOf } from './towns-of-file.ts'

/** How a file writes what its cells alone do not tell, judged by its first rows. */
export interface CompanyHabits {
  /** Field → its value for companies whose rows tell none. */
  usual: Readonly<Record<string, string>>
  /** Columns with numbers that tell the country of a row. */
  registers: readonly RegisterColumn[]
  /** The country of towns in rows that tell none; null unless the towns of the file are in one country. */
  townsIn: string | null
  /** What the file writes into cells that it does not show or know. */
  blanks: ReadonlySet<string>
  /** Whether `3/4/2026` is in April; null if no row tells. */
  isDayFirst: boolean | null
  /** The dollars that one stands for, by column. */
  dollars: ReadonlyMap<number, number>
}

export const NO_HABITS: CompanyHabits = {
  usual: {},
  registers: [],
  townsIn: null,
  blanks: new Set(),
  isDayFirst: null,
  dollars: new Map(),
}

const MONEY_FIELDS = ['raised', 'annual_revenue', 'market_cap', 'funding_amount']

type Rows = readonly (readonly string[])[]

/** Fewer companies may well share a site. */
const LEAST_COMPANIES = 5
/** The share of rows that has to tell the same. */
const MOST = 0.5

/**
 * Whether a column leads most companies to the same site: that of the list, not theirs. Taken for theirs, it would make them
 * one company.
 * @param column with addresses of sites, whose domains `domainOf` reads
 * @param names columns with names of companies; without any, pages of one site are entries of a list
 */
export function isOneSite(
  rows: Rows,
  { column, names }: { column: number; names: readonly number[] },
  domainOf: (address: string) => string | null,
): boolean {
  const companies = new Map<string, Set<string>>()
  let sites = 0
  for (const cells of rows) {
    const domain = domainOf(cells[column] ?? '')
    if (domain === null) continue
    sites++
    const name = (names.length === 0 ? [column] : names).map((at) => cells[at]?.trim() ?? '').find(Boolean) ?? ''
    companies.set(domain, (companies.get(domain) ?? new Set()).add(name))
  }
  return [...companies.values()].some(({ size }) => size >= LEAST_COMPANIES && size > MOST * sites)
}

/** @param columns of the mapping, by field */
export function companyHabits(
  header: readonly string[],
  columns: ReadonlyMap<string, readonly number[]>,
  rows: Rows,
  seatOf: SeatOf,
): CompanyHabits {
  const of = (field: string): string[] =>
    rows.flatMap((cells) => (columns.get(field) ?? []).map((at) => cells[at]?.trim() ?? '')).filter(Boolean)
  const isAmerican =
    ['country', 'location'].every((field) => !columns.has(field)) &&
    areUsStates(of('state'), townsOfStates(columns, rows))
  return {
    usual: isAmerican ? { country: 'US' } : {},
    registers: registerColumns(header),
    townsIn: isAmerican ? null : townsIn(townsAlone(columns, rows, seatOf)),
    blanks: blanksIn(columns, rows),
    isDayFirst: isDayFirst(of('funding_on')),
    dollars: new Map(
      MONEY_FIELDS.flatMap((field) => columns.get(field) ?? []).map((at) => [at, dollarsEach(header[at] ?? '') ?? 1]),
    ),
  }
}

const PLACES = new Set(['country', 'state', 'city', 'location', 'street_address', 'postal_code'])
const LEAST_COLUMNS = 3

/**
 * `Upgrade to see` in the columns of the name, the phone and the town: no company has all of them alike. Towns, states and
 * countries may have one name.
 */
function blanksIn(columns: ReadonlyMap<string, readonly number[]>, rows: Rows): ReadonlySet<string> {
  const found = new Map<string, number>()
  for (const cells of rows) {
    const fields = new Map<string, Set<string>>()
    for (const [field, [at = -1]] of columns) {
      const text = cells[at]?.trim() ?? ''
      if (/\p{L}/u.test(text)) fields.set(text, (fields.get(text) ?? new Set()).add(field))
    }
    for (const [text, here] of fields) {
      if (here.size < LEAST_COLUMNS || [...here].filter((field) => !PLACES.has(field)).length < 2) continue
      found.set(text, (found.get(text) ?? 0) + 1)
    }
  }
  return new Set([...found].filter(([, times]) => times > 1).map(([text]) => text))
}

/** Several codes, each of a state, or several towns that are in them: codes of other countries are partly the same. */
function areUsStates(states: readonly string[], towns: readonly (readonly [town: string, state: string])[]): boolean {
  if (!states.every(isUsState)) return false
  if (new Set(states).size >= LEAST_COMPANIES) return true
  const there = towns.filter(([town, state]) => cityPlace(town, 'US', usStateCode(state))?.state === usStateCode(state))
  return there.length >= LEAST_COMPANIES && there.length >= MOST_TOWNS * towns.length
}
/** The share of towns that have to be in the states beside them: villages are in no list. */
const MOST_TOWNS = 0.8

/** The different towns of rows that tell a state. */
function townsOfStates(columns: ReadonlyMap<string, readonly number[]>, rows: Rows): [string, string][] {
  const [city = -1, state = -1] = ['city', 'state'].map((field) => columns.get(field)?.[0] ?? -1)
  const found = new Map<string, [string, string]>()
  for (const cells of rows) {
    const [town, area] = [cells[city]?.trim() ?? '', cells[state]?.trim() ?? '']
    if (town !== '' && area !== '') found.set(`${town}\0${area}`, [town, area])
  }
  return [...found.values()]
}

function isDayFirst(dates: readonly string[]): boolean | null {
  const numbers = dates.map((date) => /^(\d\d?)\/(\d\d?)\//.exec(date)?.slice(1).map(Number) ?? [])
  const [days, months] = [0, 1].map((at) => numbers.some((date) => (date[at] ?? 0) > 12))
  return days === months ? null : (days ?? null)
}
