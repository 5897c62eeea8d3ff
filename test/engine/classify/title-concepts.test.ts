import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { matchesJobTitle } from '../../../src/engine/classify/job-title-match.ts'
import {
  conceptTokens,
  isSameConcept,
  titleConcept,
  wantedConcepts,
} from '../../../src/engine/classify/title-concepts.ts'

/** One job in eight languages a line; every title of a line answers to its first, and to that of no other line. */
const JOBS = readFileSync(new URL('./title-pairs.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('|').map((title) => title.trim()))

const isFound = (held: string, wanted: string): boolean => matchesJobTitle(held, wanted) || isSameConcept(held, wanted)

test('titles are found across eight languages, and others are not', () => {
  let found = 0
  let wrong = 0
  const pairs = JOBS.flatMap(([wanted = '', ...titles]) => titles.map((held) => ({ wanted, held })))
  for (const { wanted, held } of pairs) {
    if (isFound(held, wanted)) found += 1
    wrong += JOBS.filter(([other = '']) => other !== wanted && isFound(held, other)).length
  }
  expect(JOBS.length).toBeGreaterThanOrEqual(60)
  expect(found / pairs.length).toBeGreaterThanOrEqual(0.9)
  expect(found / (found + wrong)).toBeGreaterThanOrEqual(0.95)
})

describe('a title', () => {
  test.each([
    ['Head of Engineering', 'Leiter Softwareentwicklung', true],
    ['Head of Engineering', 'Softwareentwickler', false],
    ['Head of Sales', 'Assistentin der Geschäftsführung', false],
    ['Sales', 'Vertriebsleiterin', true],
    ['Head of Sales', 'Vertrieb', true],
    ['Astronaut', 'Astronautin', false],
  ])('%s finds %s: %s', (wanted, held, expected) => {
    expect(isSameConcept(held, wanted)).toBe(expected)
  })

  test('of no known line of work has no concept', () => {
    expect([titleConcept('Astronaut'), conceptTokens('Astronaut'), wantedConcepts('Astronaut')]).toEqual([null, [], []])
  })
})
