import { MAGNITUDES, NUMBER_WORDS } from './words/number-words.ts'
import { joined, phraseAt, phraseBefore, phraseSet, wordAt } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'
import type { Token } from './words/query-tokens.ts'

/** A number or range of a query, with the words that bound it. */
export interface Quantity {
  /** First and last token. */
  first: number
  last: number
  from: number | null
  to: number | null
  /** A currency stands with it. */
  money: boolean
  /** A magnitude stands with it: k, million. */
  scaled: boolean
  /** Neither range nor bound: `50`. */
  exact: boolean
  /** `around 50`. */
  about: boolean
  /** The bound itself is out: `more than 50`. */
  strict: boolean
}

const OVER = phraseSet(
  'over, more than, more then, more as, greater than, greater then, above, exceeding, past, beyond, upwards of, larger than, bigger than, north of, in excess of, >',
)
const FROM = phraseSet(
  'at least, min, minimum, minimum of, =>, a minimum of, no fewer than, no less than, not less than, not fewer than, no smaller than, not smaller than, no lower than, not lower than, not below, not under, starting at, >=, ≥',
)
const UNDER = phraseSet(
  'under, less than, less then, less as, smaller as, fewer than, fewer then, below, smaller than, sub, lower than, south of, not more than a, not even, not quite, <',
)
const UPTO = phraseSet(
  'up to, at most, without more than, never more than, no more then, not more then, max, maximum, maximum of, a maximum of, no more than, not more than, not over, not above, not exceeding, no larger than, not larger than, no bigger than, not bigger than, no greater than, not greater than, no higher than, not higher than, until, <=, =<, ≤',
)
/** `nothing under 500`, `nobody above 50`, `don't have more than 20` set the opposite bound. */
const DENIALS = [
  'nothing',
  'nobody',
  'no one',
  'none',
  'none with',
  'never',
  'not even',
  ...['not', "don't", "doesn't"].flatMap((not) => [`${not} have`, `${not} employ`]),
  'not',
  "isn't",
  "aren't",
]
const denied = (bounds: string): string[] =>
  bounds.split(', ').flatMap((bound) => DENIALS.map((denial) => `${denial} ${bound}`))
const DENIED_OVER = new Set([
  'not exceed',
  "don't exceed",
  "doesn't exceed",
  ...denied('over, above, more than, beyond, past, exceeding, larger than, bigger than, greater than, higher than'),
])
const DENIED_UNDER = new Set(denied('under, below, less than, fewer than, smaller than, lower than'))
const ABOUT = phraseSet(
  'about, around, approximately, approx, roughly, circa, ca, ~, ≈, some, nearly, almost, close to',
)
const AND_MORE = phraseSet(
  'or more, and more, and above, and over, or above, or over, or larger, and up, plus, or higher, upwards, or bigger, min, minimum, at least',
)
const AND_LESS = phraseSet(
  'or less, or fewer, and below, or below, or under, and under, or smaller, max, maximum, at most, tops',
)
const RANGE = phraseSet('to, and, through, until, till, up to')
const CURRENCY_BEFORE = phraseSet(
  '$, €, £, ¥, ₹, usd, us $, eur, gbp, us$, chf, cad, aud, sgd, hkd, nzd, brl, inr, sek, nok, dkk, pln, zar',
)
const CURRENCY_AFTER = phraseSet(
  'usd, us dollars, us dollar, of dollars, of us dollars, of euros, de dollars, de dólares, de dolares, d euros, dólares, dollars, dollar, eur, euros, euro, gbp, pounds, bucks, $, €, £, chf, francs, cad, aud, sgd, hkd, nzd, brl, inr, sek, nok, dkk, pln, zar, kr, zloty, rand',
)
/** What a plural of numbers says at least, and at most. */
const VAGUE = new Map<string, readonly [number, number]>([
  ['dozens', [24, 99]],
  ['hundreds', [100, 999]],
  ['thousands', [1000, 9999]],
])

interface Amount {
  first: number
  last: number
  value: number
  money: boolean
  scaled: boolean
  plus: boolean
}

/** Every number of the query, with its range and bounds, from left to right. */
export function readQuantities(query: QueryText): Quantity[] {
  const found: Quantity[] = []
  for (let at = 0; at < query.tokens.length; at += 1) {
    const quantity = vagueAt(query, at) ?? quantityAt(query, at, (found.at(-1)?.last ?? -1) + 1)
    if (quantity === null) continue
    found.push(quantity)
    at = quantity.last
  }
  return found
}

function vagueAt(query: QueryText, at: number): Quantity | null {
  const range = VAGUE.get(wordAt(query, at))
  if (range === undefined || wordAt(query, at + 1) !== 'of') return null
  const plain = { money: false, scaled: false, exact: false, about: false, strict: false }
  return { first: at, last: at + 1, from: range[0], to: range[1], ...plain }
}

function quantityAt(query: QueryText, at: number, leftmost: number): Quantity | null {
  const low = amountAt(query, at)
  if (low === null) return null
  const high = upperAt(query, low)
  const before = boundBefore(query, Math.max(leftmost, low.first), leftmost)
  const first = low.first - before.count
  if (high !== null) return rangeOf(low, high, first, wordAt(query, low.first - 1) === 'from')
  const after: After = low.plus ? { kind: 'more', count: 0 } : boundAt(query, low.last + 1)
  const bounds = boundsOf(low.value, before.kind, after.kind)
  return { first, last: low.last + after.count, money: low.money, scaled: low.scaled, ...bounds }
}

const RANGED = { exact: false, about: false, strict: false }

/** `from 20 to 100+` describes growth: only the last number counts. */
function rangeOf(low: Amount, high: Amount, first: number, isGrowth: boolean): Quantity {
  const plain = { first, last: high.last, money: low.money || high.money, scaled: low.scaled || high.scaled, ...RANGED }
  if (isGrowth && high.plus) return { ...plain, from: high.value, to: null }
  // `$100 to 300M` counts both in millions, `50 to 1k` does not.
  const scaled = high.scaled && !low.scaled ? low.value * scaleOf(high, low) : low.value
  const lowValue = scaled > high.value ? low.value : scaled
  return { ...plain, from: Math.min(lowValue, high.value), to: high.plus ? null : Math.max(lowValue, high.value) }
}

function boundsOf(value: number, before: Before, after: 'more' | 'less' | 'none') {
  if (after === 'more') return { ...RANGED, from: value, to: null }
  if (after === 'less') return { ...RANGED, from: null, to: value }
  if (before === 'over') return { ...RANGED, from: value, to: null, strict: true }
  if (before === 'least') return { ...RANGED, from: value, to: null }
  if (before === 'under') return { ...RANGED, from: null, to: value, strict: true }
  if (before === 'most') return { ...RANGED, from: null, to: value }
  return { ...RANGED, from: value, to: value, exact: true, about: before === 'about' }
}

/** The magnitude that `second` carries and `low` lacks. */
function scaleOf(second: Amount, low: Amount): number {
  const scale = 10 ** (3 * Math.floor(Math.log10(Math.max(1, second.value)) / 3))
  return low.value < 1000 ? scale : 1
}

function amountAt(query: QueryText, at: number): Amount | null {
  const token = query.tokens[at]
  if (token === undefined) return null
  const opening = phraseAt(query, at, CURRENCY_BEFORE, 2)
  const number = query.tokens[at + opening]
  const own = number === undefined ? null : valueOf(number, query, at + opening)
  if (own === null) return null
  let last = own.last
  const magnitude = MAGNITUDES.get(wordAt(query, last + 1))
  const isMagnitude = magnitude !== undefined && query.tokens[last + 1]?.gap !== 'comma' && !(number?.scaled ?? false)
  if (isMagnitude) last += 1
  let plus = number?.plus ?? false
  // The sign of `$10M-$40M` belongs to the second number.
  const isNextAmount = query.tokens[last + 2]?.kind === 'number'
  const closing = isNextAmount ? 0 : phraseAt(query, last + 1, CURRENCY_AFTER, 2)
  last += closing
  if (!plus && query.tokens[last]?.plus === true) plus = true
  const scaled = isMagnitude || (number?.scaled ?? false)
  return {
    first: at,
    last,
    value: own.value * (isMagnitude ? magnitude : 1),
    money: opening + closing > 0,
    scaled,
    plus,
  }
}

/** A number in digits, or a word for one; `a dozen` and `one hundred` are numbers, `one` alone is none. */
function valueOf(token: Token, query: QueryText, at: number): { value: number; last: number } | null {
  if (token.kind === 'number') return { value: token.value, last: at }
  const led = token.text === 'a' || token.text === 'one' || token.text === 'half'
  const word = led ? wordAt(query, at + 1) : token.text
  if (led && (word === 'million' || word === 'billion')) return { value: token.text === 'half' ? 0.5 : 1, last: at }
  if (token.text === 'half' && word === 'a')
    return ['million', 'billion'].includes(wordAt(query, at + 2)) ? { value: 0.5, last: at + 1 } : null
  const value = NUMBER_WORDS.get(word)
  if (value === undefined) return null
  if (led && !['hundred', 'thousand', 'dozen'].includes(word)) return null
  if (!led && token.text === 'dozen') return null
  if (token.text === 'half') return { value: value / 2, last: at + 1 }
  const units = led ? 0 : unitsAfter(query, at, value)
  return { value: value + units, last: led || units > 0 ? at + 1 : at }
}

/** `twenty-five`: what follows tens adds to them. */
function unitsAfter(query: QueryText, at: number, value: number): number {
  const next = query.tokens[at + 1]
  const isTens = value >= 20 && value < 100 && value % 10 === 0
  const units = isTens && (next?.gap === 'hyphen' || next?.gap === 'space') ? (NUMBER_WORDS.get(next.text) ?? 0) : 0
  return units < 10 ? units : 0
}

/** The upper end of a range that begins with `low`: `50-100`, `50 – 100`, `50 to 100`. */
function upperAt(query: QueryText, low: Amount): Amount | null {
  const next = query.tokens[low.last + 1]
  if (next === undefined || low.plus) return null
  const isDashed = next.gap === 'hyphen' || next.gap === 'dash'
  const words = isDashed ? 0 : phraseAt(query, low.last + 1, RANGE, 2)
  if (!isDashed && words === 0) return null
  const high = amountAt(query, low.last + 1 + words)
  if (high === null || (next.gap === 'hyphen' && isName(query, low, high))) return null
  // "and" joins a range only after "between" or "from".
  const isAnd = words > 0 && wordAt(query, low.last + 1) === 'and'
  return isAnd && !['between', 'from'].includes(wordAt(query, low.first - 1)) ? null : high
}

const HOURS_OF_A_DAY = 24

/** `24-7` are hours, and `7-Eleven` is called so: a range is written in digits or in words throughout. */
const isName = (query: QueryText, low: Amount, high: Amount): boolean =>
  (low.value > high.value && low.value <= HOURS_OF_A_DAY) || isInDigits(query, low) !== isInDigits(query, high)

const isInDigits = ({ tokens }: QueryText, { first, last }: Amount): boolean =>
  tokens.slice(first, last + 1).some(({ kind }) => kind === 'number')

type Before = 'over' | 'least' | 'under' | 'most' | 'about' | 'from' | 'none'

function boundBefore(query: QueryText, first: number, leftmost: number): { kind: Before; count: number } {
  const room = Math.min(4, first - leftmost)
  const kinds = [
    ['most', DENIED_OVER],
    ['least', DENIED_UNDER],
    ['most', UPTO],
    ['least', FROM],
    ['over', OVER],
    ['under', UNDER],
    ['about', ABOUT],
  ] as const
  const best = kinds
    .map(([kind, phrases]) => ({ kind, count: phraseBefore(query, first, phrases, room) }))
    .reduce((one, other) => (other.count > one.count ? other : one))
  // `in the past 18 months`
  if (best.count === 1 && wordAt(query, first - 1) === 'past' && wordAt(query, first - 2) === 'the')
    return { kind: 'none', count: 0 }
  if (best.count > 0) return best
  const word = joined(query, first - 1, 1)
  return room > 0 && (word === 'between' || word === 'from') ? { kind: 'from', count: 1 } : { kind: 'none', count: 0 }
}

/** Whether a bound begins at a position with what elsewhere denies: `not even 500`, `nothing over 50`. */
export function deniesBound(query: QueryText, at: number): boolean {
  const counts = [DENIED_OVER, DENIED_UNDER, NOT_EVEN].map((phrases) => phraseAt(query, at, phrases))
  const count = Math.max(...counts)
  return count > 0 && amountAt(query, at + count) !== null
}
const NOT_EVEN = phraseSet('not even, not quite')

interface After {
  kind: 'more' | 'less' | 'none'
  count: number
}

/** The bound in the words from a position on: `or more`, `max`. */
export function boundAt(query: QueryText, at: number): After {
  const more = phraseAt(query, at, AND_MORE, 2)
  const less = more > 0 ? 0 : phraseAt(query, at, AND_LESS, 2)
  const count = more + less
  // `10 or more than 500` and `min 50 max 200` begin another bound.
  const isNext = query.tokens[at + count]?.kind === 'number' || wordAt(query, at + count) === 'than'
  return count === 0 || isNext ? { kind: 'none', count: 0 } : { kind: more > 0 ? 'more' : 'less', count }
}
