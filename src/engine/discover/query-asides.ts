import { hasNumberBefore, isWorth } from './words/counted-words.ts'
import { NUMBER_WORDS } from './words/number-words.ts'
import { longestAt } from './words/phrase-index.ts'
import { phraseBefore, phraseSet, take, wordAt } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'
import { isJoined } from './words/query-tokens.ts'
import { isHead, isMood, isStop, isTale, isTopicVerb, subjects } from './words/subject-words.ts'

/** What a question says besides the trade of the companies: who is behind them, whom they serve, what they have. */

/** What the words read so far say about those that follow. */
export interface Remark {
  /** They are told of companies, not asked for. */
  isTold: boolean
  /** A kind of money was named, but no amount yet. */
  isOfMoney: boolean
  isServed: boolean
  isOthers: boolean
}

/** Words before a stock exchange, which is not a subject. */
const LISTED = phraseSet("listed, trading, traded, quoted, ipo'd")

/** Notes what a word that is no subject says of the next ones. */
export function heed(query: QueryText, at: number, remark: Remark): void {
  const word = wordAt(query, at)
  const isTaken = query.taken[at] === true
  if (isTopicVerb(word) && word.length > 3) remark.isTold = false
  if (isPassive(query, at) || (word === 'than' && !isTaken)) remark.isTold = true
  remark.isOfMoney = isWorth(word) || (remark.isOfMoney && isStop(word))
  if (remark.isOfMoney && hasNumberBefore(query, at)) return
  if (isTale(word) && (!isTaken || (LISTED.has(word) && wordAt(query, at + 1) === 'on'))) remark.isTold = true
  remark.isServed = isServing(query, at) || (remark.isServed && isStop(word))
  remark.isOthers = isOfOthers(query, at) || (remark.isOthers && (isStop(word) || isTale(word)) && !isTaken)
}

/** The last word of what is no subject though it looks like one; null if a run of subjects begins here. */
export function passedUntil(query: QueryText, at: number, remark: Remark): number | null {
  const owned = ownedUntil(query, at) ?? friendlyUntil(query, at)
  if (owned !== null) return owned
  if (isVerbOf(query, at)) {
    remark.isServed = isServing(query, at)
    take(query, at, at)
    return at
  }
  if (isVerbAlone(query, at)) {
    remark.isTold = true
    return at
  }
  // `revenue 10m to 50m`: the amount ends the remark.
  if (remark.isOfMoney && query.tokens[at]?.kind !== 'word') {
    remark.isTold = false
    return at
  }
  return null
}

/** `funded by Sequoia`: who is behind the companies, not what they do. */
const isPassive = (query: QueryText, at: number): boolean =>
  wordAt(query, at) === 'by' &&
  ['funded', 'backed', 'financed', 'owned', 'acquired', 'founded'].includes(wordAt(query, at - 1))

/** Words before the customers of a company. */
const SERVING = phraseSet(
  'for, serving, helping, help, helps, serve, serves, targeting, represent, represents, representing, advise, advises, advising, support, supports, supporting, insure, insures, insuring, placing, catering to, cater to, caters to, working with, work with, works with, selling to, sell to, sells to',
)
/** `looking for dentists`: what the question is after, not whom companies serve. */
const SEARCHING = phraseSet('looking, look, search, searching, hunting, ask, asking, need')

const isServing = (query: QueryText, at: number): boolean =>
  (SERVING.has(wordAt(query, at)) || SERVING.has(`${wordAt(query, at - 1)} ${wordAt(query, at)}`)) &&
  phraseBefore(query, at, SEARCHING, 1) === 0

/** `founded by consultants`, `campaigning against plastic`: a trade behind it is not that of the companies. */
const isOfOthers = (query: QueryText, at: number): boolean => isPassive(query, at) || wordAt(query, at) === 'against'

const OWNED = phraseSet('owned, led, run, controlled, operated, managed')

/**
 * Where `veteran owned` or `founder-led` ends, which says who owns or leads a company; null if no such phrase begins here. A
 * listed phrase, such as `women owned`, is a topic.
 */
function ownedUntil(query: QueryText, at: number): number | null {
  const [owner, owned] = [query.tokens[at], query.tokens[at + 1]]
  if (owner === undefined || owned === undefined || !OWNED.has(owned.text)) return null
  if (owner.kind !== 'word' || isStop(owner.text) || isHead(owner.text) || isTopicVerb(owner.text)) return null
  if (owned.gap !== 'space' && owned.gap !== 'hyphen') return null
  const next = query.tokens[at + 2]
  const isBeforeNoun = next?.kind === 'word' && next.gap === 'space' && !isStop(next.text)
  if (!isBeforeNoun) return null
  const known = longestAt(subjects(), query, at)
  // `AI-led` says what a company does, `doctor-led` who leads it.
  const isWhose = known === null || (known.count === 1 && (known.values[0]?.industries.length ?? 0) > 0)
  return isWhose ? at + 1 : null
}

/**
 * Whether the words name something a company has besides its trade, in words of no list: `with a free trial`, `with pool and
 * sea view`.
 */
export function isWithUnknown(query: QueryText, first: number, last: number): boolean {
  if (!isUnlisted(query, first, last)) return false
  for (let at = first - 1; at >= Math.max(0, first - REMARK_REACH) && wordAt(query, at) !== 'with'; at -= 1)
    if (query.tokens[at + 1]?.gap !== 'space' || !isOfRemark(query, at)) return false
  return query.tokens.slice(Math.max(0, first - REMARK_REACH), first).some(({ text }) => text === 'with')
}
const REMARK_REACH = 6

/** What may be between `with` and the last thing that companies have. */
const isOfRemark = (query: QueryText, at: number): boolean => {
  const word = wordAt(query, at)
  if (query.taken[at] === true || query.tokens[at]?.kind !== 'word' || isHead(word) || isTopicVerb(word)) return false
  return REMARK_WORDS.has(word) || isMood(word) || (!isStop(word) && longestAt(subjects(), query, at) === null)
}
const REMARK_WORDS = phraseSet('a, an, and, or, their, its, own, lots, of, many, very, really, some, no')

/** `open to new vendors`, `who should i call`: what companies are inclined to, and what the asker does. */
export const isOfAsker = (query: QueryText, first: number, last: number): boolean =>
  isUnlisted(query, first, last) &&
  (ASKERS.has(wordAt(query, MODALS.has(wordAt(query, first - 1)) ? first - 2 : first - 1)) ||
    (first === 1 && WHO.has(wordAt(query, 0))) ||
    (wordAt(query, last + 1) === 'to' && ['are', 'is', 'be'].includes(wordAt(query, first - 1))))
const ASKERS = phraseSet('i, we, you, ich, wir, je, nous, yo')
const MODALS = phraseSet('can, could, should, shall, would, will, may, might, must')
const WHO = phraseSet('who, wer, qui, quien')

/** Whether no subject has this word: it is grammar, a verb, or an opinion. */
export const isBreak = (word: string): boolean =>
  /^[a-z]$/.test(word) || NUMBER_WORDS.has(word) || isStop(word) || isTopicVerb(word) || isTale(word) || isMood(word)

/** Whether no rule has understood the word yet. */
export const isFree = (query: QueryText, at: number): boolean =>
  query.tokens[at] !== undefined && query.taken[at] !== true && query.tokens[at]?.kind === 'word'

/** `that press kelp`: between a relative pronoun and an object comes a verb, even an unlisted one. */
const isVerbOf = (query: QueryText, at: number): boolean =>
  ['that', 'which', 'who'].includes(wordAt(query, at - 1)) &&
  isFree(query, at) &&
  query.tokens[at + 1]?.gap === 'space' &&
  isFree(query, at + 1) &&
  !isBreak(wordAt(query, at + 1)) &&
  !isHead(wordAt(query, at + 1)) &&
  longestAt(subjects(), query, at) === null

/** `that pay on time`: a verb of no list without an object; what follows tells more of it. */
function isVerbAlone(query: QueryText, at: number): boolean {
  const before = MODALS.has(wordAt(query, at - 1)) ? at - 2 : at - 1
  const next = query.tokens[at + 1]
  const hasObject = next?.gap === 'space' && query.taken[at + 1] !== true && !isStop(next.text)
  return RELATIVES.has(wordAt(query, before)) && !hasObject && isUnlisted(query, at, at)
}
const RELATIVES = phraseSet('that, which, who')

/**
 * Whether words of no list are what companies are asked for: beside anything else that is understood, behind a verb that asks,
 * or at the beginning as a phrase or the whole question. `easy ones for friday` asks for none.
 */
export function isAsked(query: QueryText, { first, last }: { first: number; last: number }): boolean {
  if (first === 0 && (last > 0 || query.tokens.length === 1)) return true
  if (query.taken.includes(true) || query.tokens.some(({ text }) => isHead(text))) return true
  const verb = wordAt(query, first - 1)
  return (isTopicVerb(verb) && verb.length > 3) || phraseBefore(query, first, ASKING, 3) > 0
}
const ASKING = phraseSet(
  'find, find me, find some, show, show me, looking for, search for, searching for, list, list of',
)

/** `eco friendly`, `family-minded`: where what such a word says of companies ends; null if there is none. */
const friendlyUntil = (query: QueryText, at: number): number | null =>
  isFree(query, at) &&
  FRIENDLY.has(wordAt(query, at + 1)) &&
  ['space', 'hyphen'].includes(query.tokens[at + 1]?.gap ?? '')
    ? at + 1
    : null
const FRIENDLY = phraseSet('friendly, minded, savvy, conscious, winning')

/** Whether none of the words is listed as a trade. */
export function isUnlisted(query: QueryText, first: number, last: number): boolean {
  for (let at = first; at <= last; at += 1) if (longestAt(subjects(), query, at) !== null) return false
  return true
}

/** "Not" before unlisted words is mostly a remark; "excluding" and "without" are meant. */
export const isFaintNegation = (query: QueryText, at: number): boolean =>
  !MEANT.has(wordAt(query, query.negatedBy[at] ?? -1))

/** The first words of negations that always leave something out. */
const MEANT = phraseSet(
  'excluding, exclude, excludes, except, without, no, anything, everything, leave, leaving, skip, avoid, avoiding, omit, omitting, ignore, ignoring, barring, minus, ',
)

interface Found {
  isKnown: boolean
  negated: boolean
  first: number
  last: number
}

/**
 * Words of no list are a trade only with a sign of it: a word for companies behind them, a verb before them, or a trade that
 * they stand beside; without any trade, the words that the question begins with. Others are told, not required, and so is
 * every foreign one beside a trade: hardly a company says it of itself.
 */
export function withoutUnfounded<Topic extends Found>(query: QueryText, topics: readonly Topic[]): readonly Topic[] {
  if (!query.taken.includes(true) && !topics.some(({ isKnown }) => isKnown)) return topics
  const isTrade = (topic: Topic): boolean =>
    topic.isKnown ||
    topic.negated ||
    isMade(query, topic) ||
    (isFounded(query, topic) && !isForeignBeside(query, topics))
  const trades = topics.filter((topic) => isTrade(topic) && !topic.negated)
  if (trades.length === 0) return topics.filter((topic) => topic.negated || isLeading(query, topic))
  return topics.filter((topic) => isTrade(topic) || (!query.isTranslated && isJoinedTo(query, topic, trades)))
}

const isForeignBeside = ({ isTranslated }: QueryText, topics: readonly Found[]): boolean =>
  isTranslated && topics.some(({ isKnown, negated }) => isKnown && !negated)

/** `manufacturers of doors`: what companies of any trade make or sell. */
const isMade = (query: QueryText, { first }: Found): boolean =>
  ['of', 'de', 'von', 'van', 'di'].includes(wordAt(query, first - 1)) && MAKERS.has(wordAt(query, first - 2))
const MAKERS = phraseSet(
  'maker, makers, manufacturer, manufacturers, producer, producers, grower, growers, supplier, suppliers, exporter, exporters, importer, importers, distributor, distributors, wholesaler, wholesalers, seller, sellers, processor, processors, breeder, breeders',
)

/** `kelp farms`, `for code generation`, `that press kelp`, `building on open models`: what companies are called or do. */
function isFounded(query: QueryText, { first, last }: Found): boolean {
  const before = wordAt(query, first - 1)
  const verb = before === 'on' || before === 'in' ? wordAt(query, first - 2) : before
  const isObject = before === 'for' || (isTopicVerb(verb) && verb.length > 3) || RELATIVES.has(wordAt(query, first - 2))
  return isObject || isHead(wordAt(query, last)) || isHead(wordAt(query, last + 1))
}

/** `vegan restaurants`, `etl and data pipeline tools` */
function isJoinedTo(query: QueryText, { first, last }: Found, trades: readonly Found[]): boolean {
  const isAttached = (at: number): boolean => isJoined(query.tokens[at]?.gap ?? 'stop')
  const isBeside = (from: number, to: number): boolean =>
    trades.some((one) => (one.first === to + 1 && isAttached(to + 1)) || (one.last === from - 1 && isAttached(from)))
  const [before, after] = [wordAt(query, first - 1), wordAt(query, last + 1)]
  return (
    isBeside(first, last) ||
    (JOINING.has(after) && isBeside(first, last + 1)) ||
    (JOINING.has(before) && isBeside(first - 1, last))
  )
}
/** `sans serif type foundries` */
const JOINING = phraseSet('and, or, type, style, grade')

/** Nothing but grammar and what is understood stands before it. */
const isLeading = (query: QueryText, { first }: Found): boolean =>
  query.tokens.slice(0, first).every(({ text }, at) => query.taken[at] === true || (isStop(text) && !isHead(text)))

/** `no big banks`: only banks of this kind are unwanted, which no filter tells from others. */
export const isOnlySome = ({ negatedBy, tokens }: QueryText, at: number): boolean =>
  negatedBy[at] !== -1 && negatedBy[at - 1] === negatedBy[at] && isMood(tokens[at - 1]?.text ?? '')

/** `law firms advising startups`; `drone mapping companies` do it themselves. */
export const isVerbBehind = (
  { tokens, singulars }: QueryText,
  { first, last }: { first: number; last: number },
): boolean =>
  first === last &&
  tokens[first]?.text.endsWith('ing') === true &&
  (singulars[first - 1] !== tokens[first - 1]?.text || isHead(tokens[first - 1]?.text ?? ''))
