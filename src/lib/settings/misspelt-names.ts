import { nearestWords } from '../text/nearest-words.ts'

/** Names that belong to others: of compose.yaml, and the key in the lines of README. */
const OTHERS = new Set(['QUARRY_PORT', 'QUARRY_KEY'])

/** A sentence for each name that begins like a setting and is none. */
export function misspelt(names: readonly string[], known: readonly string[], prefix: string): string[] {
  const odd = names.filter(
    (name) => name.startsWith('QUARRY_') && !name.startsWith(prefix) && !known.includes(name) && !OTHERS.has(name),
  )
  return odd.map((name) => `${name} is not a setting: did you mean ${nearestWords(known, name, 1)[0]}?`)
}
