import { untrustedText } from '../../lib/text/untrusted-text.ts'
import type { CompanyField, CompanyMapping } from './company-mapping.ts'
import { saysNothing } from './company-values.ts'
import type { CompanyHabits } from './columns/company-habits.ts'

/** Reads the cells of a row by what their columns mean. */

/** Longer texts are cut: nobody reads them in a profile. */
export const MAX_TEXT = 1_000
export const MAX_NAME = 200
/** Places, industries and types recur; each is read once. */
const MAX_REMEMBERED = 20_000

/** @param isWanted prefers the first column whose text is */
export type ReadCell = (
  cells: readonly string[],
  field: CompanyField,
  max?: number,
  isWanted?: (text: string) => boolean,
) => string

/** Reads a field of a row from its columns, or what the file usually says where none has it; longer texts are cut. */
export function cellReader(mapping: CompanyMapping, { usual, blanks }: CompanyHabits): ReadCell {
  // Another column may tell the country.
  const otherwise = new Map(Object.entries(usual).filter(([field]) => field !== 'country'))
  return (cells, field, max = MAX_NAME, isWanted) => {
    const columns = mapping.get(field)
    if (columns === undefined) return otherwise.get(field) ?? ''
    let first = ''
    for (const column of columns) {
      const text = cells[column]?.trim() ?? ''
      if (text === '' || saysNothing(text) || blanks.has(text)) continue
      if (isWanted === undefined || isWanted(text)) return cut(text, max)
      first ||= text
    }
    return cut(first || (otherwise.get(field) ?? ''), max)
  }
}

/** Never cuts a character in half, because JSON cannot be stored with half of one. */
export const cut = (text: string, max: number): string =>
  text.length <= max
    ? text
    : text
        .slice(0, max)
        .replace(/[\ud800-\udbff]$/, '')
        .trim()

/** Text from strangers, as plain words: without markup and hidden characters. */
export const clean = (text: string): string => (text === '' ? '' : untrustedText(text, MAX_TEXT).text)

/** Remembers results, up to a limited number. */
export function remembered<T>(read: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined || known.has(text)) return before as T
    const result = read(text)
    if (known.size >= MAX_REMEMBERED) known.clear()
    known.set(text, result)
    return result
  }
}
