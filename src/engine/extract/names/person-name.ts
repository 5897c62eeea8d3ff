import { NAME_PARTICLES, foldName } from '../../../lib/text/person-name-fold.ts'
import type { NameParts } from '../../names/patterns.ts'
import { parseHanName } from './han-name.ts'
import type { NameEvidence, PersonName } from './name-evidence.ts'
import { tidyCase } from '../../../lib/text/name-case.ts'
import { isHonorific, isSuffixRun, withoutTitles } from './name-titles.ts'
import { COMMON, GIVEN, IBERIAN, PLACE_LEAD, SURNAME, SYLLABLE, TITLE, wordKindOf } from './name-words.ts'

const MAX_NAME_CHARS = 80
/** Includes titles and degrees; `PLAIN` has as many. */
const MAX_WORDS = 12
const MAX_TOKENS = 7
const MAX_NAME_TOKENS = 5

const COURTESY =
  /^(?:Mr|Mrs|Ms|Miss|Herr|Herrn|Frau|Mme|Mlle|Monsieur|Madame|Señor|Señora|Signor|Signora|Sig|Sra|Dhr|Mevr|Dr)\.?$/u

const NICKNAME =
  /\s*(?:["“”„«»]{1,2}|(?<=\s)['‘’]{1,2}|\()\p{L}[\p{L}. -]{0,24}(?:["“”«»]{1,2}|['‘’]{1,2}(?=\s|$)|\))/gu
/** Words of plain letters, as most texts are: nothing is to be trimmed, left out or divided. */
const PLAIN = /^[A-Za-z]+(?: [A-Za-z]+){1,11}$/
const EDGES = /^[\s,;:.•·|–—*>»"'“”-]+|[\s,;:•·|–—*<«"'“”-]+$/g
const NOT_IN_NAMES = /[\d@/\\&+=#%!?_[\]{}<>|:;…]/
/** Those that do not occur at the edges of a name either: most texts have one, and need no trimming. */
const NEVER_BESIDE_NAMES = /[\d@/\\&+=#%!?_[\]{}…]/
/** `(she/her)` after a name */
const PRONOUNS = /\s*\(\p{L}{1,8}(?:\/\p{L}{1,8}){1,3}\)$/u
const MAY_QUOTE = /["“”„«»'‘’(]/
const NAME_TOKEN = /^(?:\p{Lu}[\p{L}\p{M}]*|[dDlL]['’]\p{Lu}[\p{L}\p{M}]*)(?:['’-]\p{L}[\p{L}\p{M}]*)*\.?$/u
const POSSESSIVE = /['’]s$/
const INITIAL = /^\p{Lu}\.?(?:-?\p{Lu}\.)?$/u
const ALL_CAPS = /^[\p{Lu}\p{M}'’.-]+$/u
const ACRONYM = /^\p{Lu}{2,}$/u
const PATRONYMIC = /(?:vich|vych|vna|ovic|ievna)$/

/**
 * Reads a text that may be a person's name and nothing else: `Jane Doe`, `DOE, Jane`, `Prof. Dr. Jörg van der Berg`,
 * `María García López`, `Kovács Péter`, `田中 太郎`, `Keith A. Harris, M.D.`
 * @returns null if it is not a name, or if one of its words belongs to organisations, places, menus or titles
 */
export function parsePersonName(written: string): PersonName | null {
  if (written.length <= MAX_NAME_CHARS && PLAIN.test(written)) return beginsName(written) ? readWhole(written) : null
  if (written.length > MAX_NAME_CHARS * 2) return null
  const text = written.endsWith(')') ? written.replace(PRONOUNS, '') : written
  if (NEVER_BESIDE_NAMES.test(text)) return null
  const trimmed = text.replace(EDGES, '')
  if (trimmed.length < 2 || trimmed.length > MAX_NAME_CHARS || NOT_IN_NAMES.test(trimmed)) return null
  if (!mayBeName(trimmed)) return null
  const han = parseHanName(trimmed)
  if (han) return han
  const plain = MAY_QUOTE.test(trimmed) ? trimmed.replace(NICKNAME, '') : trimmed
  const pieces = plain.split(',').map((piece) => piece.trim())
  while (pieces.length > 1 && isSuffixRun(pieces.at(-1) ?? '')) pieces.pop()
  if (pieces.length > 2) return null
  const [before = '', after] = pieces
  return after === undefined ? readWhole(before) : readLastFirst(before, after)
}

const readWhole = (text: string): PersonName | null => readTokens(nameTokens(text)) ?? readCourtesy(text)

/** `Frau Müller`, `Mr. Jenkins`: a form of address makes a single word a surname. */
function readCourtesy(text: string): PersonName | null {
  const [courtesy = '', last = '', ...rest] = text.split(/\s+/)
  if (rest.length > 0 || !COURTESY.test(courtesy) || !NAME_TOKEN.test(last) || INITIAL.test(last)) return null
  const kind = wordKindOf(last)
  if ((isDoubtful(kind) || (kind & GIVEN) !== 0) && (kind & SURNAME) === 0) return null
  return { first: '', middle: '', last: tidyCase(last), full: tidyCase(last), evidence: 2 }
}

/** A quick test: several words in Latin letters, the first of them capitalised, a particle or a title. */
function mayBeName(text: string): boolean {
  if (text.charCodeAt(0) >= 0x250) return true
  if (!/[ ,]/.test(text) || text.split(' ', MAX_WORDS + 1).length > MAX_WORDS) return false
  return beginsName(text)
}

function beginsName(text: string): boolean {
  const code = text.charCodeAt(0)
  if (code < 97 || code > 122) return true
  const first = text.slice(0, text.search(/[ ,]/))
  return NAME_PARTICLES.has(first) || isHonorific(first)
}

/** `DOE, Jane M.`: a given name must come right after the comma, and a possible surname before it. */
function readLastFirst(before: string, after: string): PersonName | null {
  const last = particlesFirst(nameTokens(before, 1).map(tidyCase))
  const first = nameTokens(after, 1)
  const lead = first[0]
  if (last.length === 0 || last.length > 3 || lead === undefined || first.length > 3) return null
  if ((wordKindOf(last.at(-1) ?? '') & (GIVEN | SURNAME)) === GIVEN) return null
  if ((wordKindOf(lead) & (GIVEN | SYLLABLE)) === 0 && isDoubtful(wordKindOf(lead))) return null
  // `Jani Daly, Cathy Hooper` are two people, `Jane Doe, Verger` is one person with her position, `Santos Silva, Esterio S.` is
  // one name.
  const isWhole = last.length > 1 && (readTokens(last)?.evidence ?? 0) >= 2
  const isInitialed = first.length > 1 && !INITIAL.test(lead) && first.slice(1).every((word) => INITIAL.test(word))
  if (isWhole && !isInitialed && (first.length > 1 || isPosition(last[0] ?? '', lead))) return null
  const name = readTokens([...first, ...last])
  if (name === null) return null
  return compose(lead, first.slice(1).join(' '), last.join(' '), name.evidence)
}

/** `Berg van der, Jan`: lists in the order of the surnames put the small words behind it. */
export function particlesFirst(surname: readonly string[]): string[] {
  const end = surname.findLastIndex((word) => !NAME_PARTICLES.has(word)) + 1
  return end === 0 ? [...surname] : [...surname.slice(end), ...surname.slice(0, end)]
}

/** Whether a position follows the comma: the word before it is only a given name, and the one after it is not a name. */
const isPosition = (first: string, after: string): boolean =>
  isPlainGiven(wordKindOf(first)) && (wordKindOf(after) & (GIVEN | SURNAME | SYLLABLE)) === 0 && !INITIAL.test(after)

const nameTokens = (text: string, least?: number): string[] => withoutTitles(text.split(/\s+/).filter(Boolean), least)

function readTokens(tokens: readonly string[]): PersonName | null {
  if (tokens.length < 2 || tokens.length > MAX_TOKENS) return null
  const words = tokens.filter((token, index) => !isParticle(token, index, tokens.length))
  if (
    words.length < 2 ||
    words.length > MAX_NAME_TOKENS ||
    !words.every((word) => (NAME_TOKEN.test(word) && !POSSESSIVE.test(word)) || INITIAL.test(word))
  )
    return null
  if (isSurnameAlone(tokens)) return null
  if (INITIAL.test(words.at(-1) ?? '') && words.length === 2 && INITIAL.test(words[0] ?? '')) return null
  const evidence = weigh(words)
  return evidence === null ? null : arrange(tokens, evidence)
}

const isParticle = (token: string, index: number, count: number): boolean =>
  index > 0 && index < count - 1 && NAME_PARTICLES.has(token.toLowerCase().replace('’', "'"))

/** Whether all words before the last are particles and not given names: `Van der Smit` alone is a surname. */
const isSurnameAlone = (tokens: readonly string[]): boolean =>
  tokens.slice(0, -1).every((token) => NAME_PARTICLES.has(token.toLowerCase()) && (wordKindOf(token) & GIVEN) === 0)

/** Null if a word is only a common one, or if all are common words too. */
function weigh(words: readonly string[]): NameEvidence | null {
  const whole = words.filter((word) => !INITIAL.test(word))
  const kinds = whole.map(wordKindOf)
  const nothingElse = kinds.map((kind) => isDoubtful(kind) && (kind & (GIVEN | SURNAME)) === 0)
  if (nothingElse.slice(0, -1).some(Boolean)) return null
  // `Barbara Twist`, `Jo Hawk`: any word can be a surname after a word that is only a given name, given more evidence.
  if (nothingElse.at(-1) === true)
    return words.length === 2 && isPlainGiven(kinds[0] ?? 0) && ((kinds[1] ?? 0) & TITLE) === 0 ? 1 : null
  if (kinds.every(isDoubtful) || PLACE_LEAD.test(words[0] ?? '') || hasAcronym(words)) return null
  const leads = kinds[0] ?? 0
  const ends = kinds.at(-1) ?? 0
  if (whole.length === 1) return (ends & (GIVEN | SURNAME)) === 0 ? 0 : 1
  const given = GIVEN | SYLLABLE
  if ((leads & given && ends & SURNAME) || (leads & SURNAME && ends & given)) return 3
  if (leads & GIVEN) return 2
  return kinds.some((kind) => (kind & (GIVEN | SURNAME)) !== 0) ? 1 : 0
}

const isPlainGiven = (kind: number): boolean => (kind & (GIVEN | COMMON | TITLE)) === GIVEN

const isDoubtful = (kind: number): boolean => (kind & (COMMON | TITLE)) !== 0

/** `Marietta GA`, `HA Virtualization`: capitals next to mixed case are an acronym or a state, unless they are a surname. */
function hasAcronym(words: readonly string[]): boolean {
  if (!words.some((word) => /\p{Ll}/u.test(word))) return false
  return words.some(
    (word) =>
      ACRONYM.test(word) && (word.length < 4 || isDoubtful(wordKindOf(word))) && (wordKindOf(word) & SURNAME) === 0,
  )
}

/** Decides which tokens are given names and which the surname. */
function arrange(tokens: readonly string[], evidence: NameEvidence): PersonName | null {
  const kinds = tokens.map(wordKindOf)
  const lead = tokens[0] ?? ''
  const end = tokens.at(-1) ?? ''
  const count = tokens.length
  if (count === 3 && PATRONYMIC.test(foldName(end)) && (kinds[1] ?? 0) & GIVEN)
    return compose(tokens[1] ?? '', end, lead, evidence)
  if (isFamilyFirst(tokens, kinds))
    return composeFamilyFirst(tokens.slice(1).join(' '), lead, tokens.join(' '), evidence)
  const start = surnameStart(tokens, kinds)
  return compose(lead, tokens.slice(1, start).join(' '), tokens.slice(start).join(' '), evidence)
}

/** `Kovács Péter`, `NGUYEN Van Anh`, `Zhang Wei`, `DUPONT Jean`: surname first, shown by lists or by capitals. */
function isFamilyFirst(tokens: readonly string[], kinds: readonly number[]): boolean {
  const [lead = ''] = tokens
  const end = tokens.at(-1) ?? ''
  if (tokens.length === 3 && INITIAL.test(end) && !INITIAL.test(lead)) return true
  const capsLead =
    lead.length > 1 &&
    ALL_CAPS.test(lead) &&
    !INITIAL.test(lead) &&
    !ALL_CAPS.test(tokens[1] ?? '') &&
    !INITIAL.test(end)
  if (capsLead) return ((kinds.at(-1) ?? 0) & GIVEN) !== 0 || ((kinds[0] ?? 0) & GIVEN) === 0
  if (tokens.length > 3 || ((kinds[0] ?? 0) & (SURNAME | GIVEN)) !== SURNAME) return false
  return ((kinds.at(-1) ?? 0) & (GIVEN | SURNAME)) === GIVEN
}

/** Index of the first token of the surname, which includes its particles, and a second surname where people have two. */
function surnameStart(tokens: readonly string[], kinds: readonly number[]): number {
  let start = tokens.length - 1
  const before = kinds[start - 1] ?? 0
  const isSecond =
    (before & (IBERIAN | GIVEN)) === IBERIAN ||
    ((before & IBERIAN) !== 0 && isParticle(tokens[start - 2] ?? '', start - 2, tokens.length))
  if (start > 1 && isSecond && ((kinds[start] ?? 0) & (IBERIAN | GIVEN)) !== GIVEN) start--
  while (start > 1 && isParticle(tokens[start - 1] ?? '', start - 1, tokens.length)) start--
  return start
}

function compose(first: string, middle: string, last: string, evidence: NameEvidence): PersonName {
  const parts = { first: tidyCase(first), middle: tidyCase(middle), last: tidyCase(last) }
  const full = [parts.first, parts.middle, parts.last].filter(Boolean).join(' ')
  return { ...parts, full, evidence }
}

/** Keeps the order in which the language writes names. */
function composeFamilyFirst(first: string, last: string, full: string, evidence: NameEvidence): PersonName {
  return { first: tidyCase(first), middle: '', last: tidyCase(last), full: tidyCase(full), evidence }
}

/**
 * The same for all spellings of a person's first name and surname that fold alike; middle names and case make no difference.
 */
export function nameKey({ first, last }: NameParts): string {
  const key = `${foldName(first)} ${foldName(last)}`
  return key === ' ' ? `${first} ${last}` : key
}
