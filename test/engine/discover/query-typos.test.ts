import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parseQuery } from '../../../src/engine/discover/query-parser.ts'
import { placeNames } from '../../../src/engine/discover/words/place-names.ts'
import { subjects } from '../../../src/engine/discover/words/subject-words.ts'
import { randomFrom } from '../../../scripts/generate/random.ts'

const NOW = new Date('2026-06-01T00:00:00Z')
const READERS_WORD = /(?<![\p{L}\p{N}_./@-])\p{Ll}{5,}(?![\p{L}\p{N}_./@-])/gu
/** Code and addresses. */
const NO_PROSE = /```[\s\S]*?```|`[^`]*`|https?:\S+/g

/** Words of three pages and more that people read: none of the lists was made from these pages. */
function ordinaryWords(): string[] {
  const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...readdirSync('docs').map((name) => `docs/${name}`)]
  const seen = new Map<string, number>()
  for (const page of pages.filter((name) => name.endsWith('.md')))
    for (const word of new Set(readFileSync(page, 'utf8').replace(NO_PROSE, ' ').match(READERS_WORD) ?? []))
      seen.set(word, (seen.get(word) ?? 0) + 1)
  return [...seen].filter(([, pagesWith]) => pagesWith > 2).map(([word]) => word)
}

test('an ordinary word is no mistyped one', () => {
  const questions = ordinaryWords().flatMap((word) => [`${word} companies`, `companies in ${word}`])
  const corrected = questions
    .map((text) => ({ text, ...parseQuery(text, NOW) }))
    .filter((one) => one.corrected.length > 0)
  const hard = corrected.filter(({ filters }) => filters.headquarters_location ?? filters.industry)
  expect(questions.length).toBeGreaterThan(900)
  expect(hard.map(({ text }) => text)).toEqual([])
  expect(corrected.length).toBeLessThanOrEqual(questions.length * 0.005)
})

const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const CASES = 2_000
/** Longer words may have two mistakes. */
const LONG = 9

test('nine of ten mistyped words are read as what was meant', () => {
  const random = randomFrom(11)
  const letter = (): string => LETTERS[Math.floor(random() * LETTERS.length)] ?? ''
  /** A letter left out, added, taken for another, or two of them exchanged; never the first. */
  const slip = (word: string): string => {
    const at = 1 + Math.floor(random() * (word.length - 1))
    const [before, after] = [word.slice(0, at), word.slice(at + 1)]
    const ways = [
      before + after,
      before + letter() + word.slice(at),
      before + letter() + after,
      before + after.slice(0, 1) + word.slice(at, at + 1) + after.slice(1),
    ]
    return ways[Math.floor(random() * ways.length)] ?? word
  }
  const isWord = (word: string): boolean => /^[a-z]{6,}$/.test(word)
  const places = [...placeNames().values].filter(
    ([key, all]) =>
      isWord(key) &&
      all.some(({ inCapitals, kind, thousands }) => !inCapitals && (kind !== 'city' || thousands >= 100)),
  )
  const lists = [places.map(([key]) => key), [...subjects().values.keys()].filter(isWord)]
  const isKnown = (word: string): boolean => placeNames().values.has(word) || subjects().values.has(word)
  const meaning = (word: string, isPlace: boolean): string => {
    const { filters } = parseQuery(isPlace ? `companies in ${word}` : `${word} companies in Ohio`, NOW)
    return JSON.stringify(isPlace ? filters.headquarters_location : (filters.industry ?? filters.keywords))
  }
  let right = 0
  for (let asked = 0; asked < CASES;) {
    const isPlace = asked % 2 === 0
    const list = lists[asked % 2] ?? []
    const word = list[Math.floor(random() * list.length)] ?? ''
    const once = slip(word)
    const typed = word.length >= LONG && random() < 0.3 ? slip(once) : once
    if (isKnown(typed) || typed === word || typed.length < 5) continue
    asked++
    if (meaning(typed, isPlace) === meaning(word, isPlace)) right++
  }
  expect(right / CASES).toBeGreaterThanOrEqual(0.9)
})
