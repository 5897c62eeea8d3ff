import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'

/** Lower-case words of running text, of five letters and more. */
const READERS_WORD = /(?<![\p{L}\p{N}_./@'’-])\p{Ll}{5,}(?![\p{L}\p{N}_./@'’-])/gu
/** Code and addresses. */
const NO_PROSE = /```[\s\S]*?```|`[^`]*`|https?:\S+/g
/** The prose of Quarry and of its packages: no list of words was made from it. */
const PAGES = ['*.md', 'docs/*.md', 'node_modules/**/*.{md,markdown,txt}']
const PACKAGE = /(?<=node_modules\/)(?:@[^/]+\/)?[^/]+/

/** Words that at least two authors use in prose, in the order of their hashes. */
export function ordinaryWords(): string[] {
  const authors = new Map<string, Set<string>>()
  for (const page of globSync(PAGES)) {
    const author = PACKAGE.exec(page)?.[0] ?? 'quarry'
    for (const word of readFileSync(page, 'utf8').replace(NO_PROSE, ' ').match(READERS_WORD) ?? [])
      authors.set(word, (authors.get(word) ?? new Set()).add(author))
  }
  const words = [...authors].flatMap(([word, by]) => (by.size > 1 ? [{ word, hash: hashOf(word) }] : []))
  return words.toSorted((one, other) => (one.hash < other.hash ? -1 : 1)).map(({ word }) => word)
}

const hashOf = (word: string): string => createHash('sha256').update(word).digest('hex')
