import { readFileSync } from 'node:fs'

/** The lines of a list kept as text, without empty lines and comments. For bundled files at start-up. */
const linesOf = (file: URL): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

/** The 434 public LinkedIn-style names of industries, in alphabetical order: every value the industry filter knows. */
export const INDUSTRIES: readonly string[] = linesOf(new URL('../lists/industries.txt', import.meta.url))

const BY_LOWER = new Map(INDUSTRIES.map((name) => [name.toLowerCase(), name]))

/** The name as spelled in the list, whatever the case of the input; null if it is not an industry. */
export const industryNamed = (name: string): string | null => BY_LOWER.get(name.trim().toLowerCase()) ?? null
