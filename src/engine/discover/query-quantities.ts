import { joined, phraseAt, phraseBefore, phraseSet, wordAt } from './query-text.ts'
import type { QueryText } from './query-text.ts'
import type { Token } from './query-tokens.ts'

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
  'over, more than, greater than, above, exceeding, past, beyond, upwards of, larger than, bigger than, north of, in excess of, >',
)
const FROM = phraseSet(
  'at least, min, minimum, minimum of, a minimum of, no fewer than, no less than, not less than, not fewer than, starting at, >=, ≥',
)
const UNDER = phraseSet(
  'under, less than, fewer than, below, smaller than, sub, lower than, south of, not more than a, <',
)
const UPTO = phraseSet(
  'up to, at most, max, maximum, maximum of, a maximum of, no more than, not more than, not over, no larger than, until, <=, ≤',
)
const ABOUT = phraseSet(
  'about, around, approximately, approx, roughly, circa, ca, ~, ≈, some, nearly, almost, close to',
)
const AND_MORE = phraseSet(
  'or more, and more, and above, and over, or above, or over, or larger, and up, plus, or higher, upwards, or bigger',
)
const AND_LESS = phraseSet(
  'or less, or fewer, and below, or below, or under, and under, or smaller, max, maximum, at most, tops',
)
const RANGE = phraseSet('to, and, through, until, till, up to')
const CURRENCY_BEFORE = phraseSet('$, €, £, ¥, ₹, usd, us $, eur, gbp, us$, chf, cad, aud, sgd')
const CURRENCY_AFTER = phraseSet(
  'usd, us dollars, us dollar, dollars, dollar, eur, euros, euro, gbp, pounds, bucks, $, €, £, chf, francs',
)
const MAGNITUDES: Record<string, number> = {
  hundred: 1e2,
  thousand: 1e3,
  thousands: 1e3,
  k: 1e3,
  grand: 1e3,
  million: 1e6,
  millions: 1e6,
  mio: 1e6,
  mln: 1e6,
  mil: 1e6,
  mm: 1e6,
  mn: 1e6,
  m: 1e6,
  billion: 1e9,
  billions: 1e9,
  bn: 1e9,
  b: 1e9,
}
const NUMBER_WORDS: Record<string, number> = {
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  hundred: 100,
  thousand: 1000,
  dozen: 12,
}
/** What a plural of numbers says at least, and at most. */
const VAGUE: Record<string, [number, number]> = { dozens: [24, 99], hundreds: [100, 999], thousands: [1000, 9999] }

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
  const range = VAGUE[wordAt(query, at)]
  if (range === undefined || wordAt(query, at + 1) !== 'of') return null
  const plain = { money: false, scaled: false, exact: false, about: false, strict: false }
  return { first: at, last: at + 1, from: range[0], to: range[1], ...plain }
}

function quantityAt(query: QueryText, at: number, leftmost: number): Quantity | null {
  const low = amountAt(query, at)
  if (low === null) return null
  const second = upperAt(query, low)
  const before = boundBefore(query, Math.max(leftmost, low.first), leftmost)
  const high = second ?? low
  // `$100 to 300M` counts both in millions.
  const lowValue =
    second !== null && second.scaled && !low.scaled
      ? low.value * (second.value >= 1e9 && low.value < 1000 ? 1e9 : scaleOf(second, low))
      : low.value
  const plain = {
    first: low.first - before.count,
    last: high.last,
    money: low.money || high.money,
    scaled: low.scaled || high.scaled,
    exact: false,
    about: false,
    strict: false,
  }
  if (second !== null) {
    const ordered = [Math.min(lowValue, high.value), Math.max(lowValue, high.value)] as const
    const grown = before.kind === 'from' && wordAt(query, low.first - 1) === 'from' && high.plus
    if (grown) return { ...plain, from: high.value, to: null }
    return { ...plain, from: ordered[0], to: high.plus ? null : ordered[1] }
  }
  const after = boundAfter(query, low)
  const last = low.last + after.count
  if (after.kind === 'more') return { ...plain, last, from: low.value, to: null }
  if (after.kind === 'less') return { ...plain, last, from: null, to: low.value }
  if (before.kind === 'over') return { ...plain, from: low.value, to: null, strict: true }
  if (before.kind === 'least') return { ...plain, from: low.value, to: null }
  if (before.kind === 'under') return { ...plain, from: null, to: low.value, strict: true }
  if (before.kind === 'most') return { ...plain, from: null, to: low.value }
  return { ...plain, from: low.value, to: low.value, exact: true, about: before.kind === 'about' }
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
  const magnitude = MAGNITUDES[wordAt(query, last + 1)]
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
  const value = Object.hasOwn(NUMBER_WORDS, word) ? NUMBER_WORDS[word] : undefined
  if (value === undefined) return null
  if (led && !['hundred', 'thousand', 'dozen'].includes(word)) return null
  if (token.text === 'half') return { value: value / 2, last: at + 1 }
  return { value, last: led ? at + 1 : at }
}

/** The upper end of a range that begins with `low`: `50-100`, `50 – 100`, `50 to 100`. */
function upperAt(query: QueryText, low: Amount): Amount | null {
  const next = query.tokens[low.last + 1]
  if (next === undefined || low.plus) return null
  const isDashed = next.gap === 'hyphen' || next.gap === 'dash'
  const words = isDashed ? 0 : phraseAt(query, low.last + 1, RANGE, 2)
  if (!isDashed && words === 0) return null
  const high = amountAt(query, low.last + 1 + words)
  if (high === null) return null
  // "and" joins a range only after "between" or "from".
  const isAnd = words > 0 && wordAt(query, low.last + 1) === 'and'
  return isAnd && !['between', 'from'].includes(wordAt(query, low.first - 1)) ? null : high
}

type Before = 'over' | 'least' | 'under' | 'most' | 'about' | 'from' | 'none'

function boundBefore(query: QueryText, first: number, leftmost: number): { kind: Before; count: number } {
  const room = Math.min(4, first - leftmost)
  const kinds = [
    ['most', UPTO],
    ['least', FROM],
    ['over', OVER],
    ['under', UNDER],
    ['about', ABOUT],
  ] as const
  const best = kinds
    .map(([kind, phrases]) => ({ kind, count: phraseBefore(query, first, phrases, room) }))
    .reduce((one, other) => (other.count > one.count ? other : one))
  if (best.count > 0) return best
  const word = joined(query, first - 1, 1)
  return room > 0 && (word === 'between' || word === 'from') ? { kind: 'from', count: 1 } : { kind: 'none', count: 0 }
}

function boundAfter(query: QueryText, { last, plus }: Amount): { kind: 'more' | 'less' | 'none'; count: number } {
  if (plus) return { kind: 'more', count: 0 }
  const more = phraseAt(query, last + 1, AND_MORE, 2)
  if (more > 0) return { kind: 'more', count: more }
  const less = phraseAt(query, last + 1, AND_LESS, 2)
  return less > 0 ? { kind: 'less', count: less } : { kind: 'none', count: 0 }
}
