import { lazily } from '../../../lib/process/lazily.ts'
import { inEnglishTrade } from '../../../lib/vocabulary/foreign-words.ts'
import { longestAt } from './phrase-index.ts'
import { placeNames } from './place-names.ts'
import { readQueryText } from './query-text.ts'
import { singular } from './singular.ts'
import { isHead, isStop, subjects } from './subject-words.ts'

/** Whether a text begins with a listed trade, in any language, if need be behind its article: `l'agroalimentaire à Brest`. */
export function isTradeAhead(text: string): boolean {
  if (SECTOR_NAMED.test(text)) return true
  const query = readQueryText(text)
  const at = query.tokens.findIndex(({ text: word }) => !isStop(word) && !SECTOR.has(word) && !SIZE.has(word))
  return at !== -1 && at <= MOST_BEFORE && longestAt(subjects(), query, at) !== null
}
/** `sector farmacéutico`: whatever its name is. */
const SECTOR_NAMED = /^(?:(?:el|le|il|o|the)\s+)?(?:sector|secteur|settore|setor|branche)\s+\p{L}{3}/iu
/** `nel settore della moda` */
const MOST_BEFORE = 4
const SECTOR = new Set(['sector', 'industry', 'field', 'area'])
const SIZE = new Set([
  'small',
  'mid',
  'medium',
  'sized',
  'midsize',
  'midsized',
  'large',
  'big',
  'family',
  'owned',
  'independent',
])

/** Whether companies are called so: `property managers`, `Steuerberater`. */
export const isTradeNamed = (text: string): boolean =>
  [text, inEnglishTrade(text)?.replace(/ (?:companies|firms)$/u, '') ?? text].some((name) =>
    subjects().values.has(name.toLowerCase().split(/\s+/).map(singular).join(' ')),
  )

const lastWords = lazily(
  () => new Set([...subjects().values.keys()].map((name) => name.slice(name.lastIndexOf(' ') + 1))),
)

/** Whether names of trades end in the word: `brokers`, as in `insurance brokers`. */
export const endsTrade = (word: string): boolean => lastWords().has(singular(word.toLowerCase()))

/** Whether a text begins with the name of a place. */
export const isPlaceAhead = (text: string): boolean => longestAt(placeNames(), readQueryText(text), 0) !== null

/** The country or state that a text ends with behind other words; empty if there is none. Cities are words of titles, too. */
export function placeAtEnd(text: string): string {
  const words = text.trim().split(/\s+/)
  for (let count = Math.min(LONGEST_PLACE, words.length - 1); count > 0; count -= 1) {
    const said = words.slice(-count).join(' ')
    const query = readQueryText(said)
    const match = longestAt(placeNames(), query, 0)
    const isArea = match?.values.some(({ kind }) => kind === 'country' || kind === 'state') === true
    if (match?.count === query.tokens.length && isArea) return said
  }
  return ''
}
const LONGEST_PLACE = 3

/** Whether a text begins with a word for companies, in any language: `aziende`, `PME`. */
export const isCompanyAhead = (text: string): boolean => {
  const first = readQueryText(text).tokens[0]?.text ?? ''
  return isHead(first) || /^sm[be]s?$/.test(first)
}

/** Whether a text begins with neither a place, a trade nor a word for companies, as a name may. */
export function isUnknownAhead(text: string): boolean {
  const query = readQueryText(text)
  const first = query.tokens[0]?.text ?? ''
  return (
    first !== '' &&
    !isHead(first) &&
    !isStop(first) &&
    longestAt(placeNames(), query, 0) === null &&
    longestAt(subjects(), query, 0) === null
  )
}
