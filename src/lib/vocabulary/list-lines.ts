import { readFileSync } from 'node:fs'
import { bareRecord } from '../text/own-value.ts'

/** Lists kept as plain text with the code; none comes from outside. */

/** The lines of a list, without comments and empty lines. */
export const listLines = (file: URL): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

/** Lines of the form `key = word, word`. */
export const keyedLines = (file: URL): [string, string[]][] =>
  listLines(file).map((line) => {
    const [key = '', words = ''] = line.split(' = ')
    return [key, words.split(',').map((word) => word.trim())]
  })

/** The words under each `[heading]` of a list. */
export function headedWords(file: URL): Record<string, ReadonlySet<string>> {
  const sections = bareRecord<Set<string>>()
  let words = new Set<string>()
  for (const line of listLines(file)) {
    const heading = /^\[(\w+)\]$/.exec(line)?.[1]
    if (heading !== undefined) words = sections[heading] = new Set()
    else for (const word of line.split(' ')) words.add(word)
  }
  return sections
}
