import { dropMarks, foldings } from '../../text/fold-text.ts'
import { lazily } from '../../process/lazily.ts'
import { listLines } from '../list-lines.ts'
import { placeFile } from './place-file.ts'
import { shortForms } from './short-city-names.ts'

/** A city of 5,000 people or more in a country whose subdivisions are known, other than the United States. */
export interface Town {
  /** ISO 3166-1 alpha-2. */
  country: string
  /** ISO 3166-2 code of the subdivision. */
  part: string
  name: string
}

/** All towns with this name, with or without marks and in any case. */
export const townsNamed = (name: string): readonly Town[] => towns().get(dropMarks(name)) ?? []

const towns = lazily((): ReadonlyMap<string, readonly Town[]> => {
  const found = new Map<string, Town[]>()
  for (const line of listLines(placeFile('subdivision-cities'))) {
    const [part = '', ...names] = line.split('|')
    const country = part.slice(0, 2)
    for (const name of names) {
      const town = { country, part, name }
      const shorter = shortForms(name)
      const spellings = shorter.length === 0 ? foldings(name) : new Set([name, ...shorter].flatMap(foldings))
      for (const spelling of spellings) listed(found, spelling).push(town)
    }
  }
  return found
})

function listed(found: Map<string, Town[]>, spelling: string): Town[] {
  const known = found.get(spelling)
  if (known) return known
  const all: Town[] = []
  found.set(spelling, all)
  return all
}
