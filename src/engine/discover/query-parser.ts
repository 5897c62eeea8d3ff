import { wordSlots } from './words/word-slots.ts'
import { readCompanyTypes, readStages, readTechnologies } from './query-kinds.ts'
import { readAges } from './query-ages.ts'
import { domainAt, rawText, readAsked, readLookUp, readSimilarTo } from './query-companies.ts'
import { datesOf, industriesOf, keywordsOf, sidesOf, yearsOf } from './query-filters.ts'
import type { CompanyFilters, Range } from '../../lib/companies/company-filters.ts'
import { askedCount } from './query-count.ts'
import { passedStages, readFundingAmount, readSeries, withRange } from './query-funding.ts'
import { readHeadcounts, readSizeWords } from './query-headcount.ts'
import { leadingCompany, NOBODY_KNOWN } from './known-companies.ts'
import type { KnownNames } from './known-companies.ts'
import { withPlacesMended } from './mistyped-places.ts'
import { withTopicsMended } from './mistyped-topics.ts'
import type { Correction } from './mistyped-topics.ts'
import { markNegations } from './query-negation.ts'
import { longestAt } from './words/phrase-index.ts'
import { readPlaces } from './query-places.ts'
import type { AmbiguousPlace } from './ambiguous-places.ts'
import type { WidenedPlace } from './query-places.ts'
import { readQuantities } from './query-quantities.ts'
import { asTyped, foreignMoney, leftovers, marketsNamed } from './query-leftovers.ts'
import { readClosed } from './words/closed-words.ts'
import { withoutQuoted, withQuoted } from './query-quotes.ts'
import { withoutTongues } from './words/spoken-tongues.ts'
import { withoutAsker, withoutSeller } from './query-seller.ts'
import { readTopics } from './query-subjects.ts'
import { bareTrade, topicsOf } from './query-topics.ts'
import { askedAbout } from './words/one-company.ts'
import { withFieldsAsWords } from './words/field-values.ts'
import { MAX_QUERY_LENGTH, readQueryText } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'
import { readYears } from './query-years.ts'
import type { TimeSpan } from './query-years.ts'
import { isHead, isStop, isTale, isTopicVerb, subjects } from './words/subject-words.ts'

export interface ParsedQuery {
  /** How many companies are asked for; null if the query does not say. */
  askedFor: number | null
  /** Valid as the body of a discover request; empty if nothing was understood. */
  filters: CompanyFilters
  /** Quoted phrases, and `closed` if asked for: no company is found without them. */
  required: readonly string[]
  /** Filters that a word implies but does not state: a small company. */
  inferred: readonly InferredFilter[]
  /** Words of the query that no filter expresses, as typed. */
  notUnderstood: string[]
  /** Places replaced by a larger one. */
  widened: WidenedPlace[]
  /** Names shared by several places, and the place that was taken. */
  ambiguous: AmbiguousPlace[]
  /** Words that were read as others. */
  corrected: Correction[]
}

/** The filter that `small` implies. */
export type InferredFilter = 'headcount'

/** The number of companies asked for comes at or near the beginning. */
const MAX_COUNTED = 300

const NOTHING_BESIDE = { inferred: [], widened: [], ambiguous: [], corrected: [] }

/**
 * Turns a question in plain words (English, or as much of German, French, Spanish, Italian, Dutch, Portuguese, Polish, Swedish, Danish,
 * Norwegian and Finnish as can be translated word by word) into discover filters. Deterministic and offline, linear in the length
 * of the text; reads at most 2,000 characters and never throws.
 * @param now defines "this year" and "the last five years"
 * @param names the names from `leadingNames` that companies of the index have
 */
export function parseQuery(text: string, now: Date, names: KnownNames = NOBODY_KNOWN): ParsedQuery {
  const { askedFor, uncounted, aside } = withoutAsides(withFieldsAsWords(text.slice(0, MAX_QUERY_LENGTH)))
  const quoted = withoutQuoted(uncounted)
  const { wanted: required } = quoted
  const typed = readQueryText(quoted.rest)
  if (typed.tokens.length === 0) {
    const keywords = withQuoted(undefined, quoted)
    return { askedFor, filters: optional('keywords', keywords), required, ...NOTHING_BESIDE, notUnderstood: aside }
  }
  const company = required.length > 0 ? null : companyAskedFor(uncounted, typed, names)
  if (company !== null) return { askedFor, ...company, required, ...NOTHING_BESIDE }
  const inPlaces = withPlacesMended(typed)
  const { query, corrected: inTopics } = withTopicsMended(inPlaces.query)
  const corrected = [...typed.corrected, ...inPlaces.corrected, ...inTopics]
  markNegations(query)
  const isClosed = readClosed(query)
  const similar = readSimilarTo(query)
  const slots = wordSlots(query)
  const technology = readTechnologies(query)
  slots.mark('technology')
  const stages = readStages(query)
  const quantities = readQuantities(query)
  slots.mark('funding')
  const spans = [...readAges(query, quantities, now), ...readYears(query, now.getUTCFullYear())].map((span) =>
    span.of === 'funding' && isAfterDenied(query, span) ? { ...span, of: 'other' as const } : span,
  )
  slots.mark('years')
  const series = withRange(query, [...new Set([...stages, ...readSeries(query)])])
  const passed = passedStages(query)
  const amount = readFundingAmount(query, quantities)
  slots.mark('funding')
  const stated = readHeadcounts(query, quantities)
  slots.mark('headcount')
  const types = readCompanyTypes(query)
  slots.mark('type')
  const places = readPlaces(query)
  slots.mark('place')
  const single = similar === null && required.length === 0 ? readLookUp(query, (at) => isUnknown(query, at)) : null
  if (single !== null) return { askedFor, ...lookUp(single, query), required, ...NOTHING_BESIDE }
  const sizes = readSizeWords(query)
  const headcount = stated.length > 0 ? stated : sizes
  const named = readTopics(query)
  const isPlain = named.every(({ negated }) => negated) && similar === null && technology.include.length === 0
  const bare = isPlain && required.length === 0 && places.include.length > 0 ? bareTrade(query) : null
  const topics = bare === null || 'told' in bare ? named : [bare, ...named]
  const conditions = topicsOf(query, topics)
  const date = datesOf(spans)

  const filters: CompanyFilters = {
    ...optional('similar_to', similar ?? undefined),
    ...optional('headquarters_location', sidesOf(places.include, places.exclude)),
    ...optional('topics', conditions.length > 0 ? conditions : undefined),
    ...optional('industry', industriesOf(topics)),
    ...optional('headcount', headcount.length > 0 ? headcount : undefined),
    ...optional('company_type', sidesOf(types.include, types.exclude)),
    ...optional(
      'year_founded',
      yearsOf(spans, now.getUTCFullYear(), (span) => isNegated(query, span)),
    ),
    ...optional('keywords', withClosed(withQuoted(keywordsOf(topics), quoted), isClosed)),
    ...optional('technology', technologyFilter(technology)),
    ...optional('funding', fundingFilter(series, amount, date)),
  }
  for (const [first, last] of places.elsewhere) query.taken.fill(false, first, last + 1)
  for (const { first, last, of } of spans) if (of === 'other') query.taken.fill(false, first, last + 1)
  const notUnderstood = [
    ...aside,
    ...leftovers(query, filters.funding !== undefined),
    ...(bare !== null && 'told' in bare ? [bare.told] : []),
    ...passed.map(([first, last]) => asTyped(query, first, last)),
    ...slots.alternatives().map(([first, last]) => rawText(query, first, last)),
    ...(amount === null ? [] : foreignMoney(query)),
    ...(types.include.length + types.exclude.length === 0 ? [] : marketsNamed(query)),
  ]
  const inferred: InferredFilter[] = stated.length === 0 && sizes.length > 0 ? ['headcount'] : []
  return {
    askedFor,
    filters,
    required: isClosed ? [...required, 'closed'] : required,
    inferred,
    notUnderstood,
    widened: places.widened,
    ambiguous: places.ambiguous,
    corrected,
  }
}

/** The question without what it says of the asker, the answer and the language, which no filter expresses. */
function withoutAsides(text: string): { askedFor: number | null; uncounted: string; aside: string[] } {
  const counted = askedCount(text.slice(0, MAX_COUNTED))
  const whole = counted === null ? text : counted.rest + text.slice(MAX_COUNTED)
  const seller = withoutSeller(whole)
  const tongues = withoutTongues(seller?.rest ?? whole)
  const asker = withoutAsker(tongues.rest)
  return {
    askedFor: counted?.count ?? null,
    uncounted: asker?.rest ?? tongues.rest,
    aside: [...(seller === null ? [] : [seller.said]), ...tongues.said, ...(asker === null ? [] : [asker.said])],
  }
}

/** What a question about one company by its name looks up; null if it asks for companies of a kind. */
function companyAskedFor(uncounted: string, typed: QueryText, names: KnownNames): ReturnType<typeof lookUp> | null {
  const about = askedAbout(uncounted.slice(0, MAX_QUERY_LENGTH))
  const asked = about === null ? typed : readQueryText(about)
  const named =
    leadingCompany(about ?? uncounted, asked, names, about !== null) ??
    (about === null ? null : readAsked(asked, (at) => isUnknown(asked, at)))
  return named === null ? null : lookUp(named, asked)
}

const optional = <Key extends string, Value>(key: Key, value: Value | undefined): Partial<Record<Key, Value>> =>
  value === undefined ? {} : ({ [key]: value } as Record<Key, Value>)

/** A question for closed companies requires the word, as if it had been quoted. */
const withClosed = (keywords: CompanyFilters['keywords'], isClosed: boolean): CompanyFilters['keywords'] =>
  isClosed ? { ...keywords, include: [...(keywords?.include ?? []), 'closed'] } : keywords

function technologyFilter({
  include,
  exclude,
  any,
}: ReturnType<typeof readTechnologies>): CompanyFilters['technology'] {
  const sides = sidesOf(include, exclude)
  return sides !== undefined && include.length > 1 ? { ...sides, match: any ? 'any' : 'all' } : sides
}

function fundingFilter(
  series: NonNullable<CompanyFilters['funding']>['series'],
  amount: ReturnType<typeof readFundingAmount>,
  date: Range<string> | undefined,
): CompanyFilters['funding'] {
  const funding = {
    ...(series === undefined || series.length === 0 ? {} : { series }),
    ...(amount === null ? {} : { amount }),
    ...(date === undefined ? {} : { date }),
  }
  return Object.keys(funding).length === 0 ? undefined : funding
}

const isNegated = (query: QueryText, { first, last }: TimeSpan): boolean =>
  query.negatedBy.slice(first, last + 1).some((cue) => cue !== -1)

/** `hasn't raised since 2021`: what is denied right before a time did not happen then. */
const isAfterDenied = ({ negatedBy }: QueryText, { first }: TimeSpan): boolean =>
  negatedBy.slice(Math.max(0, first - 2), first).some((cue) => cue !== -1)

/** Whether no list has the word, so that it may be a name. */
const isUnknown = (query: QueryText, at: number): boolean => {
  const word = query.tokens[at]?.text ?? ''
  if (query.taken[at] === true) return false
  const isListed = isHead(word) || isStop(word) || isTale(word) || isTopicVerb(word)
  return !isListed && longestAt(subjects(), query, at) === null && domainAt(query, at) === null
}

/** Filters for the named company and nothing else: the index already knows what the query says about it. */
function lookUp(
  company: { domain?: string; name?: string },
  query: QueryText,
): Pick<ParsedQuery, 'filters' | 'notUnderstood'> {
  const { domain, name } = company
  const organization = domain === undefined ? { name: [name ?? ''] } : { domain: [domain] }
  const said = new Set((domain ?? name ?? '').toLowerCase().split(' '))
  const isSaid = (word: string): boolean => said.has(word) || said.has(word.replace(/^www\./, ''))
  const rest = query.tokens.filter(({ text, raw }) => !isSaid(raw.toLowerCase()) && !isStop(text) && !isHead(text))
  return { filters: { organization }, notUnderstood: rest.map(({ raw }) => raw) }
}
