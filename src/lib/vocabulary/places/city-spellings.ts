import { dropMarks, foldings } from '../../text/fold-text.ts'
import { lazily } from '../../process/lazily.ts'
import { keyedLines, listLines } from '../list-lines.ts'
import { citiesNamed } from './city-places.ts'
import { placeFile } from './place-file.ts'
import { shortForms } from './short-city-names.ts'
import { usCityNames } from './us-cities.ts'
import { keyOfForms, writtenForms } from './written-forms.ts'

/**
 * All spellings of a city in lower case: as given, as the list of cities writes it, its names in other languages, and all forms
 * of these: `Koln` gives `köln`, `koeln` and `cologne`.
 * @param country ISO 3166-1 alpha-2; without it, only forms of the name itself
 * @param state of the United States
 */
export function citySpellings(country: string | undefined, name: string, state?: string): string[] {
  const known = country === 'US' ? usCityNames(state, name) : (spellings().get(`${country}/${keyOfForms(name)}`) ?? [])
  const names = [name, ...known]
  const listed = country === undefined ? [] : names.flatMap((each) => listedAs(each, country))
  return [...new Set([...names, ...listed].flatMap(writtenForms))]
}

/** As the list of cities writes a name, not those for which it is only a short form. */
function listedAs(name: string, country: string): string[] {
  const key = keyOfForms(name)
  return citiesNamed(name, country)
    .map((city) => city.name)
    .filter((city) => foldings(city).some((spelling) => keyOfForms(spelling) === key))
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
    const keyOf = (each: string): string => `${country}/${keyOfForms(each)}`
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
