import { parseQuery } from '../../../src/engine/discover/query-parser.ts'
import { placeNames } from '../../../src/engine/discover/words/place-names.ts'
import { listLines } from '../../../src/lib/vocabulary/list-lines.ts'

const NOW = new Date('2026-06-01T00:00:00Z')

export interface TrapFigures {
  /** Cities with names of ordinary words. */
  words: number
  asked: number
  misses: string[]
}

/** The words generated from a list. */
export const cityWords = (): string[] =>
  listLines(new URL('./city-words.txt', import.meta.url)).flatMap((line) => line.split(' '))

/** Judges ordinary words that are also cities, where nothing says that a place is meant. */
export function trapsOf(ordinary: readonly string[]): TrapFigures {
  const words = ordinary.filter(isCityWord)
  const asked = words.flatMap((word) => [
    { text: `${word} software`, seats: undefined },
    { text: `${word} agencies in Portugal`, seats: [{ country: 'PT' }] },
    { text: `companies that do ${word}`, seats: undefined },
  ])
  const misses = asked.flatMap(({ text, seats }) => {
    const { include } = parseQuery(text, NOW).filters.headquarters_location ?? {}
    return JSON.stringify(include) === JSON.stringify(seats) ? [] : [`trap: ${text}\n    ${JSON.stringify(include)}`]
  })
  return { words: words.length, asked: asked.length, misses }
}

/** Whether a word is also a city, or becomes one without its plural ending. */
export const isCityWord = (word: string): boolean => isCity(word) || (word.endsWith('s') && isCity(word.slice(0, -1)))

/** As in `placeNames`, without accents; countries and their subdivisions are not traps. */
function isCity(word: string): boolean {
  const places = placeNames().values.get(word) ?? []
  return places.length > 0 && places.every(({ kind }) => kind === 'city')
}
