import { NAME_PARTICLES } from '../../../lib/text/person-name-fold.ts'
import { tidyCase } from '../../../lib/text/name-case.ts'
import type { NameEvidence, PersonName } from '../names/name-evidence.ts'

/** How the words of a name are ordered. */
export type NameOrder = 'given-first' | 'family-first'

const MAX_PARTICLE_CHARS = Math.max(...Array.from(NAME_PARTICLES, ({ length }) => length))

/** Whether it is a small word of a surname, in any case: `van`, `De`, `LA`. */
export const isParticle = (word: string | undefined): boolean =>
  word !== undefined && word.length <= MAX_PARTICLE_CHARS && NAME_PARTICLES.has(word.toLowerCase().replace('’', "'"))

/**
 * Divides the words of a name into given names and surname. If the surname is marked, the others are given names; otherwise the
 * order says where the surname is, and the particles before it belong to it.
 */
export function arrangeWords(
  words: readonly string[],
  familyWords: number,
  order: NameOrder,
  evidence: NameEvidence,
): PersonName {
  if (familyWords > 0) {
    return compose(words.slice(familyWords), words.slice(0, familyWords), evidence)
  }
  if (order === 'given-first') {
    let start = words.length - 1
    while (start > 1 && isParticle(words[start - 1])) start--
    return compose(words.slice(0, start), words.slice(start), evidence)
  }
  let end = 1
  while (end < words.length - 1 && isParticle(words[end - 1])) end++
  const name = compose(words.slice(end), words.slice(0, end), evidence)
  return { ...name, full: words.map(tidyCase).join(' ') }
}

function compose(given: readonly string[], family: readonly string[], evidence: NameEvidence): PersonName {
  const [first = '', ...middle] = given.map(tidyCase)
  const last = family.map(tidyCase).join(' ')
  return { first, middle: middle.join(' '), last, full: [first, ...middle, last].filter(Boolean).join(' '), evidence }
}
