import { BREAK, titleWords } from './title-words.ts'
import { readTermLines } from './title-terms.ts'

/** A title as phrases: `Sales and Marketing Director, EMEA` has three; each in chunks cut at prepositions. */
export interface TitlePhrase {
  /** `Head | Engineering` of `Head of Engineering`; the first names the job. */
  chunks: string[][]
}

/** Words that link what follows to what precedes, in the languages of the lists. */
export const PREPOSITIONS: ReadonlySet<string> = new Set(
  (
    'of for to at in with from on the a de des du d del della dello dei delle degli di da do dos das de la en au aux a la pour per para con alla al ai ' +
    'der die den dem im fur fuer von vom zur zum bei van voor bij het av af for till til pa i w ds dla do na ve pro'
  ).split(' '),
)
const CONJUNCTIONS = new Set([BREAK, 'and', 'und', 'et', 'y', 'e', 'ed', 'en', 'och', 'og', 'i', 'a', 'sowie', 'ja'])
/** Phrases in which a conjunction joins a single line of work. */
const JOINED = new Set(
  (
    'research and development|learning and development|trust and safety|health and safety|people and culture|mergers and acquisitions|m and a|l and d|r and d|fp and a|' +
    'forschung und entwicklung|administratif et financier|administrative et financiere|administrativo y financiero'
  ).split('|'),
)

const RANK_LISTS = readTermLines(new URL('./lists/title-ranks.txt', import.meta.url))
const COMPOUND_HEADS = new Set(RANK_LISTS.filter(([name]) => name === 'compound-head').flatMap(([, terms]) => terms))
const LISTED = [...RANK_LISTS, ...readTermLines(new URL('./lists/title-departments.txt', import.meta.url))].flatMap(
  ([, terms]) => terms,
)
const LISTED_WORDS = new Set(LISTED.map((term) => term.replace('*', '')).filter((term) => !COMPOUND_HEADS.has(term)))
/** Han and Kana are written without spaces. */
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]/u
const EAST_ASIAN_TERMS = LISTED.filter((term) => EAST_ASIAN.test(term)).sort((a, b) => b.length - a.length)
const SHORTEST_HEAD = Math.min(...[...COMPOUND_HEADS].map((head) => head.length))
/** Letters of a modifier, such as `Vertrieb` before `leiter`; a shorter one, such as `IT`, is written separately. */
const SHORTEST_MODIFIER = 3

/** Splits a title into phrases; compounds are taken apart (`vertriebsleiter` → vertriebs leiter). */
export function titlePhrases(title: string): TitlePhrase[] {
  const words = titleWords(title).flatMap(takeApart)
  const phrases: string[][] = [[]]
  for (const [index, word] of words.entries()) {
    const isBorder = word === BREAK || (CONJUNCTIONS.has(word) && !isJoined(words, index) && index > 0)
    if (isBorder) phrases.push([])
    else phrases.at(-1)?.push(word)
  }
  return phrases.filter((phrase) => phrase.length > 0).map((phrase) => ({ chunks: chunksOf(phrase) }))
}

/** The words of a phrase, cut before each run of prepositions; the lists find `chef de` and the like across the cut. */
function chunksOf(phrase: readonly string[]): string[][] {
  const chunks: string[][] = [[]]
  for (const word of phrase) {
    const last = chunks.at(-1) ?? []
    const lastWord = last.at(-1)
    if (PREPOSITIONS.has(word) && last.length > 0 && !(lastWord !== undefined && PREPOSITIONS.has(lastWord)))
      chunks.push([word])
    else last.push(word)
  }
  return chunks
}

/** Whether a conjunction is the middle of a joined phrase, or its end: the `a` of `m and a`. */
const isJoined = (words: readonly string[], index: number): boolean =>
  [1, 2].some((before) => index >= before && JOINED.has(words.slice(index - before, index - before + 3).join(' ')))

function takeApart(word: string): string[] {
  if (LISTED_WORDS.has(word)) return [word]
  if (EAST_ASIAN.test(word)) return EAST_ASIAN_TERMS.filter((term) => word.includes(term))
  const head = compoundHead(word)
  return head === null ? [word] : [word.slice(0, -head.length), head]
}

/** The noun that ends a compound and carries its rank: `chef` of `butikschef`; the longest, or null. */
export function compoundHead(word: string): string | null {
  for (let at = SHORTEST_MODIFIER; at <= word.length - SHORTEST_HEAD; at++) {
    if (COMPOUND_HEADS.has(word.slice(at))) return word.slice(at)
  }
  return null
}
