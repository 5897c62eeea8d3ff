import { readFileSync } from 'node:fs'
import { bareRecord } from '../../lib/text/own-value.ts'

/** The lines of one of the lists of this folder, without comments and empty lines. */
export const listLines = (name: string): string[] =>
  readFileSync(new URL(`./lists/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

/** Lines of `key = word, word`. */
export const keyedLines = (name: string): [string, string[]][] =>
  listLines(name).map((line) => {
    const [key = '', words = ''] = line.split(' = ')
    return [key, words.split(',').map((word) => word.trim())]
  })

/** The words under each `[heading]` of a list. */
export function headedWords(name: string): Record<string, ReadonlySet<string>> {
  const sections = bareRecord<Set<string>>()
  let words = new Set<string>()
  for (const line of listLines(name)) {
    const heading = /^\[(\w+)\]$/.exec(line)?.[1]
    if (heading !== undefined) words = sections[heading] = new Set()
    else for (const word of line.split(' ')) words.add(word)
  }
  return sections
}
