/** Ways of leaving something out, each with words that the grammar reads as that. */

/** `breweries -Ohio`, `breweries !Ohio`, `!= Ohio`: as in a search box. At the beginning of a line a dash is a bullet. */
const MINUS = /(?<=[\p{L}\p{N}"”)][,;]?[ \t]+)(?:!=\s?|<>\s?|≠\s?|[-−!](?=\p{L}))(?=\p{L})/gu
const BEGINS_WITH_DASH = /^\s*[-−]/
/** Before the abbreviation of a word for it: `excl. China`, `exkl. München`, `escl. Roma`. */
const SHORTENED = /(?<![\p{L}\p{N}])(?:excl|exc|exkl|escl|ausgen)(?:\.|(?=\s))(?=\s)/giu

/** The text with such signs and abbreviations as words. */
export const withDenialsAsWords = (text: string): string =>
  (BEGINS_WITH_DASH.test(text) ? text : text.replace(MINUS, 'excluding ')).replace(SHORTENED, 'excluding')

const BOUND = String.raw`(?<bound>under|below|over|above|(?:less|fewer|more|smaller|larger|bigger|greater)\s+than)`
const NUMBER = String.raw`(?:\d[\d.,]*\s?k?|[a-z]+(?:[-\s](?:hundred|thousand|five))?)`
const STAFF = String.raw`(?:employees|people|ppl|staff|persons|workers|heads|headcount|ftes?)`
/** `excluding companies with less than 50 employees`, `no firms over 500 people`: the bound is denied, not kept. */
const SIZE = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:excluding|excludes?|except(?:\s+for)?|without|no|not|avoid(?:ing)?|skip|ignore|ignoring|leave\s+out|leaving\s+out|(?:don['’]t|do\s+not)\s+(?:want|show|include|need)|not\s+interested\s+in)\s+(?:any\s+|the\s+|those\s+)?(?:(?:companies|firms|businesses|organi[sz]ations|startups|start-ups|employers|ones|those|anything|anyone|any)\s+)(?:(?:with|that\s+have|which\s+have|having|of|that\s+are|employing)\s+)?${BOUND}(?=\s+${NUMBER}\s+${STAFF}(?!\p{L}))`,
  'giu',
)

/** The text with sizes that are left out as bounds of what is wanted: `nothing under 50 staff`. */
export const withDeniedSizes = (text: string): string => text.replace(SIZE, 'nothing $<bound>')
