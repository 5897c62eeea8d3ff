import { COMPANY_TYPES, FUNDING_SERIES } from '../../src/lib/companies/company-filters.ts'
import { HEADCOUNTS } from '../../src/lib/companies/company-facts.ts'
import { COUNTRIES } from '../../src/lib/companies/country-names.ts'
import { INDUSTRIES } from '../../src/lib/companies/industries.ts'
import { TECHNOLOGIES } from '../../src/lib/companies/technologies.ts'

/**
 * Invented companies, as unevenly distributed as real ones: a third in one country, industries by a power law, most of
 * them small, one in five with addresses, half with a year, one in twenty funded. Every value follows from the
 * company's number.
 */

export const COMPANY_COLUMNS =
  'domain, name, description, industry, tags, founded_year, headcount, company_type, country, city, technologies, funding_series, funding_amount, funding_on, personal_count, generic_count, indexed_on, updated_at'

/** The subjects of invented companies. */
export const WORDS =
  `software solar carbon capture wind battery robotics insurance payments logistics shipping freight steel timber paper
  textile fashion coffee bakery brewing dairy fishing farming seeds drones sensors lasers optics medical dental hospital pharmacy
  education training games music film travel hotels furniture`.split(/\s+/)

const PLACES = ['US', 'GB', 'DE', 'FR', 'IN', 'BR', 'CA', 'ES', 'IT', 'NL', 'PT', ...COUNTRIES.map(({ code }) => code)]
const SLUGS = TECHNOLOGIES.map(({ slug }) => slug)

/** Lines of `COPY … from stdin` in the text format. */
export function* companyLines(count: number): Generator<string> {
  for (let n = 1; n <= count; n++) yield `${companyRow(n).join('\t')}\n`
}

function companyRow(n: number): (string | number)[] {
  const next = numbersOf(n)
  const word = () => pick(WORDS, next())
  const isFunded = next() < 0.05
  const isReachable = next() < 0.2
  return [
    `company${n}.example`,
    `${word()} ${word()} ${n}`,
    next() < 0.3 ? `We build ${word()} and ${word()} for ${word()} companies with care for ${word()}` : '\\N',
    pick(INDUSTRIES, next() ** 3),
    next() < 0.25 ? `{${word()},"${word()} ${word()}"}` : '{}',
    next() < 0.5 ? 2025 - Math.floor(next() ** 2 * 120) : '\\N',
    pick(HEADCOUNTS, next() ** 3),
    next() < 0.8 ? pick(COMPANY_TYPES, next()) : '\\N',
    pick(PLACES, next() ** 3),
    `City ${Math.floor(next() * 3_000)}`,
    next() < 0.3
      ? `{${[...new Set([pick(SLUGS, next() ** 2), pick(SLUGS, next() ** 2), pick(SLUGS, next())])].join(',')}}`
      : '{}',
    isFunded ? pick(FUNDING_SERIES, next()) : '\\N',
    isFunded ? Math.floor(next() * 5_000) * 10_000 : '\\N',
    isFunded ? `20${12 + Math.floor(next() * 13)}-0${1 + Math.floor(next() * 9)}-15` : '\\N',
    isReachable ? Math.floor(next() * 200) : 0,
    isReachable ? Math.floor(next() * 9) : 0,
    '2026-01-18',
    '2026-01-18T00:00:00Z',
  ]
}

const pick = <T>(list: readonly T[], share: number): T => list[Math.floor(share * list.length)] as T

/** Numbers from 0 to 1, generated from a seed (mulberry32). */
function numbersOf(seed: number): () => number {
  let state = (seed * 0x9e3779b1) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
