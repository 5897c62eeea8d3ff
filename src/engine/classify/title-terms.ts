import { readFileSync } from 'node:fs'
import { foldings } from '../../lib/text/fold-text.ts'

/** A phrase of a list: words, each exact or, with a star, the beginning of a word. */
interface Term<Label> {
  words: readonly { text: string; isStem: boolean }[]
  label: Label
}

/** An occurrence of a listed phrase in a title. */
export interface TermMatch<Label> {
  label: Label
  /** Index of its first word, and of the word after its last. */
  start: number
  end: number
}

/** The phrases of one list, indexed by their first word. */
export interface TermIndex<Label> {
  /** The longest phrase that begins at the word. */
  at(words: readonly string[], start: number): TermMatch<Label> | null
}

/** Shorter stems would match by chance. */
const MIN_STEM_CHARS = 2

/** `ingenieur d affaires`: in the words of a title, elided articles are spelled out; `l and d` has none. */
const spellOutElision = (term: string): string => term.replace(/(?<=^| )[dl] (?!and)/g, 'de ')

/** Lines `name: term, term …` of a list file; lines that begin with `#` are comments; a name may occur repeatedly. */
export function readTermLines(file: URL): [name: string, terms: string[]][] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const colon = line.indexOf(':')
      const terms = line
        .slice(colon + 1)
        .split(',')
        .map((term) => term.trim())
      return [
        line.slice(0, colon),
        terms
          .filter((term) => term !== '')
          .flatMap(foldings)
          .map(spellOutElision),
      ]
    })
}

export function indexTerms<Label>(
  lists: readonly (readonly [label: Label, terms: readonly string[]])[],
): TermIndex<Label> {
  const exact = new Map<string, Term<Label>[]>()
  const stems = new Map<string, Term<Label>[]>()
  for (const [label, terms] of lists) {
    for (const text of terms) {
      const words = text.split(' ').map((word) => ({ text: word.replace('*', ''), isStem: word.includes('*') }))
      const [first] = words
      if (first) add(first.isStem ? stems : exact, first.text, { words, label })
    }
  }
  return { at: (words, start) => longest(candidates(exact, stems, words[start] ?? ''), words, start) }
}

function add<Label>(map: Map<string, Term<Label>[]>, key: string, term: Term<Label>): void {
  const terms = map.get(key)
  if (terms) terms.push(term)
  else map.set(key, [term])
}

/** Exact words first, then ever shorter stems: of equally long phrases, the first wins. */
function candidates<Label>(
  exact: Map<string, Term<Label>[]>,
  stems: Map<string, Term<Label>[]>,
  word: string,
): Term<Label>[] {
  const found = [...(exact.get(word) ?? [])]
  for (let length = word.length; length >= MIN_STEM_CHARS; length--)
    found.push(...(stems.get(word.slice(0, length)) ?? []))
  return found
}

function longest<Label>(
  terms: readonly Term<Label>[],
  words: readonly string[],
  start: number,
): TermMatch<Label> | null {
  let best: Term<Label> | null = null
  for (const term of terms) {
    if (best && term.words.length <= best.words.length) continue
    if (term.words.every(({ text, isStem }, i) => fits(words[start + i], text, isStem))) best = term
  }
  return best && { label: best.label, start, end: start + best.words.length }
}

const fits = (word: string | undefined, text: string, isStem: boolean): boolean =>
  word !== undefined && word !== ',' && (isStem ? word.startsWith(text) : word === text)
