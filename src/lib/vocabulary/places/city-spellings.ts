import { dropMarks, foldings } from '../../text/fold-text.ts'
import { lazily } from '../../process/lazily.ts'
import { keyedLines } from '../list-lines.ts'
import { placeFile } from './place-file.ts'

/**
 * All ways in which a city is written, in lower case: as it is given, without its marks, and by its names in other
 * languages: `Köln` is `koeln`, `koln` and `cologne`.
 * @param country ISO 3166-1 alpha-2; without one, only how the name itself is written
 */
export function citySpellings(country: string | undefined, name: string): string[] {
  const names = spellings().get(`${country}/${dropMarks(name)}`) ?? []
  return [...new Set([name.toLowerCase(), ...foldings(name), ...names])]
}

/** All names of a city, by country and each of them. */
const spellings = lazily((): ReadonlyMap<string, readonly string[]> => {
  const byName = new Map<string, string[]>()
  for (const [words, [city = '']] of keyedLines(placeFile('city-words'))) {
    const [name = '', country = '', state] = city.split('|')
    // A state tells cities of one name apart, so the name alone says too little.
    if (state !== undefined) continue
    const names = [name.toLowerCase(), ...foldings(name), ...words.split(', ')]
    const keys = names.map((each) => `${country}/${dropMarks(each)}`)
    const all = [...new Set([...names, ...keys.flatMap((key) => byName.get(key) ?? [])])]
    for (const key of keys) byName.set(key, all)
  }
  return byName
})
