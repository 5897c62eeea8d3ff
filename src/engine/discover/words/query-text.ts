import { COUNTRIES } from '../../../lib/companies/country-names.ts'
import { kindOfCodes } from '../../../lib/companies/regions.ts'
import type { ForeignLanguage } from '../../../lib/vocabulary/foreign-languages.ts'
import { withDirectionsInFull } from '../forms/compass-forms.ts'
import { withDenialsAsWords, withDeniedSizes } from '../forms/denied-forms.ts'
import { inPlainForms } from '../forms/plain-forms.ts'
import { withYearsInDigits } from '../forms/spoken-years.ts'
import { inEnglish } from './query-languages.ts'
import { withLabelsAsWords } from './query-labels.ts'
import { singular } from './singular.ts'
import { subjects } from './subject-words.ts'
import { isJoined, readTokens } from './query-tokens.ts'
import { readAmpersands } from './read-ampersands.ts'
import type { Token } from './query-tokens.ts'

/** A query being read: its words, and which of them some rule has understood. */
export interface QueryText {
  tokens: readonly Token[]
  /** The texts of the tokens without plural endings. */
  singulars: readonly string[]
  /** For each token whether it has been understood or belongs to something that has. */
  taken: boolean[]
  /** For each token the place where a negation before it stands, or -1. */
  negatedBy: number[]
  /** Words of another language stand in it in English. */
  isTranslated: boolean
  /** The languages it may be in; none if it is English. */
  languages: readonly ForeignLanguage[]
  /** For its words that are translations, what was typed. */
  typed: ReadonlyMap<string, readonly string[]>
  /** Mistyped words of another language, and what was read. */
  corrected: readonly { said: string; read_as: string }[]
  /** Texts of several words that were asked for already, by their place and number. */
  phrases: (string | undefined)[]
}

/** The documented limit; what is beyond is not read. */
export const MAX_QUERY_LENGTH = 2000

/** `start-up`, `scale-up`, `spin-off` are one word each. */
const SPLIT_WORDS = /\b(start|scale|spin)[- ](ups?|offs?|outs?)\b/gi

/** `lawfirms`, `constructioncompanies`: a listed trade and its noun. */
const GLUED = /(?<![\p{L}\p{N}@.-])(\p{L}{3,20})(firms?|compan(?:y|ies)|agenc(?:y|ies))(?![\p{L}\p{N}@-])/giu
const parted = (word: string, trade: string, noun: string): string =>
  subjects().values.has(singular(trade.toLowerCase())) ? `${trade} ${noun}` : word

/** `w/o` and `w/` are words, too. */
const WITHOUT = /(?<![\p{L}\p{N}/])w\/o(?:ut)?(?![\p{L}\p{N}/])/giu
const WITH = /(?<![\p{L}\p{N}/])[wW]\/(?=\s|\d)/gu
/** `hotels w pool`; in Polish it means "in". */
const BARE_WITH = /(?<=\s)w(?=\s+\p{Ll})/gu
/** `law firms in Texas, Houston excluded`: in a clause of its own. */
const EXCLUDED =
  /(?<=[,(;–—]\s*)(?!(?:except|excl|without|not|no)\b)([^,;()–—]{2,40}?)\s+(?:(?:are|is)\s+)?(?:excluded|excepted|aside|not\s+included)(?=\s*(?:[,.;)]|$))/giu
const HAS_EXCLUDED = /excluded|excepted|aside|not\s+included/i
/** `b/w 2010 and 2016` */
const BETWEEN = /(?<![\p{L}\p{N}/])(?:b\/w|btwn?)(?=\s)/giu
/** `S$5m`: other dollars than those of the United States. */
const DOLLARS = /(?<![\p{L}\p{N}])(S|SG|A|AU|C|CA|HK|NZ|R)\$(?=\s?\d)/gu
const CURRENCY_OF = new Map(
  'S=sgd SG=sgd A=aud AU=aud C=cad CA=cad HK=hkd NZ=nzd R=brl'
    .split(' ')
    .map((pair) => pair.split('=') as [letters: string, currency: string]),
)
/** `200ish`, `200 or so` are about 200. */
const ABOUT = /(?<![\p{L}\p{N}.,-])(\d[\d.,]*k?)(?:[- ]?ish|[- ]odd|\s+or\s+so)(?!\p{L})/giu

/** `+100 employees` as `100+` */
const AND_MORE = /(?<=^|[\s(,])\+\s?(\d[\d.,]*k?)(?=\s+\p{L})/gu

/** `over a century`, `half a century`, `two decades` are numbers of years. */
const LONG_TIME =
  /(?<=\b(?:over|than|for|under|least|nearly|almost|about|around)\s)(half\s+a|a|one|two|three|four|five|six)\s+(century|centuries|decade|decades)(?!\p{L})/giu
const TIMES = new Map([
  ['half a', 0.5],
  ...['a', 'two', 'three', 'four', 'five', 'six'].map((word, at): [string, number] => [word, at + 1]),
])
const inYears = (_: string, count: string, unit: string): string =>
  `${(TIMES.get(count.toLowerCase().replaceAll(/\s+/gu, ' ')) ?? 1) * (/^c/iu.test(unit) ? 100 : 10)} years`

/** `2015..2020`, `50...200` */
const DOTS = /(?<=\d)\s?(?:\.{2,3}|…)\s?(?=\d)/gu
/** `20 & 80`, `WA & OR` */
const AND = /(?<=\d)\s*&\s*(?=\d)|(?<=\b[A-Z]{2})\s&\s(?=[A-Z]{2}\b)/gu
/** `enterprises of cosmetics`: companies, in the English of other languages. */
const ENTERPRISES = /(?<!\p{L})enterprises(?=\s+(?:of|from|in|that|which|who|with|using|based|near)\s)/giu

/** How people shorten words when they type; they are no mistakes. */
const SHORT_WORDS = new Map([
  ['govt', 'government'],
  ['gov', 'government'],
  ['mgmt', 'management'],
  ['intl', 'international'],
  ['natl', 'national'],
  ['mktg', 'marketing'],
  ['acct', 'accounting'],
  ['restos', 'restaurants'],
  ['resto', 'restaurant'],
  ['distys', 'distributors'],
  ['svcs', 'services'],
  ['svc', 'service'],
  ['corps', 'corporations'],
  ['gov’t', 'government'],
  ['mfr', 'manufacturer'],
  ['mfrs', 'manufacturers'],
  ['mfg', 'manufacturing'],
  ['biz', 'business'],
  ['yrs', 'years'],
  ['yr', 'year'],
  ['cos', 'companies'],
  ['cybersec', 'cybersecurity'],
  ['ecom', 'ecommerce'],
  ['pharmas', 'pharma'],
  ['orgs', 'organizations'],
  ['univs', 'universities'],
  ['thru', 'through'],
  ['b4', 'before'],
  ['tho', 'though'],
  ['abt', 'about'],
  ['nr', 'near'],
  ['pvt', 'private'],
  ['uni', 'university'],
  ['unis', 'universities'],
  ['acctg', 'accounting'],
  ["hq'd", 'headquartered'],
  ['hq’d', 'headquartered'],
])
const SHORT_WORD = new RegExp(
  `(?<![\\p{L}\\p{N}.@-])(?:${[...SHORT_WORDS.keys()].join('|')})(?![\\p{L}\\p{N}@]|\\.[\\p{L}])`,
  'giu',
)

/** `in IT`, `no IT`, `firmy IT`: the trade, by who writes other words in small letters. */
const IT =
  /(?<=(?:^|[,(]|\s(?:in|and|or|not|no|excluding|except|without)|\b(?:companies|firms))\s*)IT(?=\s*(?:$|[,.;:)])|\s+(?:in|and|or|but|from|near|with|founded|listed|based)\s)/gu
/** `firmy it w Krakowie`, `entreprises it à Lyon`: in another language it is no pronoun of English. */
const FOREIGN_IT =
  /(?<=\b(?:companies|firms|startups|agencies)\s)it(?=\s*(?:$|[,.;:)])|\s+(?:in|from|near|with|based|that)\s)/gu
const isShouted = (text: string): boolean => text === text.toUpperCase()

/** `us/ca`, `or/wa`: codes of places, some of which are words. */
const SMALL_CODES =
  /(?<![\p{L}\p{N}/.-])(?:[a-z]{2}(?:\/[a-z]{2}){1,11}|[A-Z]{2}(?:\/[A-Z]{2}){1,11})(?![\p{L}\p{N}/-])/gu
/** In capitals, or as names: `in de` and `in DE` are Dutch for `in the`. */
function inCapitals(list: string): string {
  const codes = list.toUpperCase().split('/')
  const kind = kindOfCodes(codes)
  if (kind === null) return list
  if (kind === 'state' || !codes.includes('DE')) return codes.join('/')
  return codes.map((code) => countryName(code === 'UK' ? 'GB' : code).toLowerCase()).join('/')
}
const countryName = (code: string): string => COUNTRIES.find((country) => country.code === code)?.name ?? code

export function readQueryText(text: string): QueryText {
  const typed = text.slice(0, MAX_QUERY_LENGTH).normalize('NFC')
  const coded = typed.replace(SMALL_CODES, inCapitals)
  const labelled = inPlainForms(withYearsInDigits(withDirectionsInFull(withDenialsAsWords(withLabelsAsWords(coded)))))
  const spelled = (HAS_EXCLUDED.test(labelled) ? labelled.replace(EXCLUDED, 'except $1') : labelled)
    .replace(ENTERPRISES, 'companies')
    .replace(WITHOUT, 'without')
    .replace(BETWEEN, 'between')
    .replace(DOLLARS, (_, letters: string) => `${CURRENCY_OF.get(letters) ?? ''} `)
    .replace(WITH, 'with ')
    .replace(ABOUT, 'around $1')
    .replace(AND_MORE, '$1+')
    .replace(AND, ' and ')
    .replace(DOTS, '-')
    .replace(LONG_TIME, inYears)
  const { text: plain, languages, typed: typedWords, corrected } = inEnglish(spelled)
  const whole = withDeniedSizes(plain)
    .replace(BARE_WITH, 'with')
    .replace(SHORT_WORD, (short) => SHORT_WORDS.get(short.toLowerCase()) ?? short)
  const named = languages.length > 0 ? whole.replace(FOREIGN_IT, 'IT') : whole
  const told = isShouted(named) ? named : named.replace(IT, 'IT services')
  const tokens = readAmpersands(readTokens(told.replace(SPLIT_WORDS, '$1$2').replace(GLUED, parted)))
  const singulars = tokens.map(({ text: word }) => singular(word))
  return {
    tokens,
    singulars,
    taken: tokens.map(() => false),
    negatedBy: tokens.map(() => -1),
    isTranslated: plain !== spelled,
    languages,
    typed: typedWords,
    corrected,
    phrases: [],
  }
}

export function take(query: QueryText, from: number, to: number): void {
  for (let at = Math.max(0, from); at <= to && at < query.taken.length; at += 1) query.taken[at] = true
}

/** The word at a place, or nothing. */
export const wordAt = ({ tokens }: QueryText, at: number): string => tokens[at]?.text ?? ''

/** Whether the words before `at` (nearest last) are one of the phrases; the number of its words, or 0. */
export function phraseBefore(query: QueryText, at: number, phrases: ReadonlySet<string>, longest = 4): number {
  for (let count = Math.min(longest, at); count > 0; count -= 1) {
    if (phrases.has(joined(query, at - count, count))) return count
  }
  return 0
}

/** The same for the words from `at` on. */
export function phraseAt(query: QueryText, at: number, phrases: ReadonlySet<string>, longest = 4): number {
  for (let count = Math.min(longest, query.tokens.length - at); count > 0; count -= 1) {
    if (phrases.has(joined(query, at, count))) return count
  }
  return 0
}

/** Words as one text; a break in between gives what no phrase is equal to. */
export function joined(query: QueryText, at: number, count: number): string {
  const place = at * LONGEST_PHRASE + count - 1
  return (query.phrases[place] ??= join(query, at, count))
}

/** No phrase of the grammar has more words. */
const LONGEST_PHRASE = 4

function join({ tokens }: QueryText, at: number, count: number): string {
  let text = tokens[at]?.text ?? ''
  for (let next = at + 1; next < at + count; next += 1) {
    const token = tokens[next]
    if (token === undefined || !isJoined(token.gap)) return ''
    text += ` ${token.text}`
  }
  return text
}

export const phraseSet = (text: string): ReadonlySet<string> => new Set(text.split(',').map((phrase) => phrase.trim()))
