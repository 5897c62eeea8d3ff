import { nearestWords } from '../text/nearest-words.ts'

/** Names used elsewhere: in compose.yaml, and for the key in the commands of the README. */
const OTHERS = new Set(['QUARRY_PORT', 'QUARRY_KEY'])

/** A sentence for each name that begins like a setting but is not one. */
export function misspelt(names: readonly string[], known: readonly string[], prefix: string): string[] {
  const odd = names.filter(
    (name) => name.startsWith('QUARRY_') && !name.startsWith(prefix) && !known.includes(name) && !OTHERS.has(name),
  )
  return odd.map((name) => `${name} is not a setting: did you mean ${nearestWords(known, name, 1)[0]}?`)
}
