import { endsInAide } from './title-seniority.ts'
import { compoundHead } from './title-phrases.ts'
import type { TitlePhrase } from './title-phrases.ts'
import { indexTerms, readTermLines } from './title-terms.ts'

const LISTS = readTermLines(new URL('./lists/title-ranks.txt', import.meta.url))
const index = (name: string) =>
  indexTerms([[true, LISTS.filter(([list]) => list === name).flatMap(([, terms]) => terms)]])

const HEADS = index('unit-head')
const HEADS_BEHIND = index('unit-head-behind')
const NOT_UNITS = index('not-unit')

/**
 * Whether a title says in another language what `head` and `director` say in English: `Leiter Einkauf`, `directrice commerciale`,
 * `försäljningschef`. A project or a shift is no unit.
 */
export const headsUnit = (phrases: readonly TitlePhrase[]): boolean =>
  phrases.some(({ chunks }) => !endsInAide(chunks[0] ?? []) && chunks[0]?.some((_, at) => isHead(chunks, at)) === true)

function isHead(chunks: readonly string[][], at: number): boolean {
  const words = chunks.flat()
  if (at > 0 && NOT_UNITS.at(words, at - 1) !== null) return false
  return HEADS.at(words, at) !== null || (at > 0 && HEADS_BEHIND.at(words, at) !== null) || endsInHead(words[at] ?? '')
}

/** `produktionschef`, which the lists hold as one word. */
function endsInHead(word: string): boolean {
  const head = compoundHead(word)
  return head !== null && HEADS_BEHIND.at([head], 0) !== null && NOT_UNITS.at([word.slice(0, -head.length)], 0) === null
}
