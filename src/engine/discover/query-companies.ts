import { parseHostName } from '../../lib/addresses/domain-name.ts'
import { phraseBefore, phraseSet, take, wordAt } from './words/query-text.ts'
import type { QueryText } from './words/query-text.ts'
import { isCapital, isJoined } from './words/query-tokens.ts'
import type { Token } from './words/query-tokens.ts'
import { longestAt } from './words/phrase-index.ts'
import { placeNames } from './words/place-names.ts'
import { technologies } from './query-kinds.ts'
import { isHead, isMood, isStop, isTale, isTopicVerb, subjects } from './words/subject-words.ts'
import type { Subject } from './words/subject-words.ts'

const ALIKE = phraseSet(
  'like, similar to, such as, comparable to, lookalikes of, lookalike of, look alikes of, resembling, alternatives to, alternative to, competitors of, competitors to, competitor of, competitor to, rivals of, peers of, equivalent of, same as, clones of, clone of, akin to, answer to, kind of like, who competes with, who compete with, rivals to, rival to, rivals for, rival of, alternative for, alternatives for, substitute for, substitutes for, replacement for, replacements for, challenger to, challengers to, challengers of, equivalent to, equivalents of',
)
/** `Acme competitors` */
const ALIKE_AFTER = new Set([
  'competitors',
  'competitor',
  'alternatives',
  'alternative',
  'lookalikes',
  'rivals',
  'peers',
  'clones',
])
const MAX_NAME_WORDS = 4

export interface QueriedCompany {
  domain?: string
  name?: string
}

/** The domain at a position, as people type one: with a known ending, and not a file or technology such as `node.js`. */
export function domainAt(query: QueryText, at: number): string | null {
  const token = query.tokens[at]
  if (token === undefined || !/^[^.]+(?:\.[^.]+)*\.[a-z]{2,}$/.test(token.text) || query.taken[at] === true) return null
  const host = parseHostName(token.raw.toLowerCase())
  return host?.replace(/^www\./, '') ?? null
}

/** The company that others should resemble; its words are then taken. */
export function readSimilarTo(query: QueryText): QueriedCompany | null {
  for (let at = 1; at < query.tokens.length; at += 1) {
    const lead = phraseBefore(query, at, ALIKE, 3)
    if (lead === 0 || query.negatedBy[at] !== -1 || query.taken[at] === true) continue
    const named = companyAt(query, at) ?? smallNameAt(query, at, lead)
    if (named === null) continue
    take(query, at - lead, named.last)
    return named.company
  }
  return similarBefore(query)
}

function similarBefore(query: QueryText): QueriedCompany | null {
  for (let at = 1; at < query.tokens.length; at += 1) {
    // `Larkmoor-like`
    const isJoinedLike = wordAt(query, at) === 'like' && query.tokens[at]?.gap === 'hyphen'
    if (!ALIKE_AFTER.has(wordAt(query, at)) && !isJoinedLike) continue
    let first = at
    while (
      first > 0 &&
      at - first < MAX_NAME_WORDS &&
      isNameWord(query, first - 1) &&
      isJoined(query.tokens[first]?.gap ?? 'stop')
    )
      first -= 1
    const named = first < at ? companyAt(query, first) : null
    if (named === null) continue
    take(query, first, at)
    return named.company
  }
  return null
}

const isNameWord = (query: QueryText, at: number): boolean => {
  const token = query.tokens[at]
  return (
    token !== undefined &&
    token.kind === 'word' &&
    query.taken[at] !== true &&
    (isCapital(token) || domainAt(query, at) !== null)
  )
}

/** `similar to larkmoor`, `companies like larkmoor` in a question without capitals: words of no list, behind words that introduce a company. */
function smallNameAt(query: QueryText, at: number, lead: number): { company: QueriedCompany; last: number } | null {
  const token = query.tokens[at]
  const isBare = lead === 1 && wordAt(query, at - 1) !== 'resembling' && !isHead(wordAt(query, at - 2))
  if (token === undefined || isBare || token.kind !== 'word' || isKnown(query, at)) return null
  if (!query.tokens.every(({ raw }) => raw === raw.toLowerCase())) return null
  const last = lead === 1 ? endOfSmallName(query, at) : at
  return { company: { name: rawText(query, at, last) }, last }
}

/** `kestrel analytics in spain`: further words of no list, and a trade that nothing but grammar follows. */
function endOfSmallName(query: QueryText, first: number): number {
  const isWord = (at: number): boolean =>
    query.tokens[at]?.kind === 'word' && query.tokens[at]?.gap === 'space' && query.taken[at] !== true
  let last = first
  while (last < first + MAX_NAME_WORDS - 1 && isWord(last + 1) && !isKnown(query, last + 1)) last += 1
  const isTrade = isWord(last + 1) && longestAt(subjects(), query, last + 1)?.count === 1
  const isOver = !isWord(last + 2) || isStop(wordAt(query, last + 2))
  return isTrade && isOver ? last + 1 : last
}

const isKnown = (query: QueryText, at: number): boolean => {
  const word = wordAt(query, at)
  const isGrammar = isHead(word) || isStop(word) || isTale(word) || isTopicVerb(word) || isMood(word)
  return isGrammar || longestAt(subjects(), query, at) !== null || longestAt(placeNames(), query, at) !== null
}

/** The company at a position: a domain, or capitalised words. */
function companyAt(query: QueryText, at: number): { company: QueriedCompany; last: number } | null {
  const domain = domainAt(query, at)
  if (domain !== null) return { company: { domain }, last: at }
  let last = at - 1
  while (
    last < at + MAX_NAME_WORDS - 1 &&
    isNameWord(query, last + 1) &&
    (last < at || isJoined(query.tokens[last + 1]?.gap ?? 'stop'))
  )
    last += 1
  if (last < at) return null
  return { company: { name: rawText(query, at, last).replace(POSSESSIVE, '') }, last }
}

/** `Larkmoor's competitors` */
const POSSESSIVE = /['’]s$/i

/** Words as typed, including hyphens. */
export function rawText({ tokens }: QueryText, first: number, last: number): string {
  let text = ''
  for (let at = first; at <= last; at += 1) {
    const token = tokens[at]
    if (token === undefined) break
    text += (at === first ? '' : token.gap === 'hyphen' ? '-' : token.isAdded === true ? ' & ' : ' ') + token.raw
  }
  return text
}

const LEGAL_FORMS = phraseSet(
  'inc, llc, ltd, limited, gmbh, ag, sa, sas, sarl, bv, nv, ab, as, oy, aps, plc, spa, srl, kk, pte, pty, corp, se, ug, oü, sro, kft, doo, zoo',
)
const TRAILING = phraseSet('company, website, homepage, contact, contacts, emails, email, corporation')
const LOOK_UP = phraseSet('the, an, a')
const APPOSITION = new Set(['dash', 'open', 'comma'])

/**
 * A query that is just a name (`Heimdal Works`, `acme.example`), or a name with an explanation (`Loop, the Canadian lender`).
 * @param unknown whether the word at a position is in no list
 */
export function readLookUp(query: QueryText, unknown: (at: number) => boolean): QueriedCompany | null {
  for (let at = 0; at < query.tokens.length; at += 1) {
    const domain = domainAt(query, at)
    if (domain !== null && query.negatedBy[at] === -1) return { domain }
  }
  const called = nameCalled(query) ?? nameWithForm(query, unknown)
  if (called !== null) return { name: called }
  let last = -1
  while (last < MAX_NAME_WORDS && isPartOfName(query, last + 1, unknown)) last += 1
  if (last < 0) return null
  const rest = last + 1
  const legal = LEGAL_FORMS.has(wordAt(query, last))
  const end = TRAILING.has(wordAt(query, rest)) ? rest + 1 : rest
  const name = rawText(query, 0, last)
  if (last === 0 && isCoined(name) && isNounPhrase(query, rest)) return { name }
  if (end === query.tokens.length) return last > 0 || legal || end > rest || isOddlyWritten(name) ? { name } : null
  const explained =
    LOOK_UP.has(wordAt(query, rest)) || (wordAt(query, rest) === 'as' && wordAt(query, rest + 1) === 'in')
  const gap = query.tokens[rest]?.gap ?? 'space'
  const isApposed = APPOSITION.has(gap) && LOOK_UP.has(wordAt(query, rest))
  return explained || isApposed || (gap !== 'comma' && APPOSITION.has(gap) && isOneOfTrade(query, rest))
    ? { name }
    : null
}

/** `Larkmoor (Dutch pump maker)`: one word before it in the singular, behind it a trade and no plural. */
function isOneOfTrade(query: QueryText, first: number): boolean {
  const { tokens, singulars } = query
  const isPlain = first === 1 && singulars[0] === tokens[0]?.text
  const behind = tokens.map((_, at) => at).slice(first)
  const isTrade = behind.some((at) => isHead(wordAt(query, at)) || longestAt(subjects(), query, at) !== null)
  return isPlain && isTrade && !behind.some((at) => isMany(query, at))
}

/**
 * The company that a question asks about, in words beside its name: up to four capitalised words, or in a question without
 * capitals unlisted ones, and nothing after them but a place behind a comma.
 * @param query the question without the words that ask
 */
export function readAsked(query: QueryText, unknown: (at: number) => boolean): QueriedCompany | null {
  const { tokens } = query
  const domain = tokens.length === 1 ? domainAt(query, 0) : null
  if (domain !== null) return { domain }
  const end = tokens.findIndex(({ gap }, at) => at > 0 && gap === 'comma')
  const words = end === -1 ? tokens : tokens.slice(0, end)
  if (words.length === 0 || words.length > MAX_NAME_WORDS || !unknown(0)) return null
  if (longestAt(placeNames(), query, 0) !== null || longestAt(technologies(), query, 0) !== null) return null
  const isName = isCapital(words[0] as Token)
    ? words.every((token) => isCapital(token) || token.kind !== 'word' || LEGAL_FORMS.has(token.text))
    : words.every((token, at) => token.kind === 'word' && (at === 0 || !isKnown(query, at)))
  return isName && words.slice(1).every(({ gap }) => isJoined(gap))
    ? { name: rawText(query, 0, words.length - 1) }
    : null
}

/** `companies called Larkmoor` */
function nameCalled(query: QueryText): string | null {
  const at = query.tokens.findIndex(({ text }) => text === 'called' || text === 'named')
  const words = query.tokens.length - at - 1
  return at > 0 && isHead(wordAt(query, at - 1)) && words > 0 && words <= MAX_NAME_WORDS
    ? rawText(query, at + 1, query.tokens.length - 1)
    : null
}

/** Legal forms that are not words in any language. */
const PLAIN_FORMS = phraseSet('gmbh, llc, ltd, inc, sarl, srl, bv, kft, oyj, pty')

/** `larkmoor gmbh` */
function nameWithForm(query: QueryText, unknown: (at: number) => boolean): string | null {
  const last = query.tokens.length - 1
  const isName = last > 0 && last <= MAX_NAME_WORDS && PLAIN_FORMS.has(wordAt(query, last)) && unknown(0)
  return isName ? rawText(query, 0, last) : null
}

function isPartOfName(query: QueryText, at: number, unknown: (at: number) => boolean): boolean {
  const token = query.tokens[at]
  if (token === undefined || token.kind === 'sign' || query.taken[at] === true) return false
  if (at === 0) return isCapital(token) && unknown(0)
  return isJoined(token.gap) && (isCapital(token) || LEGAL_FORMS.has(token.text))
}

/** Whether a capital follows a lower-case letter, as in `MaiaSpace`; trades are also written like this (`FoodTech`). */
const isCoined = (name: string): boolean => /\p{Ll}\p{Lu}/u.test(name) && !/(?:tech|ops)$/i.test(name)

/** An explanation of a name has no head such as `companies`, and no grammar: `MaiaSpace reusable rockets France`. */
function isNounPhrase({ tokens, negatedBy }: QueryText, first: number): boolean {
  const rest = tokens.slice(first)
  const isPlain = ({ kind, gap, text }: Token): boolean =>
    kind === 'word' && isJoined(gap) && !isHead(text) && !GRAMMAR.has(text)
  return rest.length > 0 && rest.every(isPlain) && negatedBy.every((cue) => cue === -1)
}

const GRAMMAR = phraseSet('in, from, with, for, using, that, who, which, and, or, of, by, near, based, founded, raised')

/** Whether capitals or digits follow the first character: `SemiQon`, `KOHO`, `AI21`. */
const isOddlyWritten = (name: string): boolean => /^.+[\p{Lu}\d]/u.test(name)

/** Whether the word asks for many companies, so that the words before it are not a name: `vendors`, `hospitals`. */
export function isMany(query: QueryText, at: number): boolean {
  const token = query.tokens[at]
  const word = token?.text ?? ''
  // `Acme Labs` remains a name.
  if (token === undefined || isCapital(token)) return false
  // `logistics` is singular.
  if (!word.endsWith('s') || word.endsWith('ics') || query.singulars[at] === word) return false
  return (
    isHead(word) || longestAt(subjects(), query, at)?.values.some((subject) => isOfCompanies(word, subject)) === true
  )
}

/** Goods in the plural are not companies: `pumps`, unlike `pharmacies` and `bakers`. */
const isOfCompanies = (word: string, { industries }: Subject): boolean =>
  industries.length > 0 &&
  (/(?:er|ist|ian|ie|mill)s$/u.test(word) || !industries.every((name) => /Manufacturing$|Products$/u.test(name)))
