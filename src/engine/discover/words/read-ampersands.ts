import { TECHNOLOGIES } from '../../../lib/companies/technologies.ts'
import { lazily } from '../../../lib/process/lazily.ts'
import { longestAt } from './phrase-index.ts'
import { placeNames } from './place-names.ts'
import type { Token } from './query-tokens.ts'
import { singular } from './singular.ts'

/** The longest name of a place. */
const MOST_WORDS = 4

const technologyWords = lazily(
  () => new Set(TECHNOLOGIES.flatMap(({ name, synonyms }) => [name.toLowerCase(), ...synonyms])),
)

/**
 * `Dublin & Cork`, `salesforce & hubspot`: between two places or two technologies the sign is a word, like `and`. Elsewhere
 * it is part of a name or of a phrase, which are compared without it.
 */
export function readAmpersands(tokens: readonly Token[]): Token[] {
  if (!tokens.some(({ gap }) => gap === 'ampersand')) return [...tokens]
  const plain = tokens.map((token): Token =>
    token.gap === 'ampersand' ? { ...token, gap: 'space', isAdded: true } : token,
  )
  return plain.flatMap((token, at) =>
    tokens[at]?.gap === 'ampersand' && isList(plain, at)
      ? [
          { ...token, text: 'and', raw: '&', isAdded: undefined },
          { ...token, isAdded: undefined },
        ]
      : [token],
  )
}

function isList(tokens: readonly Token[], at: number): boolean {
  const [left, right] = [tokens[at - 1], tokens[at]]
  if (left === undefined || right === undefined) return false
  if ([left, right].every(({ text }) => technologyWords().has(text))) return true
  const before = Math.max(0, at - MOST_WORDS)
  return (
    countAt(tokens.slice(at, at + MOST_WORDS), 0) > 0 &&
    tokens.slice(before, at).some((_, back) => countAt(tokens.slice(before, at), back) === at - before - back)
  )
}

/** How many words the name of a place has that begins there. */
function countAt(tokens: readonly Token[], at: number): number {
  const singulars = tokens.map(({ text }) => singular(text))
  return longestAt(placeNames(), { tokens, singulars, taken: [] }, at)?.count ?? 0
}
