import type { CompanyFilters } from '../../lib/companies/company-filters.ts'

/** Phrases in quotes, which are meant literally. */
export interface QuotedPhrases {
  /** The question without the phrases. */
  rest: string
  wanted: string[]
  unwanted: string[]
}

const QUOTED =
  /(?<denied>\b(?:not|no|non|without|except|excluding|nicht|kein\w{0,2}|ohne|pas|sans|sauf|sin|excepto|salvo)\s+)?(?:"(?<straight>[^"]{2,100})"|“(?<curved>[^”]{2,100})”|„(?<low>[^“”]{2,100})[“”]|«(?<angled>[^»]{2,100})»)/giu
const MOST = 5
/** What follows is a name rather than a phrase of a description. */
const NAMING = /\b(?:like|similar\s+to|named|called|(?:competitors?|rivals?|alternatives?)\s+(?:of|to))\s*$/iu
/** `competitors of` and spaces. */
const LONGEST_NAMING = 30

/** Takes the first quoted phrases out of a question; those after a word such as "without" are unwanted. */
export function withoutQuoted(text: string): QuotedPhrases {
  const wanted: string[] = []
  const unwanted: string[] = []
  let rest = ''
  let end = 0
  for (const { 0: whole, index, groups = {} } of text.matchAll(QUOTED)) {
    const { denied, ...quotes } = groups
    const phrase =
      Object.values(quotes)
        .find((quote) => quote !== undefined)
        ?.trim() ?? ''
    const isName = NAMING.test(text.slice(Math.max(0, index - LONGEST_NAMING), index))
    if (isName || !/[\p{L}\p{N}]/u.test(phrase) || wanted.length + unwanted.length === MOST) continue
    ;(denied === undefined ? wanted : unwanted).push(phrase)
    rest += `${text.slice(end, index)} , `
    end = index + whole.length
  }
  return { rest: rest + text.slice(end), wanted, unwanted }
}

/**
 * Adds the quoted phrases to the keywords of a question: all wanted phrases must match, and they replace the wanted keywords.
 */
export function withQuoted(
  keywords: CompanyFilters['keywords'],
  { wanted, unwanted }: QuotedPhrases,
): CompanyFilters['keywords'] {
  if (wanted.length + unwanted.length === 0) return keywords
  const include = wanted.length > 0 ? [...new Set(wanted)] : (keywords?.include ?? [])
  const exclude = [...new Set([...(keywords?.exclude ?? []), ...unwanted])]
  return {
    ...(include.length > 0 && { include }),
    ...(exclude.length > 0 && { exclude }),
    ...(wanted.length > 1
      ? { match: 'all' as const }
      : wanted.length === 0 && keywords?.match !== undefined && { match: keywords.match }),
  }
}
