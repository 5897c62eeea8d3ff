import { FUNDING_SERIES } from '../../lib/companies/company-filters.ts'
import type { FundingSeries, Range } from '../../lib/companies/company-filters.ts'
import { amountNouns } from '../../lib/vocabulary/amount-nouns.ts'
import { keyedSectors } from '../../lib/vocabulary/sectors.ts'
import { longestAt } from './words/phrase-index.ts'
import { phraseAt, phraseBefore, phraseSet, take, wordAt } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'
import type { Quantity } from './query-quantities.ts'
import { subjects } from './words/subject-words.ts'

const FUNDING: ReadonlySet<string> = new Set(amountNouns('raised', ['en']))
/** Money that is not what investors paid. */
const OTHER_MONEY: ReadonlySet<string> = new Set(amountNouns('worth', ['en']))
const REACH = 4
const ABOUT = 0.2

/** The amount raised that the query states; its words are then taken. Money of another sort is left alone. */
export function readFundingAmount(query: QueryText, quantities: readonly Quantity[]): Range<number> | null {
  for (const quantity of quantities) {
    if (query.taken.slice(quantity.first, quantity.last + 1).some((taken) => taken)) continue
    const isFunding = near(query, quantity, FUNDING) || isOfStage(query, quantity)
    const isOther = isEarned(query, quantity) || near(query, quantity, OTHER_MONEY) || isPrice(query, quantity)
    if (!isFunding && (!quantity.money || isOther)) continue
    if (isFunding && near(query, quantity, OTHER_MONEY) && nearest(query, quantity) === 'other') continue
    if (!quantity.money && !(quantity.scaled && isFunding)) continue
    take(query, quantity.first, quantity.last)
    return amountOf(quantity)
  }
  return null
}

const EARNING = phraseSet(
  'doing, does, do, turning, turning over, turns, turns over, turn over, making, makes, make, earning, earns, earn, generating, generates, generate, grossing, billing, bills, selling',
)
/** `doing $5m`: what a company takes in. */
const isEarned = (query: QueryText, { first }: Quantity): boolean => phraseBefore(query, first, EARNING, 2) > 0

/** Nobody raises less; what customers or staff are paid is named by what it is, or by what it is for. */
const LEAST_RAISED = 10_000
const PRICED = phraseSet(
  'prices, rate, rates, fee, fees, check, checks, subscription, subscriptions, wage, wages, rent, rents, tuition, charge, charges, charging, paying, pays, pay, paid, hourly, daily, monthly, project, projects, orders, basket, invoices, bonus, fine, fines, minimums',
)
const UNITS = phraseSet(
  'a night, a day, a month, a year, a week, an hour, a head, a seat, a user, a person, each, apiece, hourly, daily, monthly, annually, yearly, night, hour',
)

/** `rates under $50`, `hotels from $200 a night` */
const isPrice = (query: QueryText, quantity: Quantity): boolean =>
  Math.max(quantity.from ?? 0, quantity.to ?? 0) < LEAST_RAISED ||
  near(query, quantity, PRICED) ||
  phraseAt(query, quantity.last + 1, UNITS, 2) > 0

/** `a Series B of at least 40 million`, `2-5m seed` */
const isOfStage = (query: QueryText, { first, last, scaled }: Quantity): boolean =>
  (scaled && wordAt(query, last + 1) === 'seed') ||
  (wordAt(query, first - 1) === 'of' &&
    (['seed', 'series'].includes(wordAt(query, first - 2)) || wordAt(query, first - 3) === 'series'))

function near(query: QueryText, { first, last }: Quantity, words: ReadonlySet<string>): boolean {
  for (let step = 1; step <= REACH; step += 1) {
    if (words.has(wordAt(query, last + step)) || words.has(wordAt(query, first - step))) return true
  }
  return false
}

/** Which kind of money is named closest to the number; what follows goes before what precedes. */
function nearest(query: QueryText, { first, last }: Quantity): 'funding' | 'other' {
  for (let step = 1; step <= REACH; step += 1) {
    for (const word of [wordAt(query, last + step), wordAt(query, first - step)]) {
      if (FUNDING.has(word)) return 'funding'
      if (OTHER_MONEY.has(word)) return 'other'
    }
  }
  return 'other'
}

/** A plain number is what was raised at least; bounds of money are inclusive, and a range holds more than one number. */
function amountOf({ from, to, exact, about }: Quantity): Range<number> {
  const share = exact && about ? ABOUT : 0
  const low = from === null ? null : Math.round(from * (1 - share))
  const high = to === null || (exact && !about) ? null : Math.round(to * (1 + share))
  if (low === null) return high === null ? {} : { to: high }
  return high === null || high <= low ? { from: low } : { from: low, to: high }
}

const LETTERS = 'abcdefghij'
const LATER = phraseSet(
  'or later, and later, or beyond, and beyond, onwards, onward, and above, or above, or higher, and up, plus',
)
const EARLIER = phraseSet(
  'or earlier, and earlier, or before, and before, or below, and below, or under, or lower, or less, and younger, or younger',
)
const JOINS = phraseSet('or, and, to, through')
const LED_BY = phraseSet(
  'at, raised, raising, closed, closing, hit, in, at the, their, a, completed, got, announced, stuck at, just',
)
/** A stage behind these is passed, or compared with. */
const PASSED_BY = phraseSet(
  'post, past, past its, past their, beyond, after, than, past the, beyond the, after the, after a, after their, after its, past a, than a, than the, than their, than a usual, than a typical, than an average, than the usual',
)
const FOLLOWED_BY = phraseSet(
  'stage, round, rounds, funding, funded, startup, startups, money, capital, investment, investments, financing, and, or, to, through, series',
)

/** Stages that the grammar knows: `series b`, `series a or b`, `series b+`, `at seed`. Their words are then taken. */
export function readSeries(query: QueryText): FundingSeries[] {
  const found: FundingSeries[] = []
  for (let at = 0; at < query.tokens.length; at += 1) {
    // `series A but not series B`: what is denied was not raised, which no filter expresses.
    if (query.taken[at] === true || query.negatedBy[at] !== -1 || phraseBefore(query, at, PASSED_BY, 3) > 0) continue
    if (wordAt(query, at) === 'series') found.push(...readLetters(query, at))
    else if (isSeedStage(query, at)) found.push(...readSeed(query, at))
    else if (isRoundLetter(query, at)) found.push(...readLetters(query, at - 1))
  }
  return FUNDING_SERIES.filter((series) => found.includes(series))
}

/** `B round`, `A-C rounds`, `seed/A`, `seed or A rounds`: a letter without `series`; `a round` is any. */
function isRoundLetter(query: QueryText, at: number): boolean {
  const { raw = '', gap } = query.tokens[at] ?? {}
  if (letterAt(query, at) < 0 || letterAt(query, at) > MOST_NAMED || (raw === 'a' && gap !== 'slash')) return false
  // `a bigger than usual B round`
  if (wordAt(query, at - 2) === 'than') return false
  const isEnd = ['start', 'comma', 'stop', 'close'].includes(query.tokens[at + 1]?.gap ?? 'stop')
  const seed =
    gap === 'slash' ? at - 1 : JOINS.has(wordAt(query, at - 1)) && raw !== raw.toLowerCase() && isEnd ? at - 2 : -1
  if (query.taken[seed] === true && wordAt(query, seed) === 'seed') return true
  let last = at
  for (let next = followingLetter(query, last); next !== null; next = followingLetter(query, last)) last = next
  return ROUNDS.has(wordAt(query, last + 1)) && (at > 0 || last > at)
}
const MOST_NAMED = 4
const ROUNDS = new Set(['round', 'rounds'])

/** Where the next letter of a list or range is; null if none follows. */
function followingLetter(query: QueryText, at: number): number | null {
  const joins = JOINS.has(wordAt(query, at + 1)) ? 1 : 0
  const isListed = ['comma', 'slash', 'hyphen', 'dash'].includes(query.tokens[at + 1]?.gap ?? 'stop')
  return (joins > 0 || isListed) && letterAt(query, at + 1 + joins) >= 0 ? at + 1 + joins : null
}

/** `or later`, `or earlier`, also behind `series a funding`; and where that ends. */
function openEnd(query: QueryText, last: number) {
  const noun = STAGE_NOUNS.has(wordAt(query, last + 1)) ? 1 : 0
  const later = phraseAt(query, last + noun + 1, LATER, 2)
  const earlier = later > 0 ? 0 : phraseAt(query, last + noun + 1, EARLIER, 2)
  return { later, earlier, end: last + (later + earlier > 0 ? noun + later + earlier : 0) }
}
const STAGE_NOUNS = new Set(['funding', 'round', 'stage', 'financing'])

function readSeed(query: QueryText, at: number): FundingSeries[] {
  const { later, earlier, end } = openEnd(query, at)
  take(query, at, end)
  return later > 0 ? from('seed') : earlier > 0 ? upTo('seed') : ['seed']
}

/** `post-seed`, `post series A`, `nothing beyond seed`: stages that are passed or denied, which no filter holds; their words are then taken. */
export function passedStages(query: QueryText): (readonly [number, number])[] {
  const found = query.tokens.flatMap(({ text }, at): (readonly [number, number])[] => {
    const letter = text === 'series' && letterAt(query, at + 1) >= 0 ? 1 : 0
    const isStage = (text === 'seed' || letter > 0) && query.taken[at] !== true
    const words = isStage ? phraseBefore(query, at, PASSED_BY, 3) : 0
    return words === 0 ? [] : [[at - words, at + letter]]
  })
  for (const [first, last] of found) take(query, first, last)
  return found
}

/** `pre-seed to series a`, `between seed and series b`: all that lie between the two. */
export function withRange(query: QueryText, found: FundingSeries[]): FundingSeries[] {
  const places = found.map((series) => FUNDING_SERIES.indexOf(series)).toSorted((one, other) => one - other)
  const [low, high] = [places[0] ?? 0, places.at(-1) ?? 0]
  const isRange = query.tokens.some(({ text, gap }, at) => {
    // `Seed–Series B`
    if (gap === 'dash' || gap === 'hyphen') return areStages(query, at - 1, at)
    return (
      ['to', 'through', 'and'].includes(text) &&
      areStages(query, at - 1, at + 1) &&
      (text !== 'and' || phraseBefore(query, at, BETWEEN_STAGES, 3) > 0)
    )
  })
  if (isRange)
    for (const [at, { text }] of query.tokens.entries())
      if (text === 'through' && isStageEnd(query, at - 1)) take(query, at, at)
  return isRange && found.length > 1 ? FUNDING_SERIES.slice(low, high + 1) : found
}

const BETWEEN_STAGES = phraseSet('between seed, between pre seed, between preseed, between series a, between series b')
const isSeedAt = (query: QueryText, at: number): boolean => ['seed', 'preseed'].includes(wordAt(query, at))
const isStageEnd = (query: QueryText, at: number): boolean =>
  isSeedAt(query, at) || (wordAt(query, at - 1) === 'series' && letterAt(query, at) >= 0)
/** Whether one stage ends and another begins there; behind `seed` a letter is enough, and behind a letter it is one of its list. */
const areStages = (query: QueryText, end: number, start: number): boolean =>
  isStageEnd(query, end) &&
  (['seed', 'series', 'pre'].includes(wordAt(query, start)) ||
    (isSeedAt(query, end) && query.taken[start] === true && letterAt(query, start) >= 0))

function readLetters(query: QueryText, series: number): FundingSeries[] {
  const isPre = wordAt(query, series - 1) === 'pre'
  let letter = letterAt(query, series + 1)
  if (letter < 0) return []
  const found = [letter]
  let last = series + 1
  for (let next = last + 1; next < query.tokens.length; next += 1) {
    const joins = JOINS.has(wordAt(query, next)) ? 1 : 0
    const repeats = wordAt(query, next + joins) === 'series' ? 1 : 0
    const gap = query.tokens[next]?.gap
    if (joins + repeats === 0 && !['comma', 'slash', 'hyphen', 'dash'].includes(gap ?? 'stop')) break
    const following = letterAt(query, next + joins + repeats)
    if (following < 0) break
    const isRange = ['to', 'through'].includes(wordAt(query, next)) || gap === 'hyphen' || gap === 'dash'
    for (let one = isRange ? letter + 1 : following; one <= following; one += 1) found.push(one)
    letter = following
    last = next + joins + repeats
    next = last
  }
  const { later, earlier, end } = openEnd(query, last)
  const isOpen = later > 0 || wordAt(query, last).endsWith('+')
  const isNamed = wordAt(query, series) === 'series'
  take(query, isNamed ? series - (isPre ? 1 : 0) : series + 1, end + (ROUNDS.has(wordAt(query, end + 1)) ? 1 : 0))
  if (isOpen) return from(seriesOf(letter, false))
  return earlier > 0 ? upTo(seriesOf(letter, isPre)) : found.map((one) => seriesOf(one, isPre))
}

function letterAt(query: QueryText, at: number): number {
  const word = wordAt(query, at).replace(/[+1-9]+$/, '')
  return word.length === 1 ? LETTERS.indexOf(word) : -1
}

function seriesOf(letter: number, isPre: boolean): FundingSeries {
  if (letter === 0) return isPre ? 'pre_series_a' : 'series_a'
  if (letter === 1) return isPre ? 'pre_series_b' : 'series_b'
  return isPre && letter === 2 ? 'pre_series_c' : 'series_c+'
}

const from = (series: FundingSeries): FundingSeries[] =>
  FUNDING_SERIES.slice(FUNDING_SERIES.indexOf(series), FUNDING_SERIES.indexOf('other'))
const upTo = (series: FundingSeries): FundingSeries[] => FUNDING_SERIES.slice(0, FUNDING_SERIES.indexOf(series) + 1)

/** `seed` is also what farmers buy: it needs a word of funding beside it. */
function isSeedStage(query: QueryText, at: number): boolean {
  if (wordAt(query, at) !== 'seed' || wordAt(query, at - 1) === 'pre') return false
  if (wordAt(query, at - 1) === 'series') return true
  if (isNextStage(query, at) || query.tokens[at - 1]?.scaled === true || isItem(query, at)) return true
  return (
    phraseBefore(query, at, LED_BY, 2) > 0 ||
    FOLLOWED_BY.has(wordAt(query, at + 1)) ||
    phraseAt(query, at + 1, EARLIER, 2) > 0
  )
}

/** `fintech, NYC, seed, 11-50`: an item of its own, beside a trade that has nothing to do with farming. */
function isItem(query: QueryText, at: number): boolean {
  const isParted = (place: number): boolean =>
    ['start', 'comma', 'stop', 'close'].includes(query.tokens[place]?.gap ?? 'stop')
  if (!isParted(at) || !isParted(at + 1)) return false
  const trades = query.tokens.flatMap((_, place) => longestAt(subjects(), query, place)?.values ?? [])
  const sectors = trades.flatMap(({ industries }) => industries.map((name) => keyedSectors().get(name) ?? ''))
  return trades.length > 0 && !sectors.some((sector) => FIELDS.has(sector))
}
const FIELDS = new Set(['farming', 'food'])

/** `pre-seed or seed`, `pre-seed/seed`: the next of two stages. */
function isNextStage(query: QueryText, at: number): boolean {
  const before = ['or', 'and'].includes(wordAt(query, at - 1))
    ? at - 2
    : query.tokens[at]?.gap === 'slash'
      ? at - 1
      : -1
  return (
    wordAt(query, before) === 'preseed' || (wordAt(query, before) === 'seed' && wordAt(query, before - 1) === 'pre')
  )
}
