import type { WantedTitle } from '../../db/search/search-conditions.ts'
import { matchesJobTitle, wantedTokens } from '../../engine/classify/job-title-match.ts'
import { isSameConcept, wantedConcepts, workWords } from '../../engine/classify/title-concepts.ts'

/** What a wanted title looks for in stored ones: its words, its concept in any language, or a role address. */
export function wantedTitle(title: string): WantedTitle {
  const [role = null, ...others] = workWords(title)
  return { words: wantedTokens(title), concepts: wantedConcepts(title), role: others.length === 0 ? role : null }
}

/** Why a stored title matches one of the wanted ones; undefined for a role address. */
export function matchOf(held: string | null, wanted: readonly string[]): 'words' | 'concept' | undefined {
  if (held === null) return undefined
  if (wanted.some((title) => matchesJobTitle(held, title))) return 'words'
  return wanted.some((title) => isSameConcept(held, title)) ? 'concept' : undefined
}
