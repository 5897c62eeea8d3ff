import { keyedLines, listLines } from '../../../src/lib/vocabulary/list-lines.ts'
import { placeFile } from '../../../src/lib/vocabulary/places/place-file.ts'
import { allTopics } from '../../../src/lib/vocabulary/topics.ts'
import type { VocabularyTopic } from '../../../src/lib/vocabulary/topics.ts'

/** An invented city in a real place: all its names, and where it is. */
export interface MadePlace {
  city: string
  /** All names, in lower case except the usual one. */
  names: readonly string[]
  country: string
  /** The code of the subdivision, without the country. */
  part: string | null
}

/** What is true of an invented company; files say it in many ways. */
export interface MadeCompany {
  domain: string
  name: string
  topic: VocabularyTopic
  place: MadePlace
  employees: number
  founded: number
  /** What the file says about its topic, in lower case. */
  told: string
}

/** Numbers from 0 to 1, generated from a seed (mulberry32). */
export function seededNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const pickOf = <T>(list: readonly T[], next: () => number): T => list[Math.floor(next() * list.length)] as T

/** Topics of companies; an audience is not a trade. */
export const madeTopics = (): VocabularyTopic[] => allTopics().filter(({ kind }) => kind !== 'audience')

/** Cities with several names, and the largest of the others. */
export function madePlaces(): MadePlace[] {
  const parts = new Map<string, string>()
  const lines = listLines(placeFile('cities')).map((line) => line.split('|'))
  for (const [name = '', country = '', part = ''] of lines)
    if (!parts.has(`${name}|${country}`)) parts.set(`${name}|${country}`, part)
  const named = keyedLines(placeFile('city-words')).flatMap(([words, [place = '']]): MadePlace[] => {
    const [city = '', country = '', state] = place.split('|')
    if (country === 'US' && state === undefined) return []
    const part = state ?? parts.get(`${city}|${country}`) ?? ''
    return [{ city, country, part: part === '' ? null : part, names: [...new Set([city, ...words.split(', ')])] }]
  })
  const known = new Set(named.map(({ city }) => city))
  const large = lines
    .slice(0, 400)
    .flatMap(([city = '', country = '', part = '']): MadePlace[] =>
      known.has(city) ? [] : [{ city, country, part: part === '' ? null : part, names: [city] }],
    )
  return [...named, ...large]
}

const SYLLABLES = 'bra dul fen gor hal jun kel lom mir nov ost pel quin rast sol tam urs vek wil yor zan'.split(' ')

/** Names without meaning. */
export function madeName(number: number): string {
  let rest = number + SYLLABLES.length
  let name = ''
  while (rest > 0) {
    name += SYLLABLES[rest % SYLLABLES.length] ?? ''
    rest = Math.floor(rest / SYLLABLES.length)
  }
  return `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
}

/** Returns this many companies, each with one topic and one place. */
export function madeCompanies(count: number, seed: number): MadeCompany[] {
  const next = seededNumbers(seed)
  const topics = madeTopics()
  const places = madePlaces()
  return Array.from({ length: count }, (_, number) => ({
    domain: `${madeName(number).toLowerCase()}${number}.example`,
    name: madeName(number * 7 + seed),
    topic: topics[number % topics.length] as VocabularyTopic,
    place: places[Math.floor(next() ** 2 * places.length)] as MadePlace,
    employees: Math.ceil(10 ** (next() * 4)),
    founded: 1950 + Math.floor(next() * 75),
    told: '',
  }))
}
