import { companyConditions, withoutPhrases } from './company-conditions.ts'
import type { CompaniesWanted } from './company-conditions.ts'
import { countOf, firstOf, mostOf, pageBounds, shownPage } from './company-page-statements.ts'
import type { CompanyQuestion } from './company-page-statements.ts'

/** The statements of a search that compares companies with phrases one by one. The page takes limit and offset after the values. */
export interface ComparedSearch {
  page: string
  values: unknown[]
  /** Companies without a phrase, up to `most` and one more. */
  count: CompanyQuestion
  most: number
  /** How many companies are examined, and the query that counts one more than that. */
  reach: { most: number; counting: CompanyQuestion }
}

/** Approximate number of words looked up for one page or count: a tenth of a second. */
const LOOKED_UP = 3_000_000
/** Fetching a company takes as long as looking up this many words in it. */
const A_COMPANY = 60
/** Words of a phrase are looked up, and their positions compared. */
const A_WORD_OF_A_PHRASE = 3

/** No index finds companies without a phrase: those that match all other filters are compared in sort order, up to a bound. */
export function comparedSearch(wanted: CompaniesWanted, isDistributed: boolean): ComparedSearch {
  const { keywords, ...filters } = wanted.filters
  const exclude = keywords?.exclude ?? []
  const { text, values: others } = companyConditions({ ...wanted, filters })
  const values = [...others]
  const condition = withoutPhrases(exclude, (value) => `$${values.push(value)}`)
  const reached = Math.floor(LOOKED_UP / exclude.map(wordsOf).reduce((sum, words) => sum + words, A_COMPANY))
  const compared = `(${firstOf({ text, most: reached, isDistributed })})`
  const most = mostOf({ phrases: exclude.length, isTopic: false })
  return {
    page: shownPage(`select c.domain, c.emails_total from ${compared} c where ${condition} ${pageBounds(values)}`),
    values,
    count: countOf({ text: condition, values, from: compared }, most),
    most,
    reach: { most: reached, counting: countOf({ text, values: others }, reached) },
  }
}

function wordsOf(phrase: string): number {
  const { length } = phrase.trim().split(/\s+/)
  return length === 1 ? 1 : length * A_WORD_OF_A_PHRASE
}
