import type { Headcount } from '../../lib/companies/company-facts.ts'
import { HEADCOUNTS } from '../../lib/companies/company-facts.ts'
import { dropMarks } from '../../lib/text/fold-text.ts'
import { ownValue } from '../../lib/text/own-value.ts'

/** Converts values of company files to the form used by the index; null if they say nothing. Inputs are trimmed and short. */

const OLDEST_YEAR = 1_200

/** `1998`, `2012-06-01`, `1998.0`, `2013 (1888)`: of several years, the oldest, when the company began under another name. */
export function foundedYear(text: string, thisYear: number): number | null {
  const years = (text.match(/(?<!\d)\d{4}(?!\d)/g) ?? []).map(Number)
  const likely = years.filter((year) => year >= OLDEST_YEAR && year <= thisYear + 1)
  // A date has one year: its first four digits.
  return likely.length === 0 ? null : Math.min(...(isDate(text) ? likely.slice(0, 1) : likely))
}

const isDate = (text: string): boolean => /^\d{4}-\d{2}/.test(text)

/** The lowest number of people in each band, in the order of `HEADCOUNTS`. */
const BAND_STARTS = HEADCOUNTS.map((band) => Number.parseInt(band, 10))
/** `1,500 (2023)`, `1.500 (Stand 12/2023)`: when they were counted. */
const COUNTED_IN = /\([^()]*\b(?:19|20)\d\d\)\s*$/
/** No employer has more people. */
const MAX_PEOPLE = 10_000_000

/** The band for a number of people; null below one. */
export function headcountOf(people: number): Headcount | null {
  if (!(people >= 1)) return null
  return HEADCOUNTS[BAND_STARTS.findLastIndex((start) => people >= start)] ?? null
}

/**
 * `1001 - 5000`, `10001+`, `11-50 employees`, `c_00051_00100`, `250`: the band used by discover, and the number if it is a
 * single one. A range with other bounds counts by its middle.
 */
export function peopleCount(text: string): { headcount: Headcount | null; employees: number | null } {
  const numbers = [
    ...text
      .replace(COUNTED_IN, '')
      // As spreadsheets write whole numbers.
      .replace(/^(\d{1,8})[.,]0{1,2}$/, '$1')
      .replace(/(?<=\d)[,.'’\s](?=\d{3}(?!\d))/g, '')
      .matchAll(/(\d+(?:[.,]\d(?=\s?k))?)\s?(k(?!\p{L}))?/giu),
  ]
    .map(([, digits = '', thousands]) =>
      Math.round(Number(digits.replace(',', '.')) * (thousands === undefined ? 1 : 1e3)),
    )
    .filter((number) => number <= MAX_PEOPLE)
  const [first, second] = numbers
  if (first === undefined) return { headcount: null, employees: null }
  if (second === undefined) {
    const isOpen =
      /\dk?\s*(?:\+|or more|and more|plus)|more than|over|max|mehr als|über|plus de|más de|più di|oltre|meer dan|mais de|^>/i.test(
        text,
      )
    const isNumber = /^\d/.test(text) && !isOpen
    return {
      headcount: headcountOf(isOpen ? openStart(first) : first),
      employees: isNumber && first > 0 ? first : null,
    }
  }
  return { headcount: headcountOf(bandOf(first, second)), employees: null }
}

/** "10,000+" means the band that begins just above. */
const openStart = (people: number): number => (people % 10 === 0 ? people + 1 : people)

/** A known band by its start, any other range by its middle. */
const bandOf = (low: number, high: number): number =>
  BAND_STARTS.includes(low) ? low : Math.round((low + Math.max(low, high)) / 2)

const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mm: 1e6,
  mio: 1e6,
  million: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
}

/** Smaller sums are told in thousands or millions that the file names elsewhere. */
const LEAST_DOLLARS = 1_000

/**
 * Whole US dollars: `1750000`, `1,750,000`, `$1.5M`, `USD 20 million`. Null for another currency, because rates change.
 * @param currency as named in another column.
 * @param each what one stands for if the text itself names no multiple.
 */
export function usDollars(text: string, currency = '', each = 1): number | null {
  if (currency !== '' && !/^(?:usd|\$|us\$)$/i.test(currency)) return null
  const found = /^(?:usd|us\$|\$)?\s?(\d[\d,]*(?:\.\d+)?)\s?([a-z]{1,8})?\s?(?:usd|\$)?$/i.exec(text)
  if (found === null) return null
  const [, digits = '', word = ''] = found
  const isCurrency = word.toLowerCase() === 'usd'
  const scale = word === '' || isCurrency ? each : ownValue(SCALES, word.toLowerCase())
  const dollars = Math.round(Number(digits.replaceAll(',', '')) * (scale ?? Number.NaN))
  return Number.isSafeInteger(dollars) && dollars >= LEAST_DOLLARS ? dollars : null
}

/** Only letters and digits, because lists write the same thing in many ways. */
const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9+]+/g, ' ')
    .trim()

const COMPANY_TYPES: Readonly<Record<string, string>> = {
  educational: 'educational',
  education: 'educational',
  'educational institution': 'educational institution',
  'government agency': 'government agency',
  government: 'government agency',
  'non profit': 'non profit',
  nonprofit: 'non profit',
  'non profit organization': 'non profit',
  partnership: 'partnership',
  'privately held': 'privately held',
  private: 'privately held',
  'private company': 'privately held',
  'public company': 'public company',
  public: 'public company',
  'publicly held': 'public company',
  'self employed': 'self employed',
  'self owned': 'self owned',
  'sole proprietorship': 'sole proprietorship',
  ...typeNamed(
    'public company',
    'listed, publicly listed, listed company, publicly traded, traded publicly, public limited company, plc',
  ),
  ...typeNamed(
    'public company',
    'borsennotiert, cotee, cotee en bourse, cotizada, quotata, beursgenoteerd, borsnoterat, borsnotert',
  ),
  ...typeNamed(
    'privately held',
    'private limited company, private limited, privately owned, private corporation, ltd, limited company',
  ),
  ...typeNamed(
    'privately held',
    'privatunternehmen, in privatbesitz, privat, entreprise privee, privee, empresa privada, privada, privata, particulier',
  ),
  ...typeNamed(
    'non profit',
    'not for profit, charity, ngo, registered charity, foundation, gemeinnutzig, association, a but non lucratif',
  ),
  ...typeNamed('non profit', 'sin animo de lucro, sin fines de lucro, senza scopo di lucro, zonder winstoogmerk'),
  ...typeNamed(
    'government agency',
    'public sector, state owned, public body, behorde, staatlich, organismo publico, ente pubblico',
  ),
}

function typeNamed(type: string, names: string): Record<string, string> {
  return Object.fromEntries(names.split(', ').map((name) => [name, type]))
}

/** A type of discover, by the words of files in several languages. */
export const companyType = (text: string): string | null =>
  ownValue(COMPANY_TYPES, bare(dropMarks(text.replace(/\s*\([^()]*\)$/, '')))) ?? null

const SERIES: Readonly<Record<string, string>> = {
  'pre seed': 'pre_seed',
  seed: 'seed',
  'pre series a': 'pre_series_a',
  'series a': 'series_a',
  'pre series b': 'pre_series_b',
  'series b': 'series_b',
  'pre series c': 'pre_series_c',
  'series c+': 'series_c+',
}

/** `Serie A`, `Ronda B`, `B round`, `A-Runde`, `tour de table C`. */
const ROUND =
  /^(?:serie|ronda|ronda de inversion|ronde|round|runde|tour de table|finanzierungsrunde)(?: serie)? ([a-z])$|^([a-z]) (?:round|series|serie|runde|ronde)$/

/** A stage of discover, also behind a kind of deal: `Early Stage VC (Series B)`. Angel money is a seed; series C and everything after it are one; any other round is `other`. */
export function fundingSeries(text: string): string | null {
  const [, inside] = /\(((?:pre[ -])?(?:series [a-z]|seed))\)/i.exec(text) ?? []
  const stage = bare(dropMarks(inside ?? text)).replace(
    ROUND,
    (_, behind?: string, before?: string) => `series ${behind ?? before}`,
  )
  // A code of something else: `EQ`.
  if (stage.length <= 2) return /^[a-k]$/.test(stage) ? fundingSeries(`series ${stage}`) : null
  if (stage === 'angel') return 'seed'
  // How far a company has got, not a round.
  if (
    /^(?:early|growth|late|mature|public|private|acquired|bootstrapped|none|active|idea|pre revenue|unfunded|no(?:t|n)? fund\w*)\b/.test(
      stage,
    )
  )
    return null
  return /^series [c-z]\b/.test(stage) ? 'series_c+' : (ownValue(SERIES, stage) ?? 'other')
}

/** What files write for unknown values, `#REF!` in a formula's stead; `#NAME?` was a text, such as `+n Plus`. */
export const saysNothing = (text: string): boolean =>
  text.length <= 14 &&
  /^(?:[^\p{L}\p{N}]+|n\/?a|n\.a\.?|k\.\s?a\.|null|nil|none|nan|tb[ad]|unknown|not (?:available|applicable)|\\n|undefined|#n\/a|#[a-z/0]{2,7}!)$/iu.test(
    text,
  )

/** The items of a list, as JSON or Python write one, between semicolons. */
export const itemsOfList = (text: string): string =>
  /^\s*\[[\s;]*["'].*["'][\s;]*\]\s*$/s.test(text)
    ? text.replaceAll(/^\s*\[[\s;]*["']|["'][\s;]*\]\s*$/g, '').replaceAll(/["']\s*,[\s;]*["']/g, ';')
    : text
