import { foldName } from '../../../lib/text/person-name-fold.ts'
import { rememberWords } from '../../../lib/text/remember-words.ts'
import { readWordList } from '../../../lib/text/word-list.ts'

/** What the lists say about a word; a word may be several things at once (`Baker`, `Will`, `Paris`). */
export const GIVEN = 1
export const SURNAME = 2
/** Also a `SURNAME`: of a language in which people have two. */
export const IBERIAN = 4
/** A given name that is a syllable in many languages: a name only next to a surname. */
export const SYLLABLE = 32
/** Part of an organisation, a place, a menu, a title or a sentence. */
export const COMMON = 8
/** Names a position, or begins the name of one. */
export const TITLE = 16

/** `San Jose`, `Los Angeles`: before a name, these begin a place. */
export const PLACE_LEAD = /^(?:san|santa|santo|são|saint|sainte|st|sankt|los|las|el|la|le|les|fort|mount|port|new)\.?$/i

const LISTS: readonly (readonly [string, number])[] = [
  ['given-names', GIVEN],
  ['given-name-syllables', SYLLABLE],
  ['surnames', SURNAME],
  ['surnames-iberian', SURNAME | IBERIAN],
  ['not-name-words', COMMON],
  ['title-words', TITLE],
]

const KINDS = readKinds()

function readKinds(): ReadonlyMap<string, number> {
  const kinds = new Map<string, number>()
  for (const [list, kind] of LISTS) {
    for (const word of readWordList(new URL(`../lists/${list}.txt`, import.meta.url))) {
      kinds.set(word, (kinds.get(word) ?? 0) | kind)
    }
  }
  return kinds
}

/** Bits for what a folded word (lower case, no accents) is known to be; 0 if unknown. */
export const kindOfFolded = (folded: string): number => KINDS.get(folded) ?? 0

/**
 * For unlisted words: `organist`, `recepcionista`, `archiviste`, `direttrice`; `Lindqvist` is a name, and `checklist` is
 * neither.
 */
const AGENT = /^(?=.{7})\p{L}*(?:[^luv]|[aei]l)ist(?:in|ka)?$|^(?=.{8})\p{L}*(?:ist[ae]|trice)$/u

/** German compounds that no list holds: `Beratungsstelle`, `Vereinsvorstand`, `Jugendfeuerwehr`. */
const COMPOUND =
  /^(?=.{10})\p{L}+(?:stelle|vorstand|verein|verband|schaft|heit|keit|zentrum|schule|wehr|dienst|ordnung|leistung|beratung|verwaltung|abteilung|foto|amt)(?:en|s)?$/u
const kindOfUnlisted = (folded: string): number => (AGENT.test(folded) ? TITLE : COMPOUND.test(folded) ? COMMON : 0)

/**
 * The same for a word as written on a page. A hyphenated name (`Ann-Kathrin`, `Cook-Mack`) is what its first part is, and
 * common if every part is only common (`Co-Founder`).
 */
export const wordKindOf = rememberWords((word) => {
  const folded = foldName(word).replaceAll("'", '')
  const whole = KINDS.get(folded)
  if (whole !== undefined) return whole
  if (!folded.includes('-')) return kindOfUnlisted(folded)
  const [head = 0, ...rest] = folded.split('-').map(kindOfFolded)
  const isCommon = [head, ...rest].every((kind) => kind !== 0 && (kind & (GIVEN | SURNAME)) === 0)
  return isCommon ? COMMON : head
})
