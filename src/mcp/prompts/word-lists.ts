import { HEADCOUNTS } from '../../lib/companies/company-facts.ts'
import { COUNTRIES } from '../../lib/companies/country-names.ts'
import { INDUSTRIES } from '../../lib/companies/industries.ts'
import { TECHNOLOGIES } from '../../lib/companies/technologies.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import { DEPARTMENTS, SENIORITIES } from '../../lib/text/vocabulary.ts'

/** A word that filters accept, for completing arguments: typed text is matched against `names`, and `value` is returned. */
interface Word {
  value: string
  names: readonly string[]
}

const plain = (words: readonly string[]): Word[] => words.map((value) => ({ value, names: [value.toLowerCase()] }))

export const WORDS = {
  industries: plain(INDUSTRIES),
  countries: COUNTRIES.map(({ code, name }) => ({ value: code, names: [name.toLowerCase(), code.toLowerCase()] })),
  technologies: TECHNOLOGIES.map(({ slug, name }) => ({ value: slug, names: [slug, name.toLowerCase()] })),
  headcounts: plain(HEADCOUNTS),
  departments: plain(DEPARTMENTS),
  roles: plain([...new Set([...DEPARTMENTS, ...SENIORITIES])]),
} as const satisfies Record<string, readonly Word[]>

/** The tools that look up an account's own records by name. */
export const NAMED_BY = { lists: 'list_leads_lists', campaigns: 'list_campaigns' } as const

/** The kinds of completion. */
export type CompletedKind = keyof typeof WORDS | keyof typeof NAMED_BY

/**
 * Values whose names begin with the typed text, then values whose names contain it, then those with a synonym that begins with it.
 * @param synonyms other words for a value
 */
export function matchingWords(
  words: readonly Word[],
  typed: string,
  synonyms: Readonly<Record<string, readonly string[]>> = {},
): string[] {
  const start = typed.trim().toLowerCase()
  const matches: ((word: Word) => boolean)[] = [
    ({ names }) => names.some((name) => name.startsWith(start)),
    ({ names }) => names.some((name) => name.includes(start)),
    ({ value }) => ownValue(synonyms, value)?.some((synonym) => synonym.startsWith(start)) === true,
  ]
  return [...new Set(matches.flatMap((isMatch) => words.filter(isMatch)))].map(({ value }) => value)
}
