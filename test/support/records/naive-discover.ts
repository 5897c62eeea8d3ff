import type { CompanyFacts } from '../../../src/lib/companies/company-facts.ts'
import type { CompanyFilters, Place } from '../../../src/lib/companies/company-filters.ts'

/** Discover as its documentation describes it, one company at a time, without any of the product's code. */

export type Known = CompanyFacts & { emails_total: number }

/** Country → continent and business regions, for the countries of the invented companies. */
const AREAS: Readonly<Record<string, readonly string[]>> = {
  PT: ['Europe', 'EMEA'],
  DE: ['Europe', 'EMEA'],
  AE: ['Asia', 'EMEA'],
  EG: ['Africa', 'EMEA'],
  JP: ['Asia', 'APAC'],
  NZ: ['Oceania', 'APAC'],
  MX: ['North America', 'AMER', 'LATAM'],
  BR: ['South America', 'AMER', 'LATAM'],
  US: ['North America', 'AMER'],
}
export const COUNTRIES = Object.keys(AREAS)

/** Returns the companies that match the filters (except similarity), most addresses first, then by domain. */
export const naiveDiscover = (companies: readonly Known[], filters: CompanyFilters): Known[] =>
  companies
    .filter((company) => TESTS.every((satisfies) => satisfies(company, filters)))
    .sort((a, b) => b.emails_total - a.emails_total || (a.domain < b.domain ? -1 : 1))

type Test = (company: Known, filters: CompanyFilters) => boolean

interface Wanted<T> {
  include?: T[]
  exclude?: T[]
  match?: 'any' | 'all'
}

/** An unknown value (null) matches neither inclusion nor exclusion. */
function sides<T>(wanted: Wanted<T> | undefined, is: (item: T) => boolean): boolean {
  const { include = [], exclude = [], match = 'any' } = wanted ?? {}
  if (exclude.some(is)) return false
  if (include.length === 0) return true
  return match === 'any' ? include.some(is) : include.every(is)
}

function isIn({ country, state, city }: Known, place: Place): boolean {
  if (!country) return false
  const area = place.continent ?? place.business_region
  if (area !== undefined) return AREAS[country]?.includes(area) === true
  if (place.state !== undefined && place.state !== state) return false
  if (place.city !== undefined && place.city.toLowerCase() !== city?.toLowerCase()) return false
  return place.country === country
}

/** One city of the invented companies is also American, and the largest of that name is in California. */
const withState = (company: Known): Known =>
  company.country === 'US' && !company.state && company.city === 'Dublin' ? { ...company, state: 'CA' } : company

const between = <T extends number | string>(value: T | null | undefined, { from, to }: { from?: T; to?: T }) =>
  value !== null && value !== undefined && (from === undefined || value >= from) && (to === undefined || value <= to)

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** Whether a word is the same, or its singular or plural. */
const isAlike = (one: string, other: string): boolean => one === other || one === `${other}s` || `${one}s` === other

/** Whether the words are next to each other in one of the company's texts, the last of them in singular or plural. */
const tells = ({ name, description, industry, tags }: Known, phrase: string): boolean => {
  const wanted = wordsOf(phrase)
  return [name, description, industry, ...(tags ?? [])].some((text) => {
    const words = wordsOf(text ?? '')
    return words.some((_, at) =>
      wanted.every((word, i) =>
        i === wanted.length - 1 ? isAlike(words[at + i] ?? '', word) : words[at + i] === word,
      ),
    )
  })
}

function isTagged({ name, description, industry, tags }: Known, word: string): boolean {
  const isNamed = [...(tags ?? []), ...wordsOf(name ?? '')].some((one) => isAlike(one.toLowerCase(), word))
  return isNamed || (!industry && wordsOf(description ?? '').some((one) => isAlike(one, word)))
}

/** Whether the words are next to each other in one of the company's texts. */
function has({ name, description, industry, tags }: Known, phrase: string): boolean {
  const wanted = wordsOf(phrase)
  if (wanted.length === 0) return false
  return [name, description, industry, ...(tags ?? [])].some((text) => {
    const words = wordsOf(text ?? '')
    return words.some((_, at) => wanted.every((word, i) => words[at + i] === word))
  })
}

const TESTS: readonly Test[] = [
  (company, { organization: { domain = [], name = [] } = {} }) =>
    domain.length + name.length === 0 ||
    domain.includes(company.domain) ||
    name.some((one) => one.toLowerCase() === company.name?.toLowerCase()),
  (company, { headquarters_location: places }) =>
    sides({ include: places?.include ?? [] }, (place) => isIn(withState(company), place)) &&
    sides({ exclude: places?.exclude ?? [] }, (place) => isIn(company, place)),
  (company, { topics = [] }) =>
    topics.every(
      ({ industries = [], keywords = [], tags = [] }) =>
        industries.includes(company.industry ?? '') ||
        keywords.some((word) => tells(company, word)) ||
        tags.some((word) => isTagged(company, word)),
    ),
  (company, { industry }) => sides(industry, (name) => name === company.industry),
  (company, { headcount = [] }) => headcount.length === 0 || headcount.includes(company.headcount ?? 'unknown'),
  (company, { company_type: types }) => sides(types, (type) => type === company.company_type),
  (company, { year_founded: years = {} }) => {
    if ('include' in years || 'exclude' in years) return sides(years, (year) => year === company.founded_year)
    return !('from' in years || 'to' in years) || between(company.founded_year, years)
  },
  (company, { keywords }) => sides(keywords && { match: 'all', ...keywords }, (phrase) => has(company, phrase)),
  (company, { technology }) =>
    sides(technology && { match: 'all', ...technology }, (slug) => company.technologies?.includes(slug) === true),
  (company, { funding: { series, amount, date } = {} }) =>
    (series === undefined || series.includes(company.funding_series ?? 'unknown')) &&
    (amount === undefined || between(company.funding_amount, amount)) &&
    (date === undefined || between(company.funding_on, date)),
]
