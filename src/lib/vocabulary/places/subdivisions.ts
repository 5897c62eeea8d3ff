import { dropMarks, foldings } from '../../text/fold-text.ts'
import { lazily } from '../../process/lazily.ts'
import { keyedLines, listLines } from '../list-lines.ts'
import { citySpellings } from './city-spellings.ts'
import { placeFile } from './place-file.ts'

/** The first part of a country: a state, a province, a region, a canton. */
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
  /** By country and folded name, code or the code's own part. */
  byName: ReadonlyMap<string, Subdivision>
}

/** All that are known, by code. Countries that are not among them have none here. */
export const subdivisions = (): ReadonlyMap<string, Subdivision> => known().byCode

/** By ISO code or any name: `DE-BY`, `BY`, `Bavaria`, `bayern`; null when the country has none such here. */
export const subdivisionNamed = (country: string, name: string): Subdivision | null =>
  known().byName.get(keyOf(country, name)) ?? null

/** Whether anything is known of the parts of a country. */
export const hasSubdivisions = (country: string): boolean => known().byName.has(keyOf(country, ''))

/**
 * By what sources may say that something lies there, in lower case: how they write it, and its cities of 5,000 people and
 * more, each in all its spellings.
 */
export const lyingIn = (code: string): { names: readonly string[]; cities: readonly string[] } => {
  const subdivision = known().byCode.get(code)
  return { names: subdivision === undefined ? [] : writtenAs(subdivision), cities: cities().get(code) ?? [] }
}

/** What sources write for it, in lower case: names, without the word for a state as well, the code and its own part. */
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

const cities = lazily(
  (): ReadonlyMap<string, readonly string[]> =>
    new Map(
      listLines(placeFile('subdivision-cities')).map((line) => {
        const [code = '', ...names] = line.split('|')
        return [code, [...new Set(names.flatMap((name) => citySpellings(code.slice(0, 2), name)))]]
      }),
    ),
)
