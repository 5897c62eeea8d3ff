import { readFileSync } from 'node:fs'

export interface Technology {
  /** Lower case, hyphenated: the form in filters and answers. */
  slug: string
  name: string
  category: string
  /** Other spellings in lower case. */
  synonyms: readonly string[]
  /** The word has no other meaning, so it names the technology without further context. */
  unmistakable: boolean
}

/** Every technology known to filters, the query parser and the detector, in order of slug. */
export const TECHNOLOGIES: readonly Technology[] = readTechnologies(
  readFileSync(new URL('../lists/technologies.txt', import.meta.url), 'utf8'),
)

const BY_SLUG = new Map(TECHNOLOGIES.map((technology) => [technology.slug, technology]))

export const technologyBySlug = (slug: string): Technology | null => BY_SLUG.get(slug.trim().toLowerCase()) ?? null

/** `Node.js` → `node-js`. The signs of C# and C++ are spelled out, because both would lose them. */
export function technologySlug(name: string): string {
  const spelled = name.toLowerCase().replaceAll("'", '').replaceAll('#', ' sharp').replaceAll('++', ' plus plus')
  return spelled.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
}

function readTechnologies(text: string): Technology[] {
  const found: Technology[] = []
  let category = ''
  for (const line of text.split('\n')) {
    if (line === '' || line.startsWith('#')) continue
    if (line.startsWith('[')) category = line.slice(1, -1)
    else found.push(readTechnology(line, category))
  }
  return found.sort((one, other) => (one.slug < other.slug ? -1 : 1))
}

function readTechnology(line: string, category: string): Technology {
  const [head = '', others = ''] = line.split(' = ')
  const name = head.replace('*', '')
  const synonyms = others.split(',').map((word) => word.trim())
  return {
    slug: technologySlug(name),
    name,
    category,
    synonyms: synonyms.filter((word) => word !== ''),
    unmistakable: head.startsWith('*'),
  }
}
