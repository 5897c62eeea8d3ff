import { HEADCOUNTS } from '../../lib/companies/company-facts.ts'
import { nearestWords } from '../../lib/text/nearest-words.ts'
import { columnKey } from '../../lib/vocabulary/header-names.ts'
import { countryCode } from '../../lib/vocabulary/places/country-code.ts'
import { peopleCount, usDollars } from './company-values.ts'
import { websiteDomain } from './company-website.ts'

/** A column that nothing is taken from, and what it may contain. */
export interface UnusedColumn {
  column: string
  /** The first distinct values. */
  samples: string[]
  /** The field that its name resembles, or that its values suggest; null if neither tells. */
  field: string | null
  /** Whether the values suggest it: only then is it used when guesses are wanted. */
  byValues: boolean
}

/** This many rows show what a column contains. */
export const SAMPLED_ROWS = 200
const SAMPLES = 3
const MAX_SAMPLE = 60
/** The share of non-empty values that has to be of one kind. */
const LEAST_SHARE = 0.8
/** Fewer values prove nothing. */
const LEAST_VALUES = 3
const MAX_COLUMNS = 100

const isYear = (text: string): boolean =>
  /^(?:18|19|20)\d\d$/.test(text) && Number(text) <= new Date().getUTCFullYear() + 1
const isBand = (text: string): boolean =>
  /\d\s*(?:-|–|to|\+|_)/.test(text) &&
  /^[\d\s,.+_a-z–-]{2,24}$/i.test(text) &&
  HEADCOUNTS.includes(peopleCount(text).headcount ?? '10001+') &&
  peopleCount(text).headcount !== null

/** Kinds of values, by the company field they fill, the most certain first. */
const KINDS: readonly (readonly [field: string, is: (text: string) => boolean])[] = [
  ['email', (text) => /^[^@\s]+@[^@\s]+\.[a-z]{2,}$/i.test(text)],
  ['linkedin', (text) => /linkedin\.[a-z]+\/(?:company|in|school)\//i.test(text)],
  ['twitter', (text) => /^(?:https?:\/\/)?(?:www\.)?(?:twitter|x)\.com\/\w+/i.test(text) || /^@\w{2,30}$/.test(text)],
  ['facebook', (text) => /facebook\.com\/\S+/i.test(text)],
  ['crunchbase', (text) => /crunchbase\.com\/\S+/i.test(text)],
  // A page below it may be anybody's, such as a paper's.
  ['website', (text) => /^(?:https?:\/\/)?[^\s/?]*\.[^\s/?]*\/?$/i.test(text) && websiteDomain(text) !== null],
  ['founded', isYear],
  ['raised', (text) => /^(?:US)?\$|USD/i.test(text) && usDollars(text) !== null],
  ['size', isBand],
  ['country', (text) => text.length > 1 && countryCode(text) !== null],
]

/**
 * What columns that nothing is taken from may contain, judged by at most 200 rows.
 * @param names the known names of columns → field
 * @param taken fields that already have a column
 */
export function unusedColumns(
  header: readonly string[],
  unused: readonly string[],
  rows: readonly (readonly string[])[],
  { fields, names, taken }: { fields: readonly string[]; names: readonly string[]; taken: ReadonlySet<string> },
): UnusedColumn[] {
  const guessed = new Set<string>()
  return unused.slice(0, MAX_COLUMNS).map((column) => {
    const at = header.indexOf(column)
    const values = rows.map((cells) => cells[at]?.trim() ?? '').filter((value) => value !== '')
    const samples = [...new Set(values)].slice(0, SAMPLES).map((value) => value.slice(0, MAX_SAMPLE).toWellFormed())
    const kind = kindOf(values)
    const isFree = kind !== null && fields.includes(kind) && !taken.has(kind) && !guessed.has(kind)
    if (isFree) guessed.add(kind)
    return { column, samples, field: isFree ? kind : alike(column, names), byValues: isFree }
  })
}

function kindOf(values: readonly string[]): string | null {
  if (values.length < LEAST_VALUES) return null
  const of = (is: (text: string) => boolean): number => values.filter((value) => is(value)).length / values.length
  const kind = KINDS.find(([, is]) => of(is) >= LEAST_SHARE)?.[0] ?? null
  return kind === 'website' && new Set(values).size < LEAST_SHARE * values.length ? null : kind
}

/**
 * The field of a known name that is most of the column's name, or the reverse, or differs by a letter or two; longer names say
 * more.
 */
function alike(column: string, names: readonly string[]): string | null {
  const key = columnKey(column)
  if (key.length < MIN_NAME) return null
  const known = names.map((entry) => ({ name: entry.split(' ')[0] ?? '', field: entry.split(' ')[1] ?? null }))
  const parts = known.filter(({ name }) => name.length >= MIN_NAME && isMostOf(name, key))
  const [longest] = parts.toSorted((one, other) => other.name.length - one.name.length)
  if (longest !== undefined) return longest.field
  const [nearest = ''] = nearestWords(
    known.map(({ name }) => name),
    key,
    1,
  )
  const isNear = Math.abs(nearest.length - key.length) <= 2 && nearest.slice(0, 3) === key.slice(0, 3)
  return isNear ? (known.find(({ name }) => name === nearest)?.field ?? null) : null
}

/** Whether one is most of the other. */
const isMostOf = (one: string, other: string): boolean => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return long.includes(short) && short.length >= MOST * long.length
}
const MOST = 0.6

/** Shorter names resemble too many others. */
const MIN_NAME = 4
