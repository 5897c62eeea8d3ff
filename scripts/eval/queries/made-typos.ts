import { parseQuery } from '../../../src/engine/discover/query-parser.ts'
import type { ParsedQuery } from '../../../src/engine/discover/query-parser.ts'
import { placeNames } from '../../../src/engine/discover/words/place-names.ts'
import { subjects } from '../../../src/engine/discover/words/subject-words.ts'
import { of, randomFrom } from '../../support/random.ts'
import type { Random } from '../../support/random.ts'

const NOW = new Date('2026-06-01T00:00:00Z')

export interface TypoFigures {
  asked: number
  corrected: number
  /** Corrected into a place or an industry. */
  hard: number
  misses: string[]
}

/** Counts the corrections of ordinary words where a trade and where a place may be. */
export function correctionsOf(words: readonly string[]): TypoFigures {
  const read = words.flatMap((word) =>
    [`${word} companies`, `companies in ${word}`].map((text) => ({ word, text, ...parseQuery(text, NOW) })),
  )
  const corrected = read.filter((one) => one.corrected.length > 0)
  const hard = corrected.filter(({ filters }) => filters.headquarters_location ?? filters.industry)
  return {
    asked: words.length,
    corrected: new Set(corrected.map(({ word }) => word)).size,
    hard: new Set(hard.map(({ word }) => word)).size,
    misses: corrected.map(({ text, corrected: to }) => `corrected: ${text}\n    ${JSON.stringify(to)}`),
  }
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'.split('')
/** Longer words may have two mistakes. */
const LONG = 9
const LARGE_THOUSANDS = 100

/** Mistypes names of places and trades, and counts how many are read as intended. */
export function mistypedWords(count: number, seed: number): { right: number; asked: number; misses: string[] } {
  const random = randomFrom(seed)
  const isWord = (word: string): boolean => /^[a-z]{6,}$/.test(word)
  const places = [...placeNames().values].filter(
    ([key, all]) =>
      isWord(key) &&
      all.some(({ inCapitals, kind, thousands }) => !inCapitals && (kind !== 'city' || thousands >= LARGE_THOUSANDS)),
  )
  const lists = [places.map(([key]) => key), [...subjects().values.keys()].filter(isWord)]
  const isKnown = (word: string): boolean => placeNames().values.has(word) || subjects().values.has(word)
  const misses: string[] = []
  for (let asked = 0; asked < count;) {
    const isPlace = asked % 2 === 0
    const word = of(random, lists[asked % 2] ?? [])
    const once = slip(random, word)
    const typed = word.length >= LONG && random() < 0.3 ? slip(random, once) : once
    if (isKnown(typed) || typed === word || typed.length < 5) continue
    asked++
    const [found, meant] = [typed, word].map((each) => meaning(each, isPlace))
    if (found !== meant) misses.push(`mistyped: ${typed} for ${word}\n    found ${found}`)
  }
  return { right: count - misses.length, asked: count, misses }
}

function meaning(word: string, isPlace: boolean): string {
  const { filters }: ParsedQuery = parseQuery(isPlace ? `companies in ${word}` : `${word} companies in Ohio`, NOW)
  return JSON.stringify(isPlace ? filters.headquarters_location : (filters.industry ?? filters.keywords)) ?? ''
}

/** Omits, adds, replaces or swaps a letter; never the first. */
function slip(random: Random, word: string): string {
  const at = 1 + Math.floor(random() * (word.length - 1))
  const [before, after] = [word.slice(0, at), word.slice(at + 1)]
  return of(random, [
    before + after,
    before + of(random, LETTERS) + word.slice(at),
    before + of(random, LETTERS) + after,
    before + after.slice(0, 1) + word.slice(at, at + 1) + after.slice(1),
  ])
}
