import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { titleTokens, wantedTokens } from '../../../src/engine/classify/job-title-match.ts'
import {
  conceptTokens,
  isSameConcept,
  titleConcept,
  wantedConcepts,
} from '../../../src/engine/classify/title-concepts.ts'

/** One job per line, in eight languages: every title of a line matches its first, and that of no other line. */
const JOBS = readFileSync(new URL('./title-pairs.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('|').map((title) => title.trim()))

const heldTokens = (title: string): ReadonlySet<string> => new Set([...titleTokens(title), ...conceptTokens(title)])

test('titles are found across eight languages, and others are not', () => {
  const wanted = JOBS.map(([title = '']) => ({ words: wantedTokens(title), concepts: wantedConcepts(title) }))
  const held = JOBS.map(([, ...titles]) => titles.map(heldTokens))
  let found = 0
  let wrong = 0
  for (const [job, { words, concepts }] of wanted.entries())
    for (const [other, titles] of held.entries())
      for (const tokens of titles) {
        const isWord = words.length > 0 && words.every((word) => tokens.has(word))
        const isConcept = concepts.length > 0 && concepts.every((list) => list.some((token) => tokens.has(token)))
        if (!isWord && !isConcept) continue
        if (job === other) found += 1
        else wrong += 1
      }
  expect(JOBS.length).toBeGreaterThanOrEqual(60)
  expect(found / held.flat().length).toBeGreaterThanOrEqual(0.9)
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

  test('without a known line of work has no concept', () => {
    expect([titleConcept('Astronaut'), conceptTokens('Astronaut'), wantedConcepts('Astronaut')]).toEqual([null, [], []])
  })
})
