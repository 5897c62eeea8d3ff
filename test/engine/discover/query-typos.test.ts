import { expect, test } from 'vitest'
import { cityWords, trapsOf } from '../../../scripts/eval/queries/made-traps.ts'
import { correctionsOf, mistypedWords } from '../../../scripts/eval/queries/made-typos.ts'
import { ordinaryWords } from '../../../scripts/eval/queries/ordinary-words.ts'

const ORDINARY = 1_000
const MISTYPED = 2_000

test('an ordinary word is not taken for a typo', () => {
  const { asked, corrected, hard, misses } = correctionsOf(ordinaryWords().slice(0, ORDINARY))
  expect(asked).toBe(ORDINARY)
  expect({ hard, misses: hard > 0 ? misses : [] }).toEqual({ hard: 0, misses: [] })
  expect(corrected).toBeLessThanOrEqual(asked * 0.005)
})

test('nine in ten mistyped words are understood as intended', () => {
  const { right, asked } = mistypedWords(MISTYPED, 11)
  expect(right / asked).toBeGreaterThanOrEqual(0.9)
})

test('a word that is also a city is not a place without a preposition of place', () => {
  const { words, misses } = trapsOf(cityWords())
  expect(words).toBeGreaterThan(200)
  expect(misses).toEqual([])
})
