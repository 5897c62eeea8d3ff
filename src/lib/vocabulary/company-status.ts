import type { CompanyStatus } from '../companies/company-facts.ts'
import type { CompanyFilters } from '../companies/company-filters.ts'
import { dropMarks } from '../text/fold-text.ts'

/** Whole texts without diacritics, in English, German, French, Spanish, Italian, Dutch and Portuguese. */
const WORDS: readonly (readonly [CompanyStatus, RegExp])[] = [
  [
    'closed',
    /^(?:closed(?: down)?|inactive|defunct|dead|dissolved|shut ?down|out of business|(?:geschlossen|aufgelost|liquidiert|erloschen)(?:e[nrs]?)?|(?:ferme|radie)e?s?|dissoute?s?|(?:cerrad|disuelt|fechad|encerrad)[oa]s?|(?:chius|cessat)[oaei]|gesloten|opgeheven)$/,
  ],
  ['acquired', /^(?:acquired|ubernommen|rachetee?|adquirid[oa]|acquisit[oa]|overgenomen)$/],
  ['active', /^(?:active|operating|in business|aktiv|actif|activ[oa]|attiv[oa]|actief|ativ[oa])$/],
]

/** What a text of a file or a question says became of a company; null if it is none of these words. */
export function companyStatus(text: string): CompanyStatus | null {
  const plain = dropMarks(text.trim())
  return WORDS.find(([, words]) => words.test(plain))?.[0] ?? null
}

/** Whether a keyword asks for closed companies. */
export const isClosedWord = (keyword: string): boolean => companyStatus(keyword) === 'closed'

/** Whether closed companies are wanted too: the filters have a word for them, or name the companies. */
export const wantsClosed = ({ organization, keywords, topics = [] }: CompanyFilters): boolean =>
  organization !== undefined ||
  [...(keywords?.include ?? []), ...topics.flatMap((topic) => topic.keywords ?? [])].some(isClosedWord)
