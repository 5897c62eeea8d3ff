import { describe, expect, test } from 'vitest'
import { isGibberish } from '../../../src/engine/verify/gibberish.ts'

/** Generated, never taken from people: syllables of many languages joined together, and keyboard mashing. */

const SYLLABLES =
  'an bel ca do e fi ga ho ir ja ka li ma no o pe qui ra sa ti u va wa xi yo za ber chen dor el fred gre han ing jor ' +
  'kov lund mar nes ov pat ros sch son sta ter tho tse van vic wick yan zyn gar hal ric rin sel ska stein wal witz der ' +
  'ez ini ova oglu idis escu adze yan nen sson ski ak mann bach feld berg'
const WORDS = 'sales info team green river light north studio press garden metal books solar house clinic'.split(' ')
const LETTERS = 'abcdefghijklmnopqrstuvwxyz'
const ROWS = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm']
const COUNT = 2_000

/** mulberry32, so that every run has the same names. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

const random = randomFrom(7)
const pick = <T>(items: ArrayLike<T>): T => items[Math.floor(random() * items.length)] as T
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make)
const syllables = SYLLABLES.split(' ')
const name = (): string => times(2 + Math.floor(random() * 2), () => pick(syllables)).join('')

const FORMS: (() => string)[] = [
  () => `${name()}.${name()}`,
  () => `${pick(LETTERS)}.${name()}`,
  () => pick(LETTERS) + name(),
  () => name() + pick(LETTERS),
  () => `${name()}_${name()}`,
  () => name() + String(1950 + Math.floor(random() * 60)),
  () => pick(WORDS) + pick(WORDS),
  () => `${pick(WORDS)}-${pick(WORDS)}${Math.floor(random() * 9)}`,
  () => times(3, () => pick(LETTERS)).join(''),
  () => `${times(2, () => pick(LETTERS)).join('')}${Math.floor(random() * 900)}`,
]

const letters = (alphabet: string): string => times(8 + Math.floor(random() * 6), () => pick(alphabet)).join('')

/** Keeps around one row of the keyboard, each key near the last. */
function mash(): string {
  const row = random() < 0.6 ? (ROWS[1] as string) : pick(ROWS)
  let at = Math.floor(random() * row.length)
  return times(8 + Math.floor(random() * 6), () => {
    at = (at + row.length + Math.floor(random() * 7) - 3) % row.length
    return row[at] ?? ''
  }).join('')
}

const share = (locals: readonly string[]): number => locals.filter(isGibberish).length / locals.length

describe('gibberish', () => {
  test('is found in at most one of fifty ordinary local parts', () => {
    expect(share(times(COUNT, () => pick(FORMS)()))).toBeLessThanOrEqual(0.02)
  })

  test.each<[string, () => string]>([
    ['letters at random', () => letters(LETTERS)],
    ['letters and digits at random', () => letters(`${LETTERS}0123456789`)],
    ['a hand on a row of keys', mash],
  ])('is found in at least 86 of 100 of %s', (_name, make) => {
    expect(share(times(COUNT, make))).toBeGreaterThanOrEqual(0.86)
  })

  test.each(['jd', 'qa.lead', 'hr', 'x', '12345', 'müller', 'łukasz.szczęsny', '日本', 'a'.repeat(65), ''])(
    'is not found in %s',
    (local) => {
      expect(isGibberish(local)).toBe(false)
    },
  )
})
