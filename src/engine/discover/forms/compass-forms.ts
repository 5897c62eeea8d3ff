import { COUNTRIES } from '../../../lib/companies/country-names.ts'
import { usStateCode } from '../../../lib/companies/us-states.ts'

/** Directions as people shorten them, each with the word. */
const DIRECTIONS = new Map([
  ['ne', 'northeast'],
  ['nw', 'northwest'],
  ['se', 'southeast'],
  ['sw', 'southwest'],
  ['n', 'northern'],
  ['s', 'southern'],
  ['no', 'northern'],
  ['so', 'southern'],
])
/** A single letter needs its period, or a capital: `e` and `s` are words of other languages. */
const SHORTENED =
  /(?<![\p{L}\p{N}.'’-])(?<short>(?:ne|nw|se|sw)\.?|[ns]\.|[NS]|(?:no|so)\.)(?<gap>\s+)(?=(?<area>\p{L}{4,}(?:\s\p{L}{4,})?))/giu
const MORE_AREAS = new Set(['england', 'scotland', 'wales', 'asia', 'europe', 'africa', 'america', 'london'])
const AREAS: ReadonlySet<string> = new Set([...COUNTRIES.map(({ name }) => name.toLowerCase()), ...MORE_AREAS])

/** `SW Florida`, `n. California`, `SE Asia`: a direction before a state, a country or a continent, in full. */
export const withDirectionsInFull = (text: string): string =>
  text.replace(SHORTENED, (said, short: string, gap: string, area: string) => {
    if (/^[ns]$/.test(short)) return said
    const [first = '', second] = area.toLowerCase().split(/\s/)
    const names = second === undefined ? [first] : [`${first} ${second}`, first]
    return names.some((name) => AREAS.has(name) || usStateCode(name) !== null)
      ? `${DIRECTIONS.get(short.toLowerCase().replace('.', '')) ?? short}${gap}`
      : said
  })
