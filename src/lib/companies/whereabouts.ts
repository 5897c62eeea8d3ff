import { COUNTRIES } from './country-names.ts'

/** Countries as addresses and lists of delegates call them, in small letters. */
const NAMED: ReadonlySet<string> = new Set([
  ...COUNTRIES.map(({ name }) => name.toLowerCase()),
  ...'usa,u.s.a.,us,uk,u.k.,england,scotland,wales,northern ireland,korea,republic of korea,russia,the netherlands,czech republic'.split(
    ',',
  ),
  ...'p.r. china,pr china,turkey,deutschland,österreich,schweiz,españa,méxico,brasil,italia,belgique,suisse,nederland'.split(
    ',',
  ),
])
const MAX_COUNTRY_CHARS = 40

/** `Larkmoor Institute, India`: the last of its parts is a country. Such a text behind a name says where somebody is, not what. */
export function endsInCountry(text: string): boolean {
  const comma = text.lastIndexOf(',')
  if (comma < 0 || text.length - comma > MAX_COUNTRY_CHARS) return false
  const last = text
    .slice(comma + 1)
    .trim()
    .toLowerCase()
  return NAMED.has(last) || (last.endsWith('.') && NAMED.has(last.slice(0, -1)))
}

/** Whether the words are a country: `Sri Lanka`, `San Marino`. */
export const isCountry = (words: readonly string[]): boolean => NAMED.has(words.join(' ').toLowerCase())
