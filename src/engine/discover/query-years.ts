import { PEOPLE } from './query-headcount.ts'
import { amountNouns } from '../../lib/vocabulary/amount-nouns.ts'
import { DAY_MS } from '../../lib/process/clock.ts'
import { phraseAt, phraseBefore, phraseSet, take, wordAt } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'

/** A period that a query names. Both ends are inclusive; dates are `YYYY-MM-DD`. */
export interface TimeSpan {
  first: number
  last: number
  fromYear: number | null
  toYear: number | null
  fromDate: string | null
  toDate: string | null
  /** What happened in that period. */
  of: 'founding' | 'funding' | 'other'
}

const EARLIEST_YEAR = 1700
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const AFTER = phraseSet('after, post, later than, newer than, younger than, following, >')
const SINCE = phraseSet(
  'since, in or after, no earlier than, not earlier than, starting in, starting, as of, from at least, at least, on or after, not before, not older than, no older than, at the earliest, not until, >=, =>, ≥',
)
const BEFORE = phraseSet('before, pre, prior to, earlier than, older than, preceding, <')
const UNTIL = phraseSet(
  'until, till, by, since at least, up to, no later than, not later than, not newer than, no newer than, not younger than, no younger than, in or before, on or before, not after, through, at most, at the latest, <=, =<, ≤',
)
const ONWARDS = phraseSet(
  'and today, to today, to now, until now, until today, to present, to date, or later, and later, or newer, onwards, onward, and onwards, or after, and after, and newer, or more recently, and beyond, and up, plus, earliest, at the earliest',
)
const BACKWARDS = phraseSet(
  'or earlier, and earlier, or before, and before, or older, and older, latest, at the latest',
)
const RANGE = phraseSet('to, and, until, till, through, up to')

const FOUNDING = phraseSet(
  'founded, founding, established, started, launched, incorporated, created, born, formed, inception, began trading, set, spun, origin, registered, year, founded-in, est, emerged, begun, opened',
)
/** A time near these is that of a funding round. */
export const FUNDING: ReadonlySet<string> = new Set([
  ...amountNouns('raised', ['en']),
  'closing',
  'backed',
  'series',
  'seed',
])
/** A year near these is when something else happened. */
const OTHER = phraseSet(
  "survived, surviving, ipo'd, scaled, grew, growing, found, hit, pivoted, acquired, went, expanded, exited, ipo, ipos, ipoed, listed, bought, merged, won, named, ranked, revenue, moved, relocated, hired, doubled, tripled, reached, profitable, rebranded, beat, weathered, navigated, endured, outlasted, thrived, shipped, released, debuted, active, conference, attending, predicted",
)
const EVENTS = phraseSet(
  'crisis, crash, downturn, recession, pandemic, boom, bubble, war, election, winter, bull, bear, lockdown, lockdowns, collapse, slump, olympics, financial crisis, market, world cup, correction, rally, meltdown, credit, hype, cycle, standard, regulation, edition',
)
/** How many words before a year the word it belongs to may be. */
const REACH = 12

interface Piece {
  first: number
  last: number
  from: number
  to: number
  /** First and last month, if only part of a year is named. */
  months: readonly [number, number] | null
  plus: boolean
}

/**
 * Reads all years, decades and ranges of them in a query; their words are then taken.
 * @param thisYear latest possible year
 */
export function readYears(query: QueryText, thisYear: number): TimeSpan[] {
  const spans: TimeSpan[] = []
  for (let at = 0; at < query.tokens.length; at += 1) {
    if (query.taken[at] === true) continue
    const low = pieceAt(query, at, thisYear)
    if (low === null) continue
    const span = spanOf(query, low, thisYear)
    spans.push(span)
    const event = phraseAt(query, span.last + 1, EVENTS, 2)
    take(query, span.first, span.last + event)
    at = span.last
  }
  return spans
}

function pieceAt(query: QueryText, at: number, thisYear: number): Piece | null {
  const months = monthsOf(wordAt(query, at))
  const until = months === null ? null : laterMonth(query, at, thisYear)
  if (months !== null && until !== null) return { ...until, first: at, months: [months[0], until.months?.[1] ?? 12] }
  const number = months === null ? at : at + 1
  const token = query.tokens[number]
  if (token === undefined || query.taken[number] === true) return null
  if (token.kind === 'number') {
    const isYear = /^\d{4}$/.test(token.text) && token.value >= EARLIEST_YEAR && token.value <= thisYear
    if (!isYear || ['$', '€', '£', 'usd'].includes(wordAt(query, number - 1))) return null
    if (countsPeople(query, number) || phraseBefore(query, number, COMPARED) > 0) return null
    return { first: at, last: number, from: token.value, to: token.value, months, plus: token.plus }
  }
  return months === null ? decadeAt(query, at, thisYear) : null
}

/** `March and June 2025`, `Jan-Mar 2025`: the year is behind the second. */
function laterMonth(query: QueryText, at: number, thisYear: number): Piece | null {
  const gap = query.tokens[at + 1]?.gap
  const words = gap === 'hyphen' || gap === 'dash' ? 0 : phraseAt(query, at + 1, RANGE, 2)
  if (gap !== 'hyphen' && gap !== 'dash' && words === 0) return null
  const next = at + 1 + words
  const [month, year] = [monthsOf(wordAt(query, next)), query.tokens[next + 1]]
  return month === null || year?.kind !== 'number' ? null : pieceAt(query, next, thisYear)
}

/** `2000 employees` is not a year, nor is `over 2000 people`. */
const countsPeople = (query: QueryText, at: number): boolean =>
  PEOPLE.has(wordAt(query, at + 1)) || (wordAt(query, at + 1) === 'full' && wordAt(query, at + 2) === 'time')

/** `more than 2000 members`: no year is more than another. */
const COMPARED = phraseSet('more than, less than, fewer than, over, under, above, below, upwards of')

const MONTH = /^(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec|\w+(?:uary|ch|il|ust|ber))$/

/** `March` is 3 to 3, `Q1` 1 to 3, `H2` 7 to 12. */
function monthsOf(word: string): readonly [number, number] | null {
  const part = /^([qh])([1-4])$/.exec(word)
  if (part !== null) {
    const length = part[1] === 'q' ? 3 : 6
    const last = Number(part[2]) * length
    return last <= 12 ? [last - length + 1, last] : null
  }
  const month = MONTHS.indexOf(word.slice(0, 3)) + 1
  return month > 0 && MONTH.test(word) ? [month, month] : null
}

/** `90s`, `2010s`, `early 2010s` */
function decadeAt(query: QueryText, at: number, thisYear: number): Piece | null {
  const found = /^(\d{2}|\d{4})s$/.exec(wordAt(query, at))
  if (found === null) return centuryAt(query, at, thisYear)
  const digits = Number(found[1])
  const start = digits >= 100 ? digits : digits + (digits > (thisYear + 10) % 100 ? 1900 : 2000)
  if (start < EARLIEST_YEAR || start > thisYear || start % 10 !== 0) return null
  const part = wordAt(query, at - 1)
  const [from, to] = part === 'early' ? [0, 3] : part === 'mid' ? [4, 6] : part === 'late' ? [7, 9] : [0, 9]
  const first = part === 'early' || part === 'mid' || part === 'late' ? at - 1 : at
  return { first, last: at, from: start + from, to: Math.min(start + to, thisYear), months: null, plus: false }
}

/** `19th century` */
function centuryAt(query: QueryText, at: number, thisYear: number): Piece | null {
  const found = /^(1[89]|20|21)(?:th|st)$/.exec(wordAt(query, at))
  if (found === null || query.singulars[at + 1] !== 'century') return null
  const to = Number(found[1]) * 100
  return { first: at, last: at + 1, from: to - 99, to: Math.min(to, thisYear), months: null, plus: false }
}

function spanOf(query: QueryText, low: Piece, thisYear: number): TimeSpan {
  const high = upperPiece(query, low, thisYear)
  const last = (high ?? low).last
  const before = beforeOf(query, low.first)
  const onwards = phraseAt(query, last + 1, ONWARDS, 3)
  const backwards = phraseAt(query, last + 1, BACKWARDS, 3)
  const span = { first: low.first - before.count, last: last + Math.max(onwards, backwards) }
  const bounds = boundsOf(low, high, before.kind, onwards > 0 || (high ?? low).plus, backwards > 0)
  return { ...span, ...bounds, of: subjectOf(query, span.first, span.last, before.kind) }
}

function upperPiece(query: QueryText, low: Piece, thisYear: number): Piece | null {
  const next = query.tokens[low.last + 1]
  if (next === undefined || low.plus) return null
  const isDashed = next.gap === 'hyphen' || next.gap === 'dash'
  const words = isDashed ? 0 : phraseAt(query, low.last + 1, RANGE, 2)
  const isAnd = words > 0 && wordAt(query, low.last + 1) === 'and'
  if ((!isDashed && words === 0) || (isAnd && wordAt(query, low.first - 1) !== 'between')) return null
  if (isDashed && /^\d{2}$/.test(next.text)) {
    const year = Math.floor(low.from / 100) * 100 + next.value
    return year > low.from
      ? { first: low.last + 1, last: low.last + 1, from: year, to: year, months: null, plus: next.plus }
      : null
  }
  const high = pieceAt(query, low.last + 1 + words, thisYear)
  return high !== null && high.to >= low.from ? high : null
}

type Side = 'after' | 'since' | 'before' | 'until' | 'in' | 'none'

const SIDES: readonly [Side, ReadonlySet<string>][] = [
  ['after', AFTER],
  ['since', SINCE],
  ['before', BEFORE],
  ['until', UNTIL],
  ['in', phraseSet('in, during, around, from, of, between, back in, in early, in late, in mid, circa')],
]

/** The longest phrase of time right before a year; an article may come in between. */
function beforeOf(query: QueryText, first: number): { kind: Side; count: number } {
  let best: { kind: Side; count: number } = { kind: 'none', count: 0 }
  const articles = wordAt(query, first - 1) === 'the' ? 1 : 0
  for (const [kind, phrases] of SIDES) {
    const count = phraseBefore(query, first - articles, phrases)
    if (count > 0 && count + articles > best.count) best = { kind, count: count + articles }
  }
  return best.count === 0 && articles > 0 ? { kind: 'in', count: 1 } : best
}

function boundsOf(low: Piece, high: Piece | null, side: Side, onwards: boolean, backwards: boolean) {
  const from = startOf(low)
  const to = endOf(high ?? low)
  const toYear = (high ?? low).to
  const none = { fromYear: null, toYear: null, fromDate: null, toDate: null }
  if (onwards || (high === null && side === 'since')) return { ...none, fromYear: low.from, fromDate: from }
  if (backwards || (high === null && side === 'until')) return { ...none, toYear, toDate: to }
  // Before June 2012 may be in 2012.
  const [next, last] = [dayAfter(to), dayBefore(from)]
  if (high === null && side === 'after') return { ...none, fromYear: yearOf(next), fromDate: next }
  if (high === null && side === 'before') return { ...none, toYear: yearOf(last), toDate: last }
  return { fromYear: low.from, toYear, fromDate: from, toDate: to }
}

const pad = (value: number): string => String(value).padStart(2, '0')
const dateOf = (year: number, month: number, day: number): string => `${year}-${pad(month)}-${pad(day)}`
const startOf = ({ from, months }: Piece): string => dateOf(from, months?.[0] ?? 1, 1)

function endOf({ to, months }: Piece): string {
  const month = months?.[1] ?? 12
  return dateOf(to, month, new Date(Date.UTC(to, month, 0)).getUTCDate())
}

const shifted = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10)
const yearOf = (date: string): number => Number(date.slice(0, 4))
const dayAfter = (date: string): string => shifted(date, 1)
const dayBefore = (date: string): string => shifted(date, -1)

/** What a period refers to: the nearest verb before it; without one, the founding of the company. */
function subjectOf(query: QueryText, first: number, last: number, side: Side): TimeSpan['of'] {
  for (let at = first - 1; at >= Math.max(0, first - REACH); at -= 1) {
    const word = wordAt(query, at)
    if (FOUNDING.has(word)) return 'founding'
    if (FUNDING.has(word)) return 'funding'
    if (OTHER.has(word)) return 'other'
    if (query.tokens[at + 1]?.gap === 'stop') break
  }
  const after = [1, 2, 3].map((step) => wordAt(query, last + step))
  if (FOUNDING.has(after[0] ?? '')) return 'founding'
  if (side !== 'none' && after.some((word) => EVENTS.has(word))) return 'other'
  return side === 'in' && ['in', 'during', 'around'].includes(wordAt(query, first)) ? 'other' : 'founding'
}
