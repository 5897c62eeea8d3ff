import { dropMarks, foldings } from '../../text/fold-text.ts'
import { lazily } from '../../process/lazily.ts'
import { keyedLines, listLines } from '../list-lines.ts'
import { citySpellings } from './city-spellings.ts'
import { placeFile } from './place-file.ts'

/** A first-level subdivision of a country: a state, province, region or canton. */
export interface Subdivision {
  /** ISO 3166-2: `DE-BY`. */
  code: string
  /** ISO 3166-1 alpha-2. */
  country: string
  /** The usual one first. */
  names: readonly string[]
}

interface Known {
  byCode: ReadonlyMap<string, Subdivision>
  /** By country plus folded name, code, or the last part of the code. */
  byName: ReadonlyMap<string, Subdivision>
}

/** All known subdivisions by code. Some countries have none here. */
export const subdivisions = (): ReadonlyMap<string, Subdivision> => known().byCode

/** Finds one by ISO code or any name: `DE-BY`, `BY`, `Bavaria`, `bayern`; null if the country has none of that name here. */
export const subdivisionNamed = (country: string, name: string): Subdivision | null =>
  known().byName.get(keyOf(country, name)) ?? null

/** The countries (ISO 3166-1 alpha-2) that have a subdivision of this name, as far as theirs are known. */
export const countriesWithPart = (name: string): string[] =>
  [...new Set([...known().byCode.values()].map(({ country }) => country))].filter(
    (country) => subdivisionNamed(country, name) !== null,
  )

/** Whether any subdivisions of the country are known. */
export const hasSubdivisions = (country: string): boolean => known().byName.has(keyOf(country, ''))

/**
 * What in a source indicates a location in the subdivision, in lower case: its spellings, and its cities of 5,000 people or
 * more in all their spellings.
 */
export const lyingIn = (code: string): { names: readonly string[]; cities: readonly string[] } => {
  const subdivision = known().byCode.get(code)
  return { names: subdivision === undefined ? [] : writtenAs(subdivision), cities: cities().get(code)?.() ?? [] }
}

/** How sources write it, in lower case: names, also without the word "state", the code and the last part of the code. */
const writtenAs = ({ code, names }: Subdivision): string[] => [
  ...new Set(
    [code, ownPart(code), ...names, ...names.map((name) => name.replace(/ state$/, ''))].flatMap((name) => [
      name.toLowerCase(),
      ...foldings(name),
    ]),
  ),
]

const ownPart = (code: string): string => code.slice(3)

const keyOf = (country: string, name: string): string => `${country}/${dropMarks(name.trim())}`

const known = lazily((): Known => {
  const all = [...listLines(placeFile('subdivisions')).map(listed), ...statesOfUs()]
  const byName = new Map<string, Subdivision>()
  for (const one of all) {
    byName.set(keyOf(one.country, ''), one)
    for (const name of writtenAs(one)) byName.set(keyOf(one.country, name), one)
  }
  return { byCode: new Map(all.map((one) => [one.code, one])), byName }
})

function listed(line: string): Subdivision {
  const [code = '', , names = ''] = line.split('|')
  return { code, country: code.slice(0, 2), names: names.split(', ') }
}

const statesOfUs = (): Subdivision[] =>
  keyedLines(placeFile('us-places'))
    .filter(([key]) => /^[A-Z]{2}$/.test(key))
    .map(([key, names]) => ({ code: `US-${key}`, country: 'US', names }))

/** Each is read when it is first asked for: all of them together take a third of a second. */
const cities = lazily(
  (): ReadonlyMap<string, () => readonly string[]> =>
    new Map(
      listLines(placeFile('subdivision-cities')).map((line) => {
        const [code = '', ...names] = line.split('|')
        return [code, lazily(() => [...new Set(names.flatMap((name) => citySpellings(code.slice(0, 2), name)))])]
      }),
    ),
)
