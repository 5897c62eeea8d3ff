import { readFileSync } from 'node:fs'

/** The lines of a list that is kept as text; empty lines and comments left out. For our own files at start-up. */
const linesOf = (file: URL): string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))

/** The 434 public LinkedIn-style names of industries, in alphabetical order: every value the industry filter knows. */
export const INDUSTRIES: readonly string[] = linesOf(new URL('../lists/industries.txt', import.meta.url))

const BY_LOWER = new Map(INDUSTRIES.map((name) => [name.toLowerCase(), name]))

/** The name as the list spells it, in whatever case it came; null for what is not an industry. */
export const industryNamed = (name: string): string | null => BY_LOWER.get(name.trim().toLowerCase()) ?? null
