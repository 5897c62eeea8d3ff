import { isUsState } from '../../../lib/companies/regions.ts'
import { dollarsEach } from './money-units.ts'

/** How a file writes what its cells alone do not tell, judged by its first rows. */
export interface CompanyHabits {
  /** Field → its value for companies whose rows tell none. */
  usual: Readonly<Record<string, string>>
  /** Whether `3/4/2026` is in April; null if no row tells. */
  isDayFirst: boolean | null
  /** The dollars that one stands for, by column. */
  dollars: ReadonlyMap<number, number>
}

export const NO_HABITS: CompanyHabits = { usual: {}, isDayFirst: null, dollars: new Map() }

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
 * @param names columns with names of companies
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
    const name = names.map((at) => cells[at]?.trim() ?? '').find((text) => text !== '') ?? ''
    companies.set(domain, (companies.get(domain) ?? new Set()).add(name))
  }
  return [...companies.values()].some(({ size }) => size >= LEAST_COMPANIES && size > MOST * sites)
}

/** @param columns of the mapping, by field */
export function companyHabits(
  header: readonly string[],
  columns: ReadonlyMap<string, readonly number[]>,
  rows: Rows,
): CompanyHabits {
  const of = (field: string): string[] =>
    rows.flatMap((cells) => (columns.get(field) ?? []).map((at) => cells[at]?.trim() ?? '')).filter(Boolean)
  const isAmerican = ['country', 'location'].every((field) => !columns.has(field)) && areUsStates(of('state'))
  return {
    usual: isAmerican ? { country: 'US' } : {},
    isDayFirst: isDayFirst(of('funding_on')),
    dollars: new Map(
      MONEY_FIELDS.flatMap((field) => columns.get(field) ?? []).map((at) => [at, dollarsEach(header[at] ?? '') ?? 1]),
    ),
  }
}

/** Several codes, each of a state: those of other countries are partly the same. */
const areUsStates = (states: readonly string[]): boolean =>
  new Set(states).size >= LEAST_COMPANIES && states.every(isUsState)

function isDayFirst(dates: readonly string[]): boolean | null {
  const numbers = dates.map((date) => /^(\d\d?)\/(\d\d?)\//.exec(date)?.slice(1).map(Number) ?? [])
  const [days, months] = [0, 1].map((at) => numbers.some((date) => (date[at] ?? 0) > 12))
  return days === months ? null : (days ?? null)
}
