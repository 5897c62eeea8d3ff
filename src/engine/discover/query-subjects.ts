import { isCounted, isOfUnit, isWorth } from './words/counted-words.ts'
import { isEvent, isGeneralNoun } from './words/general-words.ts'
import { longestAt } from './words/phrase-index.ts'
import {
  heed,
  isAsked,
  isBreak,
  isFaintNegation,
  isFree,
  isOfAsker,
  isOnlySome,
  isUnlisted,
  isVerbBehind,
  isWithUnknown,
  passedUntil,
  withoutUnfounded,
} from './query-asides.ts'
import type { Remark } from './query-asides.ts'
import { rawText } from './query-companies.ts'
import { asTyped } from './query-leftovers.ts'
import { isElsewhere } from './query-towns.ts'
import { phraseSet, take, wordAt } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'
import { isJoined } from './words/query-tokens.ts'
import { isHead, isStop, isStructure, isWay, subjects } from './words/subject-words.ts'
import type { Subject } from './words/subject-words.ts'

/** One thing that a company is about: an industry, or alternatives for one keyword. */
export interface Topic {
  industries: readonly string[]
  keywords: readonly string[]
  /** All words that reveal it in a name, a description or a tag. */
  words: readonly string[]
  /** It is in a list. */
  isKnown: boolean
  /** As written in the query. */
  said: string
  first: number
  last: number
  negated: boolean
}

/** A stretch of a run: a listed subject, or a single unlisted word. */
interface Piece {
  first: number
  last: number
  subject: Subject | null
}

const COMPANY_WORDS = phraseSet(
  'company, companies, startup, startups, firm, firms, business, businesses, organization, organizations, organisation, organisations, sector, sectors',
)
/** A keyword with more words is a sentence. */
const MAX_PHRASE_WORDS = 4
/** Up to this many unlisted words form one subject; more are a sentence. */
const MOST_UNKNOWN = 2
const MAX_TOPICS = 12

/** The subjects in what is left of a query once places, numbers and types are read, in order; their words are then taken. */
export function readTopics(query: QueryText): Topic[] {
  const topics: Topic[] = []
  const remark: Remark = { isTold: false, isOfMoney: false, isServed: false, isOthers: false }
  for (let at = 0; at < query.tokens.length; at += 1) {
    if (beginsClause(query, at)) remark.isTold = false
    if (isNoSubject(query, at)) heed(query, at, remark)
    else at = passedUntil(query, at, remark) ?? readRun(query, at, remark, topics)
  }
  const areAsked = topics.some((topic) => topic.isKnown || isAsked(query, topic))
  const kept = areAsked ? withoutUnfounded(query, topics).slice(0, MAX_TOPICS) : []
  for (const { first, last } of kept) take(query, first, last)
  return kept.filter((topic, place) => !isMakerOf(query, topic, kept[place + 1]))
}

function beginsClause({ tokens }: QueryText, at: number): boolean {
  const gap = tokens[at]?.gap ?? 'space'
  return at > 0 && !isJoined(gap) && gap !== 'slash'
}

/** A word that no subject begins with, and that is already read or separates subjects. */
function isNoSubject(query: QueryText, at: number): boolean {
  if (isFree(query, at) && longestAt(subjects(), query, at) !== null) return false
  return query.taken[at] === true || isBreak(wordAt(query, at)) || isPlaceInField(query, at)
}

/**
 * Adds the topics of the run of words that begins here.
 * @returns where its last word is
 */
function readRun(query: QueryText, at: number, remark: Remark, topics: Topic[]): number {
  const last = runEnd(query, at)
  remark.isOfMoney = isWorth(wordAt(query, last))
  if (
    isCounted(query, at) ||
    isWithUnknown(query, at, last) ||
    isDeniedWay(query, at, last) ||
    isOwnTeam(query, at, last) ||
    isBeforeField(query, at, last)
  )
    return isWorth(wordAt(query, at)) || isOfUnit(query, at) ? at : last
  if (isOfAsker(query, at, last)) {
    remark.isTold = true
    return last
  }
  const pieces = piecesOf(query, at, last)
  // `keine Agenturen`: excludes a kind of company, not what companies do.
  if (pieces.length === 0 && isDeniedHead(query, at, last)) topics.push(phraseTopic(query, at, last))
  const found = topicsOf(query, pieces, remark.isTold, isBeforeCompanies(query, last))
  const meant = remark.isServed ? found.map(asKeyword) : found
  topics.push(...meant.filter(({ industries }) => !remark.isOthers || industries.length === 0))
  remark.isServed = false
  remark.isOthers = false
  return last
}

/** `manufacturers of furniture`: the trade is what is made. */
const isMakerOf = (query: QueryText, topic: Topic, next: Topic | undefined): boolean =>
  next !== undefined &&
  isManufacturing(topic) &&
  next.first === topic.last + 2 &&
  ['of', 'de', 'von', 'van', 'di'].includes(wordAt(query, topic.last + 1))

/** `without a website`: no filter expresses that, while `no website builders` is a trade. */
const isDeniedWay = (query: QueryText, first: number, last: number): boolean =>
  isDenied(query, first) && isWay(wordAt(query, last)) && !isBeforeCompanies(query, last)

/** `with a dedicated data team`, `having an in-house legal department`: whom they employ is not what they do. */
function isOwnTeam(query: QueryText, first: number, last: number): boolean {
  if (!TEAMS.has(wordAt(query, last)) && !TEAMS.has(wordAt(query, last + 1))) return false
  const having = [1, 2, 3, 4].find((back) => HAVING.has(wordAt(query, first - back)))
  return having !== undefined && query.tokens.slice(first - having + 1, first + 1).every(({ gap }) => isJoined(gap))
}
const TEAMS = phraseSet('team, teams, department, departments, division, divisions')
const HAVING = phraseSet('with, has, have, having')

/** `a quiet corner of`: unlisted words before a position in a field are not a field. */
const isBeforeField = (query: QueryText, first: number, last: number): boolean =>
  isPlaceInField(query, last + 1) && isUnlisted(query, first, last)

/** A stretch with a number or sign that no rule understood is not a subject: `fortune 500`. */
const hasNumber = (query: QueryText, { first, last }: Piece): boolean =>
  query.tokens.slice(first, last + 1).some(({ kind }) => kind !== 'word')

/** The customers of a company are not its trade: `platform for restaurants`. */
const asKeyword = (topic: Topic): Topic =>
  topic.industries.length === 0 ? topic : { ...topic, industries: [], keywords: [topic.said] }

/** `the crossroads of`, `the market`: whether the word is a position in a field. */
const isPlaceInField = (query: QueryText, at: number): boolean =>
  isStructure(wordAt(query, at)) && (wordAt(query, at + 1) === 'of' || DETERMINERS.has(wordAt(query, at - 1)))

const DETERMINERS = phraseSet('the, a, an, this, that, their, its, every, one')

/** The end of an unbroken stretch of meaningful words. */
function runEnd(query: QueryText, start: number): number {
  let last = start + (longestAt(subjects(), query, start)?.count ?? 1) - 1
  for (;;) {
    const token = query.tokens[last + 1]
    if (token === undefined || !isJoined(token.gap) || query.taken[last + 1] === true) return last
    if (query.negatedBy[last + 1] !== query.negatedBy[start]) return last
    const match = longestAt(subjects(), query, last + 1)
    const isEnd = isBreak(token.text) || COMPANY_WORDS.has(token.text) || isPlaceInField(query, last + 1)
    if (match === null && isEnd) return last
    last += match?.count ?? 1
  }
}

function piecesOf(query: QueryText, first: number, last: number): Piece[] {
  const pieces: Piece[] = []
  for (let at = first; at <= last; at += 1) {
    const match = longestAt(subjects(), query, at)
    pieces.push({ first: at, last: at + (match?.count ?? 1) - 1, subject: match?.values[0] ?? null })
    at += (match?.count ?? 1) - 1
  }
  const isCompanyWord = ({ first: at, subject }: Piece): boolean =>
    subject === null && COMPANY_WORDS.has(query.tokens[at]?.text ?? '')
  const isDropped = ({ first: at, subject }: Piece): boolean => subject === null && isHead(query.tokens[at]?.text ?? '')
  // `in the fintech space`
  if (pieces.length > 1 && wordAt(query, last) === 'space' && wordAt(query, first - 1) === 'the') {
    pieces.pop()
    take(query, last, last)
  }
  while (pieces.length > 0 && isDropped(pieces.at(-1) as Piece)) pieces.pop()
  while (pieces.length > 0 && isCompanyWord(pieces[0] as Piece)) pieces.shift()
  if (pieces.some(({ subject }) => subject !== null))
    while (isForeignAdjective(query, pieces[0] as Piece)) pieces.shift()
  return pieces
}

/** `familienfreundliche Hotels`: an inflected word before a trade describes it. */
const isForeignAdjective = (query: QueryText, { first, subject }: Piece): boolean =>
  query.isTranslated && subject === null && /^\p{Ll}{3,}e[nrsm]?$/u.test(query.tokens[first]?.raw ?? '')

const isDeniedHead = (query: QueryText, first: number, last: number): boolean =>
  first === last &&
  first > 0 &&
  isDenied(query, first) &&
  // Alone behind the denial, which may have several words: `stay away from agencies`.
  [first - 1, first + 1].every((at) => query.negatedBy[at] !== query.negatedBy[first] || isStop(wordAt(query, at))) &&
  !COMPANY_WORDS.has(wordAt(query, first))

const isDenied = (query: QueryText, at: number): boolean => (query.negatedBy[at] ?? -1) !== -1
/** `kelp farms`, `kelp companies`: an unlisted word before a word for companies is a trade. */
const isBeforeCompanies = (query: QueryText, last: number): boolean =>
  isHead(wordAt(query, last)) || isHead(wordAt(query, last + 1)) || isStructure(wordAt(query, last + 1))

function topicsOf(query: QueryText, pieces: readonly Piece[], isTold: boolean, isNamed: boolean): Topic[] {
  const [first] = pieces
  const last = pieces.at(-1)
  if (first === undefined || last === undefined) return []
  if (isOnlySome(query, first.first)) return []
  const known = pieces.filter(({ subject }) => subject !== null)
  if (known.length === pieces.length) return knownTopics(query, known)
  if (pieces.some((piece) => piece.subject === null && hasNumber(query, piece))) return knownTopics(query, known)
  const topic = (from: Piece, to: Piece): Topic => phraseTopic(query, from.first, to.last)
  if (known.length === 0) {
    if (isTold || !isWord(query, first) || isFaintNegation(query, first.first)) return []
    if (pieces.length === 1 && !isNamed && isVerbBehind(query, first)) return []
    if (isWorth(wordAt(query, last.last))) return []
    if (!isNamed && isElsewhere(query, first.first, last.last)) return []
    return pieces.length <= MOST_UNKNOWN ? [topic(first, last)] : []
  }
  if (isTold) return []
  // `no big box retailers`: only this kind of retailer is unwanted.
  if (query.negatedBy[first.first] !== -1) return [topic(first, last)]
  const isGeneral = known.every((piece) => isGeneralPiece(query, piece))
  const isShort = last.last - first.first < MAX_PHRASE_WORDS
  const isKeywords = known.every(({ subject }) => subject?.industries.length === 0)
  if (isShort && (isGeneral || isKeywords)) return [topic(first, last)]
  const lastKnown = pieces.lastIndexOf(known.at(-1) ?? first)
  return pieces.flatMap((piece, at) => {
    if (piece.subject !== null) return knownTopics(query, [piece])
    // After a trade it is a remark: `fintech ldn`.
    const isRemark = (at > lastKnown && !isNamed) || isVerbBehind(query, piece)
    return isRemark ? [] : unknownTopic(query, piece, pieces)
  })
}

const isGeneralPiece = (query: QueryText, { first, last }: Piece): boolean =>
  first === last && isGeneralNoun(query.singulars[first] ?? '')

/** Adjacent unlisted words form one phrase, returned for the first of them. */
function unknownTopic(query: QueryText, piece: Piece, pieces: readonly Piece[]): Topic[] {
  const place = pieces.indexOf(piece)
  if (place > 0 && pieces[place - 1]?.subject === null) return []
  let end = place
  while (pieces[end + 1]?.subject === null) end += 1
  const last = pieces[end]?.last ?? piece.last
  const isHeadOnly = piece.first === last && isHead(query.tokens[last]?.text ?? '')
  return isHeadOnly || end - place >= MOST_UNKNOWN ? [] : [phraseTopic(query, piece.first, last)]
}

/** Adverbs, single letters, numbers and overlong strings are not a subject. */
const isWord = (query: QueryText, { first }: Piece): boolean =>
  query.tokens[first]?.kind === 'word' && !/^(?:.|[a-z]+ly|.{41,})$/u.test(wordAt(query, first))

/** A phrase that no list has, in English and as it was typed. */
function phraseTopic(query: QueryText, first: number, last: number): Topic {
  const said = rawText(query, first, last).toLowerCase()
  const words = [...new Set([said, asTyped(query, first, last).toLowerCase()])]
  const negated = query.negatedBy[first] !== -1
  return { industries: [], keywords: words, words, isKnown: false, said, first, last, negated }
}

/** Of several adjacent subjects, software is the trade and those before it are the field: `insurance software`. */
function knownTopics(query: QueryText, pieces: readonly Piece[]): Topic[] {
  const meant = pieces.filter(({ last }) => !isEvent(query.tokens[last + 1]?.text ?? ''))
  const isSoftware = (piece: Piece | undefined): boolean => piece?.subject?.industries[0] === 'Software Development'
  const isField = meant.length > 1 && isSoftware(meant.at(-1))
  const isExact = meant.some(
    ({ subject }) => subject !== null && subject.industries.length > 0 && !isManufacturing(subject),
  )
  return meant.flatMap((piece) => {
    const { subject } = piece
    if (subject === null || (isExact && isManufacturing(subject))) return []
    const topic = phraseTopic(query, piece.first, piece.last)
    const known = { ...topic, keywords: [topic.said], words: [topic.said, ...subject.words], isKnown: true }
    return isField && !isSoftware(piece) && subject.industries.length > 0
      ? [known]
      : [{ ...known, industries: subject.industries, keywords: subject.keywords }]
  })
}

/** Whether it says nothing beyond what is made: `furniture manufacturers`. */
const isManufacturing = ({ industries }: Pick<Subject, 'industries'>): boolean =>
  industries.length === 1 && industries[0] === 'Manufacturing'
