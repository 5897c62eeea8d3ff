import { dropMarks, foldings } from '../../text/fold-text.ts'
import { lazily } from '../../process/lazily.ts'
import { keyedLines, listLines } from '../list-lines.ts'
import { placeFile } from './place-file.ts'
import { shortForms } from './short-city-names.ts'
import { usCityNames } from './us-cities.ts'

/**
 * All spellings of a city in lower case: as given, without its marks, and its names in other languages: `Köln` gives `koeln`,
 * `koln` and `cologne`.
 * @param country ISO 3166-1 alpha-2; without it, only spellings of the name itself
 * @param state of the United States
 */
export function citySpellings(country: string | undefined, name: string, state?: string): string[] {
  if (country === 'US') return usCityNames(state, name)
  const names = spellings().get(`${country}/${dropMarks(name)}`) ?? []
  return [...new Set([name.toLowerCase(), ...foldings(name), ...names])]
}

/** All names of a city, by country and any one of them. */
const spellings = lazily((): ReadonlyMap<string, readonly string[]> => {
  const byName = new Map<string, string[]>()
  const called = [...keyedLines(placeFile('city-words')), ...keyedLines(placeFile('city-exonyms')), ...shortened()]
  for (const [words, [city = '']] of called) {
    const [name = '', country = '', state] = city.split('|')
    // With a state, the name alone would be ambiguous.
    if (state !== undefined) continue
    const names = [name, ...words.split(', ')].flatMap((each) => [each.toLowerCase(), ...foldings(each)])
    const keyOf = (each: string): string => `${country}/${dropMarks(each)}`
    const all = [...new Set([...names, ...names.flatMap((each) => byName.get(keyOf(each)) ?? [])])]
    for (const each of all) byName.set(keyOf(each), all)
  }
  return byName
})

/** Short forms that are unique in their country, as keyed lines. */
function shortened(): [string, string[]][] {
  const longs = new Map<string, string[]>()
  const cities = listLines(placeFile('cities')).map((line) => line.split('|', 2))
  const taken = new Set(cities.map(([name = '', country = '']) => `${country}/${dropMarks(name)}`))
  for (const [name = '', country = ''] of cities)
    for (const short of shortForms(name)) {
      const key = `${country}/${dropMarks(short)}`
      if (!taken.has(key)) longs.set(key, [...(longs.get(key) ?? []), `${name}|${country}`])
    }
  return [...longs].filter(([, names]) => names.length === 1).map(([key, names]) => [key.slice(3), names])
}
