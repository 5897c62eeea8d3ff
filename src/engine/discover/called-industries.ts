import { longestAt } from './words/phrase-index.ts'
import { readQueryText } from './words/query-text.ts'
import { subjects } from './words/subject-words.ts'

/**
 * The industries that people call by this word: `fintech` is Financial Services. Empty if the text as a whole is not such a
 * word.
 */
export function industriesCalled(said: string): readonly string[] {
  const query = readQueryText(said)
  const found = longestAt(subjects(), query, 0)
  if (found === null || found.count !== query.tokens.length) return []
  return [...new Set(found.values.flatMap(({ industries }) => industries))]
}
