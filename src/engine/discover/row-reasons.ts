import type { CompanyFacts } from '../../lib/companies/company-facts.ts'
import type { CompanyFilters, CompanyTopic, Place } from '../../lib/companies/company-filters.ts'
import { besideTopics } from '../../lib/companies/company-topics.ts'
import { wordForms } from '../../lib/companies/company-words.ts'
import { countriesOf } from '../../lib/companies/regions.ts'
import { citySpellings } from '../../lib/vocabulary/places/city-spellings.ts'
import { lyingIn } from '../../lib/vocabulary/places/subdivisions.ts'
import { citiesTakenFor } from '../../lib/vocabulary/places/us-cities.ts'
import { dropMarks } from '../../lib/text/fold-text.ts'

/** The fact of a company that met a filter. */
export interface MetFilter<Source> {
  slot: keyof CompanyFilters
  /** The words of the question, or the value of the filter, that were met. */
  said: string
  /** What is known about the company; from a description, only the part that matches. */
  value: string
  /** The source of the fact; null for what no source states, such as the domain itself. */
  from: Source | null
}

interface Met {
  field: keyof CompanyFacts
  said: string
  value: string
}

/** Words of a description on either side of the match. */
const WORDS_AROUND = 6
const MAX_VALUE_LENGTH = 200

/**
 * Why a company is in the answer: for each condition the fact that meets it, in the order of the filters. Exclusions give no
 * reason.
 * @param sources field → its source; `*` for all fields not named
 */
export function reasonsOf<Source>(
  filters: CompanyFilters,
  facts: CompanyFacts,
  sources: Readonly<Record<string, Source>>,
): MetFilter<Source>[] {
  const { organization, headquarters_location: seat, headcount = [], year_founded: year, funding } = filters
  const { industry, keywords } = besideTopics(filters)
  const texts = textsOf(facts)
  const met: [keyof CompanyFilters, readonly (Met | null)[]][] = [
    ['organization', (organization?.domain ?? []).map((domain) => equal(facts, 'domain', domain))],
    ['organization', (organization?.name ?? []).map((name) => equal(facts, 'name', name))],
    ['headquarters_location', [seatOf(facts, seat?.include ?? [])]],
    ['topics', (filters.topics ?? []).map((topic) => topicOf(facts, texts, topic))],
    ['industry', (industry?.include ?? []).map((name) => equal(facts, 'industry', name))],
    ['headcount', headcount.map((band) => equal(facts, 'headcount', band))],
    ['company_type', (filters.company_type?.include ?? []).map((type) => equal(facts, 'company_type', type))],
    ['year_founded', year === undefined || year.exclude !== undefined ? [] : [known(facts, 'founded_year', 'founded')]],
    ['keywords', (keywords?.include ?? []).map((word) => writtenIn(texts, word, word))],
    ['technology', (filters.technology?.include ?? []).map((slug) => listed(facts, 'technologies', slug))],
    ['funding', (funding?.series ?? []).map((series) => equal(facts, 'funding_series', series))],
    ['funding', funding?.amount === undefined ? [] : [known(facts, 'funding_amount', 'amount')]],
    ['funding', funding?.date === undefined ? [] : [known(facts, 'funding_on', 'date')]],
  ]
  return met.flatMap(([slot, all]) =>
    all.flatMap((one) => {
      if (one === null) return []
      const { field, said, value } = one
      const from = field === 'domain' ? null : (sources[field] ?? sources['*'] ?? null)
      return [{ slot, said, value: value.slice(0, MAX_VALUE_LENGTH).toWellFormed(), from }]
    }),
  )
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null

function equal(facts: CompanyFacts, field: keyof CompanyFacts, said: string): Met | null {
  const value = textOf(facts[field])
  return value?.toLowerCase() === said.toLowerCase() ? { field, said, value } : null
}

function known(facts: CompanyFacts, field: keyof CompanyFacts, said: string): Met | null {
  const value = textOf(facts[field])
  return value === null ? null : { field, said, value }
}

function listed(facts: CompanyFacts, field: 'tags' | 'technologies', said: string): Met | null {
  return facts[field]?.includes(said) === true ? { field, said, value: said } : null
}

/** The first of the places that contains the seat. A seat without a country is in none. */
function seatOf({ country, state, city }: CompanyFacts, places: readonly Place[]): Met | null {
  const isIn = (part: string | null | undefined, names: readonly string[]): boolean =>
    part !== null && part !== undefined && names.some((name) => dropMarks(name) === dropMarks(part))
  const place = places.find((each) => {
    if (country === null || country === undefined || !countriesOf(each).includes(country)) return false
    if (each.city !== undefined && !isIn(city, citySpellings(each.country, each.city, each.state))) return false
    const { names, cities } = each.subdivision === undefined ? { names: [], cities: [] } : lyingIn(each.subdivision)
    if (each.subdivision !== undefined) return isIn(state, names) || isIn(city, cities)
    if (each.state === undefined || each.city !== undefined) return true
    return isIn(state, [each.state]) || isIn(city, citiesTakenFor(each.state))
  })
  if (place === undefined) return null
  const area = place.country ?? place.continent ?? place.business_region
  return {
    field: city === null || city === undefined ? 'country' : 'city',
    said: joined([place.city, place.subdivision ?? place.state, area]),
    value: joined([city, state, country]),
  }
}

const joined = (parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined).join(', ')

type Texts = ReturnType<typeof textsOf>

function topicOf(facts: CompanyFacts, texts: Texts, topic: CompanyTopic): Met | null {
  const { said, industries = [], keywords = [], tags = [] } = topic
  const { industry } = facts
  if (industry !== null && industry !== undefined && industries.includes(industry))
    return { field: 'industry', said, value: industry }
  for (const word of [...keywords, ...tags]) {
    const met = writtenIn(texts, word, said)
    if (met !== null) return met
  }
  return null
}

/** The texts that describe a company, those that say most in few words first. */
const textsOf = ({ tags, name, industry, description }: CompanyFacts) => [
  ...(tags ?? []).map((tag) => readText('tags', tag)),
  readText('name', name ?? ''),
  readText('industry', industry ?? ''),
  readText('description', description ?? ''),
]

/** The words of a text with their offsets, and the positions of each word. */
function readText(field: keyof CompanyFacts, text: string) {
  const words = wordsIn(text)
  const placesOf = new Map<string, number[]>()
  words.forEach(({ word }, index) => {
    const places = placesOf.get(word)
    if (places === undefined) placesOf.set(word, [index])
    else places.push(index)
  })
  return { field, text, words, placesOf }
}

/** Finds a phrase in the texts, in the singular or the plural. */
function writtenIn(texts: Texts, phrase: string, said: string): Met | null {
  const wanted = wordsIn(phrase).map(({ word }) => word)
  for (const each of texts) {
    const value = partWith(each, wanted)
    if (value !== null) return { field: each.field, said, value }
  }
  return null
}

/** The part of a text around the wanted words, which must follow each other in it; null if they do not. */
function partWith({ text, words, placesOf }: Texts[number], wanted: readonly string[]): string | null {
  const before = wanted.slice(0, -1)
  const ends = wordForms(wanted.at(-1) ?? '').flatMap((form) => placesOf.get(form) ?? [])
  const end = ends.find((at) => before.every((word, index) => words[at - before.length + index]?.word === word))
  if (end === undefined) return null
  const from = words[Math.max(0, end - before.length - WORDS_AROUND)]
  const to = words[Math.min(words.length - 1, end + WORDS_AROUND)]
  return text.slice(from?.start, to?.end)
}

const wordsIn = (text: string): { word: string; start: number; end: number }[] =>
  [...text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }))
