import { HEADCOUNTS } from '../../lib/companies/company-facts.ts'
import type { Headcount } from '../../lib/companies/company-facts.ts'
import { amountNouns } from '../../lib/vocabulary/amount-nouns.ts'
import { NUMBER_WORDS } from './words/number-words.ts'
import { longestAt } from './words/phrase-index.ts'
import { placeNames } from './words/place-names.ts'
import { phraseAt, phraseBefore, phraseSet, take, wordAt } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'
import { boundAt } from './query-quantities.ts'
import type { Quantity } from './query-quantities.ts'
import { isHead, isStop, subjects } from './words/subject-words.ts'

const LIMITS = HEADCOUNTS.map((band) => {
  const [low = '', high] = band.replace('+', '').split('-')
  return { band, low: Number(low), high: high === undefined ? Infinity : Number(high) }
})

/** Words that show that a number counts people. */
export const PEOPLE: ReadonlySet<string> = new Set([...amountNouns('staff', ['en']), ...amountNouns('heads', ['en'])])
const PEOPLE_BEFORE = phraseSet(
  'team of, teams of, a team of, headcount, headcount of, headcount is, staff of, staff, size, size of, company size, company size of, employees, employee count, employee count of, number of employees, workforce of, workforce, employing, employs, employ, team size, team size of, people, team, teams, headcount between, headcounts of, headcount from, grown to, small teams, lean teams, lean team, small team, small, tiny, headcount range, employee size, staffed by, staffed with, payroll of, staff numbers, staff numbers between, number of staff, staff count, staff count of, on staff',
)
/** Words after a range without a noun that do not name something else that is counted. */
const OPEN_AFTER = phraseSet(
  'range, size, sized, headcount, in, that, with, based, and, or, who, which, from, founded, but, band, bracket, at, raised, located, headquartered, still, not, currently',
)

const BARE_MOST = 100_000

/** The headcount bands that the query states in numbers; their words are then taken. */
export function readHeadcounts(query: QueryText, quantities: readonly Quantity[]): Headcount[] {
  const found: { bands: Headcount[]; quantity: Quantity }[] = []
  for (const [at, quantity] of quantities.entries()) {
    if (quantity.money || isTaken(query, quantity) || isOfSomethingElse(query, quantity)) continue
    const words = peopleWords(query, quantity) ?? wordsOfNext(query, quantity, quantities[at + 1])
    if (words === null) continue
    const bound = boundAt(query, quantity.last + words.after + 1)
    const bounded = quantity.exact ? within(quantity, bound.kind) : quantity
    found.push({ bands: bandsOf(bounded), quantity: bounded })
    take(query, quantity.first - words.before, quantity.last + words.after + bound.count)
  }
  const isIn = (band: Headcount) => (one: { bands: Headcount[] }) => one.bands.includes(band)
  const isRange = isBoundedTwice(
    query,
    found.map(({ quantity }) => quantity),
  )
  return HEADCOUNTS.filter((band) => (isRange ? found.every(isIn(band)) : found.some(isIn(band))))
}

/** `a city with over 1m people`, `whose founder is under 30` */
function isOfSomethingElse(query: QueryText, { first }: Quantity): boolean {
  for (let at = first; at >= Math.max(0, first - 3); at -= 1) {
    if (NO_COMPANY.has(wordAt(query, at)) || (TOWNS.has(wordAt(query, at)) && wordAt(query, at - 1) === 'a'))
      return true
    if (at < first && isHead(wordAt(query, at))) return false
  }
  return false
}
const NO_COMPANY = phraseSet('founder, founders, ceo, ceos, owner, owners, aged, age, formula')
const TOWNS = phraseSet('city, town, village, region')

/** `more than 20 but fewer than 100` is one range; with `or` between them, they are two. */
function isBoundedTwice({ tokens }: QueryText, [one, other, ...more]: readonly Quantity[]): boolean {
  if (one === undefined || other === undefined || more.length > 0) return false
  const [upper, lower] = one.from === null ? [one, other] : [other, one]
  const isRange = upper.from === null && lower.to === null && (upper.to ?? 0) > (lower.from ?? 0)
  return isRange && tokens.slice(one.last, other.first).every(({ text }) => text !== 'or')
}

/** `200 people max`, `500 staff and up`. */
function within(quantity: Quantity, bound: ReturnType<typeof boundAt>['kind']): Quantity {
  if (bound === 'none') return quantity
  return { ...quantity, exact: false, ...(bound === 'less' ? { from: null } : { to: null }) }
}

const isTaken = (query: QueryText, { first, last }: Quantity): boolean =>
  query.taken.slice(first, last + 1).some((taken) => taken)

/** `min 50 max 200 employees`: the noun of the second bound applies to the first. */
function wordsOfNext(query: QueryText, { exact, last }: Quantity, next: Quantity | undefined) {
  const isNext = next !== undefined && !exact && !next.money && next.first === last + 1 && !isTaken(query, next)
  return isNext && peopleWords(query, next) !== null ? { before: 0, after: 0 } : null
}

/** How many words before and after a number show that it counts people; null if none do. */
function peopleWords(query: QueryText, quantity: Quantity): { before: number; after: number } | null {
  const { first, last, exact } = quantity
  if (isOfAThing(query, first - 1)) return null
  // `arr 1-10m. team of 5`
  const after = query.tokens[last + 1]?.gap === 'stop' ? 0 : phraseAt(query, last + 1, PEOPLE, 3)
  if (after > 0 && wordAt(query, last + after + 1) !== 'of') return { before: 0, after }
  const before = phraseBefore(query, first, PEOPLE_BEFORE, 3)
  if (before > 0 && (isOpenAfter(query, last) || isTradeOrPlace(query, last + 1))) return { before, after: 0 }
  const value = quantity.to ?? quantity.from ?? 0
  const isBare = !exact && !quantity.scaled && value >= 2 && value <= BARE_MOST
  const isFirst = first === 0 && quantity.from !== null && quantity.to !== null && isTradeOrPlace(query, last + 1)
  return isBare && (isOpenAfter(query, last) || isFirst || isPlaceLast(query, last + 1))
    ? { before: 0, after: 0 }
    : null
}

/** `fleet size over 10`, `bed count above 200`: how many things of theirs there are. */
function isOfAThing(query: QueryText, at: number): boolean {
  if (!MEASURES.has(wordAt(query, at)) || query.tokens[at]?.gap !== 'space') return false
  const { text = '', kind = 'sign' } = query.tokens[at - 1] ?? {}
  if (kind !== 'word' || isHead(text) || OF_COMPANIES.has(text) || query.taken[at - 1] === true) return false
  const isTradeBehind = [1, 2, 3].some((back) => longestAt(subjects(), query, at - back)?.count === back)
  return (!isStop(text) || text === 'class') && !isTradeBehind && longestAt(placeNames(), query, at - 1) === null
}
const MEASURES = phraseSet('size, sizes, count, capacity')
const OF_COMPANIES = phraseSet('company, team, staff, employee, workforce, head, people, fte, worker, average, target')

/** `saas <50 berlin`, `medtech 10-50 munich, seed`: nothing follows that a number could count. */
function isPlaceLast(query: QueryText, at: number): boolean {
  const place = query.tokens[at]?.gap === 'space' ? longestAt(placeNames(), query, at) : null
  const isCountable = place === null || query.singulars[at] !== wordAt(query, at) || query.negatedBy[at] !== -1
  return !isCountable && !['space', 'hyphen', 'slash'].includes(query.tokens[at + place.count]?.gap ?? 'stop')
}

/** `headcount over 500 retail`: the word that follows is not what the number counts. */
const isTradeOrPlace = (query: QueryText, at: number): boolean =>
  longestAt(subjects(), query, at) !== null || longestAt(placeNames(), query, at) !== null

function isOpenAfter(query: QueryText, last: number): boolean {
  const next = query.tokens[last + 1]
  return (
    next === undefined || ['comma', 'stop', 'open', 'close', 'dash'].includes(next.gap) || OPEN_AFTER.has(next.text)
  )
}

/** "Around n" is n ± 20 %. */
const ABOUT = 0.2

/** Every band that intersects the range; one that it only touches at an endpoint is left out unless there is no other. */
export function bandsOf({ from, to, strict, exact, about }: Quantity): Headcount[] {
  const shift = strict ? 1 : 0
  let low = Math.max(1, (from ?? 1) + (from === null ? 0 : shift))
  let high = to === null ? Infinity : Math.max(1, to - shift)
  if (exact && about) [low, high] = [Math.max(1, Math.round(low * (1 - ABOUT))), Math.round(high * (1 + ABOUT))]
  const met = LIMITS.filter((band) => band.low <= high && band.high >= low)
  const inside = met.filter((band) => band.high > low && band.low < high)
  return (inside.length > 0 ? inside : met).map(({ band }) => band)
}

const SIZES: readonly [ReadonlySet<string>, Headcount[]][] = [
  [phraseSet('tiny, micro, very small, solo'), ['1-10']],
  [phraseSet('small, smaller, smallish'), ['1-10', '11-50']],
  [
    phraseSet('small and medium sized, small to medium, small and mid sized, small to mid sized, small to midsize'),
    ['1-10', '11-50', '51-200'],
  ],
  [phraseSet('sme, smb, smes, smbs'), ['1-10', '11-50', '51-200']],
  [
    phraseSet(
      'mid sized, midsized, mid size, midsize, medium sized, medium size, medium, mid market, midmarket, mittelstand, mid cap',
    ),
    ['51-200', '201-500'],
  ],
  [phraseSet('large, larger, big, bigger, very large'), ['1001-5000', '5001-10000', '10001+']],
  [phraseSet('huge, giant'), ['10001+']],
]
const COMPANIES = phraseSet(
  'company, companies, startup, startups, firm, firms, business, businesses, team, teams, organization, organizations, organisation, employer, employers, enterprise, enterprises, agency, agencies, vendor, vendors, provider, providers, manufacturer, manufacturers, corporation, corporations, shop, shops, studio, studios, retailer, retailers, bank, banks, groups, chains, brands, operators, producers, makers, contractors, consultants, supplier, suppliers, consultancy, consultancies, practice, practices, nonprofit, nonprofits, player, players',
)
/** Things other than companies that a size word describes. */
const OTHER_THINGS = phraseSet(
  'founder, founders, practitioner, language, data, tech, molecule, molecules, scale, satellite, satellites, ticket, animal, animals, parcel, parcels, format, business lending, funding, modular, pharma, voltage, launch, claims, cap, print, file, model, models',
)
const FOR_WHOM = phraseSet('for, to, serving, helping, help, helps, target, targeting, enabling, by, lend, selling')
/** A size word and its company are at most this many words apart. */
const REACH = 5

/** Whether a trade in the plural names companies: `bakeries`; of translations not all have one: `Druckereien` are printing. */
function isTrade(query: QueryText, at: number): boolean {
  const subject = longestAt(subjects(), query, at)
  const last = at + (subject?.count ?? 0) - 1
  const hasIndustry = subject?.values.some(({ industries }) => industries.length > 0) === true
  return hasIndustry && (query.isTranslated || query.singulars[last] !== wordAt(query, last))
}

/**
 * Reads a size in words before a company: `small biotech companies`. The size of its customers is ignored:
 * `software for small firms`.
 */
export function readSizeWords(query: QueryText): Headcount[] {
  for (let at = 0; at < query.tokens.length; at += 1) {
    for (const [phrases, bands] of SIZES) {
      const count = phraseAt(query, at, phrases, 4)
      if (count === 0 || query.taken[at] === true || !isCompanySize(query, at, at + count - 1)) continue
      take(query, at, at + count - 1)
      return bands
    }
  }
  return []
}

/** `big four`, `large language models` */
const isOtherThing = (query: QueryText, at: number): boolean =>
  OTHER_THINGS.has(wordAt(query, at)) || NUMBER_WORDS.has(wordAt(query, at))

function isCompanySize(query: QueryText, first: number, last: number): boolean {
  if (query.negatedBy[first] !== -1 || isOtherThing(query, last + 1)) return false
  for (let at = first - 1; at >= Math.max(0, first - 3); at -= 1) if (FOR_WHOM.has(wordAt(query, at))) return false
  if (['sme', 'smes', 'smb', 'smbs'].includes(wordAt(query, last))) return true
  for (let at = last + 1; at <= last + REACH; at += 1) {
    const token = query.tokens[at]
    if (token === undefined || ['comma', 'stop', 'open', 'dash'].includes(token.gap)) return false
    if (COMPANIES.has(token.text) || isTrade(query, at)) return true
  }
  return false
}
