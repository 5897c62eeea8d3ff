import { townsNamed } from '../../lib/vocabulary/places/towns.ts'
import { parseQuery } from './query-parser.ts'
import { placeNames } from './words/place-names.ts'
import { subjects } from './words/subject-words.ts'

/** Together these use every table: places, trades, kinds, technologies, mistakes in both, other languages. */
const QUESTIONS = [
  '20 private saas companies in the bay area using hubspot, 50-200 people, series A, founded after 2015',
  'sofware vendors in Munchne or denver without funding',
  'Maschinenbauer in Bayern mit 200 bis 500 Mitarbeitern',
  'ristornti a Milno',
  'bouwbedrijvn in Utrecht',
  'construtras em Lisboa',
  'firmaer i Xerning',
]
const WHENEVER = new Date('2026-01-01T00:00:00Z')

/**
 * Reads in advance what `parseQuery` otherwise reads with the first question, one step at a time (each a fraction of a second),
 * so that other work on the thread gets a turn between two steps.
 */
export function* questionTables(): Generator<void> {
  townsNamed('')
  yield
  placeNames()
  yield
  subjects()
  for (const question of QUESTIONS) {
    yield
    parseQuery(question, WHENEVER)
  }
}
