import { readFileSync } from 'node:fs'

/**
 * Reads a list kept as plain text: words separated by blanks; lines that begin with `#` are comments. Meant for bundled files
 * at start-up, not for anything from outside.
 */
export function readWordList(file: URL): Set<string> {
  const words = new Set<string>()
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line.startsWith('#')) continue
    for (const word of line.split(/\s+/)) if (word !== '') words.add(word)
  }
  return words
}
