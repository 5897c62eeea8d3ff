import { phraseBefore, phraseSet, take, wordAt } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'
import type { Quantity } from './query-quantities.ts'
import { FUNDING } from './query-years.ts'
import type { TimeSpan } from './query-years.ts'

const FOUNDING = phraseSet('founded, established, started, launched, incorporated, created, born, formed, set, spun')
const RECENT = phraseSet(
  'last, past, in the last, in the past, within the last, within the past, over the last, over the past, the last, the past, previous, during the last, during the past',
)
const MONTHS_OF = new Map([
  ['year', 12],
  ['years', 12],
  ['month', 1],
  ['months', 1],
  ['decade', 120],
  ['decades', 120],
  ['quarter', 3],
  ['quarters', 3],
])
const DAYS_OF = new Map([
  ['day', 1],
  ['days', 1],
  ['week', 7],
  ['weeks', 7],
])
/** Units that are counted back at most, so that the date exists. */
const MOST_UNITS = 1_200
/** How many words before a time the word it belongs to may be. */
const REACH = 8

/**
 * Reads times relative to today: `in the last five years`, `this year`, `less than 5 years old`. Their words are then taken.
 */
export function readAges(query: QueryText, quantities: readonly Quantity[], now: Date): TimeSpan[] {
  const spans: TimeSpan[] = []
  for (const quantity of quantities) {
    const span = ageSpan(query, quantity, now) ?? lastSpan(query, quantity, quantity.to, now)
    if (span !== null) spans.push(span)
  }
  for (let at = 0; at < query.tokens.length; at += 1) {
    if (query.taken[at] === true) continue
    const span = calendarSpan(query, at, now) ?? (at > 0 ? lastSpan(query, { first: at, last: at - 1 }, 1, now) : null)
    if (span !== null) spans.push(span)
  }
  for (const span of spans) take(query, span.first, span.last)
  return spans
}

/** First and last word. */
type Words = Pick<TimeSpan, 'first' | 'last'>

const YEARS = new Set(['year', 'years'])
const COMPARED = new Set(['older', 'younger', 'newer'])
const DENYING = new Set(['not', 'no', "isn't", "aren't", 'nothing', 'nobody', 'none', 'never'])
/** `10 years of history`, but not of anything else. */
const LIVED = new Set(['age', 'existence', 'history'])

/** `less than 5 years old`, `10+ years old`, `a 3-year-old startup`. */
function ageSpan(query: QueryText, quantity: Quantity, now: Date): TimeSpan | null {
  const { first, last, from, to, exact } = quantity
  if (!YEARS.has(wordAt(query, last + 1))) return null
  // `en los últimos 5 años`: a period, not an age.
  if (phraseBefore(query, first, RECENT) > 0) return null
  const year = now.getUTCFullYear()
  const shift = quantity.strict ? 1 : 0
  const ago = (years: number | null, by = 0): number | null => (years === null ? null : year - years + by)
  const lived = livedFor(query, quantity)
  if (lived !== null) return spanOf({ first: first - lived, last: last + 1 }, exact ? null : ago(to), ago(from, -shift))
  const end = endOfAge(query, last)
  if (end === null) return null
  if (COMPARED.has(wordAt(query, first - 1)) || COMPARED.has(wordAt(query, first - 2))) {
    const word = wordAt(query, first - 1) === 'than' ? first - 2 : first - 1
    const isOlder = (wordAt(query, word) === 'older') !== DENYING.has(wordAt(query, word - 1))
    const words = { first: Math.max(0, first - 2), last: end }
    const then = year - (from ?? to ?? 0)
    return isOlder ? spanOf(words, null, then) : spanOf(words, then, null)
  }
  // Years that nothing calls an age.
  if (end === last + 1) return null
  const then = year - (from ?? 0)
  return exact
    ? spanOf({ first, last: end }, then, then)
    : spanOf({ first, last: end }, ago(to, shift), ago(from, -shift))
}

/** The last word of `5 years old`, `5 years of history` or `5 years`; null if they are years of something else. */
function endOfAge(query: QueryText, last: number): number | null {
  const behind = wordAt(query, last + 2)
  if (behind === 'of') return LIVED.has(wordAt(query, last + 3)) ? last + 3 : null
  return behind === 'old' || behind === 'ago' ? last + 2 : last + 1
}

/** What companies do all the time. */
const LIVING = phraseSet(
  'existed for, existing for, exist for, around for, been around for, in business for, operating for, trading for, active for, existed, existing, exist, since, for, with, at it for',
)
/** Behind a number of years these are something else than a company's life: `with over 20 years experience`. */
const OTHER_YEARS = phraseSet('experience, contract, contracts, lease, leases, warranty, guarantee, loan, loans, of')

/** The words before `over 100 years`, or `for 20 years`, that make it the time a company has lived; null if there are none. */
function livedFor(query: QueryText, { first, last, exact }: Quantity): number | null {
  const count = phraseBefore(query, first, LIVING, 4)
  const isSure = count > 1 || ['existed', 'existing', 'exist'].includes(wordAt(query, first - 1))
  const isOther = query.tokens[last + 2]?.gap === 'space' && OTHER_YEARS.has(wordAt(query, last + 2))
  // `stuck at seed for 3 years`
  const isOpen = count === 1 && wordAt(query, first - 1) === 'for' && !query.isTranslated
  return count === 0 || isOpen || (exact && !isSure) || isOther || wordAt(query, last + 2) === 'old' ? null : count
}

/** `the last five years`; without a number `the last year` and `the past decade`, with `last` less than `first`. */
function lastSpan(query: QueryText, { first, last }: Words, count: number | null, now: Date): TimeSpan | null {
  const unit = wordAt(query, last + 1)
  const days = DAYS_OF.get(unit)
  const months = days === undefined ? MONTHS_OF.get(unit) : 0
  const led = phraseBefore(query, first, RECENT)
  if (months === undefined || led === 0 || count === null) return null
  const end = last + (wordAt(query, last + 2) === 'old' ? 2 : 1)
  const words = { first: first - led, last: end }
  // "last year" is the calendar year before this one, "the last year" the twelve months up to today.
  if (last < first && led === 1 && wordAt(query, first - 1) === 'last' && months === 12) {
    const lastYear = now.getUTCFullYear() - 1
    return withSubject(query, words, `${lastYear}-01-01`, `${lastYear}-12-31`)
  }
  const start = new Date(now)
  start.setUTCMonth(start.getUTCMonth() - Math.min(count, MOST_UNITS) * months)
  start.setUTCDate(start.getUTCDate() - Math.min(count, MOST_UNITS) * (days ?? 0))
  const from = start.toISOString().slice(0, 10)
  // `companies from the last five years`
  const isFrom = ['from', 'of'].includes(wordAt(query, words.first - 1)) || FOUNDING.has(wordAt(query, end + 1))
  if (!isFrom) return withSubject(query, words, from, null)
  const span = withSubject(query, { first: words.first - 1, last: end }, from, null)
  return span.of === 'other' ? { ...span, of: 'founding' } : span
}

/** The lengths in years of periods that a calendar counts. */
const PERIODS = new Map([
  ['year', 1],
  ['decade', 10],
  ['century', 100],
])

/** `this year`, `this decade`, `last century` */
function calendarSpan(query: QueryText, at: number, now: Date): TimeSpan | null {
  const length = PERIODS.get(wordAt(query, at + 1))
  const isLast = wordAt(query, at) === 'last' && length === 100
  if (length === undefined || (wordAt(query, at) !== 'this' && !isLast)) return null
  // A century begins with the year after a hundred.
  const shift = length === 100 ? 1 : 0
  const start = Math.floor((now.getUTCFullYear() - shift) / length) * length + shift
  const begun = isLast ? start - length : start
  const first = wordAt(query, at - 1) === 'the' ? at - 1 : at
  return withSubject(query, { first, last: at + 1 }, `${begun}-01-01`, isLast ? `${start - 1}-12-31` : null)
}

function withSubject(query: QueryText, { first, last }: Words, fromDate: string, toDate: string | null): TimeSpan {
  const years = { fromYear: Number(fromDate.slice(0, 4)), toYear: toDate === null ? null : Number(toDate.slice(0, 4)) }
  const before = subjectBefore(query, first)
  // `die letztes Jahr Geld eingesammelt haben`: in other languages the verb stands behind.
  const isRaised = before === 'other' && query.isTranslated && FUNDING.has(wordAt(query, last + 1))
  return { first, last, ...years, fromDate, toDate, of: isRaised ? 'funding' : before }
}

function subjectBefore(query: QueryText, first: number): TimeSpan['of'] {
  for (let at = first - 1; at >= Math.max(0, first - REACH); at -= 1) {
    if (FOUNDING.has(wordAt(query, at))) return 'founding'
    if (FUNDING.has(wordAt(query, at))) return 'funding'
  }
  return 'other'
}

const spanOf = (words: Words, fromYear: number | null, toYear: number | null): TimeSpan => ({
  ...words,
  fromYear,
  toYear,
  fromDate: null,
  toDate: null,
  of: 'founding',
})
