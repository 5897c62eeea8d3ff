import { COUNTRIES } from '../../../lib/companies/country-names.ts'
import { FIELD_NAMES } from './query-labels.ts'

/** Questions that a program or a filter panel wrote: `industry: "Hotels"`, `{"country": "Spain"}`, `industry=hotels&country=ES`. */

const QUOTED = String.raw`"(?<straight>[^"\n]{1,100})"|“(?<curved>[^”\n]{1,100})”|'(?<single>[^'\n]{1,100})'`
const LIST = String.raw`\[(?<list>[^\][\n]{0,200})\]`
/** A field, a sign and a value in quotes or brackets. Of keywords a quoted phrase is meant literally, as anywhere else. */
const FIELD = new RegExp(
  String.raw`(?<![\p{L}\p{N}"'])(?<name>${FIELD_NAMES})[ \t]*(?<sign>!=|[:=]=?)[ \t]*(?:${QUOTED}|${LIST})`,
  'giu',
)
/** The same in an object, where names are in quotes and any of them may stand. */
const MEMBER = new RegExp(
  String.raw`["'](?<name>\p{L}[\p{L}\p{N}_ -]{0,30})["']\s*:\s*(?:${QUOTED}|${LIST}|(?=[\d{[]))`,
  'giu',
)
const IS_OBJECT = /^\s*[[{][\s\S]*["'][\p{L}_ -]+["']\s*:/u
const IS_ADDRESS = /^\s*\??[\p{L}_]+=[^&\s]+(?:&[\p{L}_]+=[^&\s]*)+\s*$/u
/** Fields that hold the question itself. */
const WHOLE = /^(?:query|question|search|q|text|prompt|filters?|criteria|description)$/iu

/** The question with such values as words, each field in a clause of its own; quotes around a value are no phrase to require. */
export const withFieldsAsWords = (text: string): string => withCountries(withItems(withValues(text)))

function withValues(text: string): string {
  if (IS_ADDRESS.test(text))
    return text
      .replaceAll('&', ' ; ')
      .replaceAll(/\+|%20/g, ' ')
      .replace(/^\s*\?/, '')
  if (IS_OBJECT.test(text)) return text.replace(MEMBER, (...found) => member(found.at(-1) as Groups))
  if (!/[:=]\s*["'“[]/.test(text)) return text
  return text.replace(FIELD, (...found) => {
    const groups = found.at(-1) as Groups
    return `; ${groups['name'] ?? ''}${groups['sign'] ?? ''} ${valueOf(groups) ?? ''} ; `
  })
}

/** `industry SaaS, region DACH`, `industry is hotels, country is Spain`, `Size → 50-200`: an item that a field begins. */
const ITEM =
  /(?<=^\s*|[,;|\n]\s*(?:and\s+)?)(?<name>(?:company |team )?size|headcount|employees|industry|sector|vertical|country|location|region|geography|city|hq|tech stack|stack|technolog(?:y|ies)|(?:funding )?stage)(?:\s+(?:is|are)\s+|\s*(?:→|[-=]>)\s*|\s+[–—-]\s+|\s+)(?!(?:in|of|at|with|without|from|for|and|or|who|that|which|is|are|like|between|over|under|by|to|focused|leaders?|companies|firms|based)\s|[:=])(?=[^\s:=])/giu

/** Such items as fields, where two or more stand in a question. */
function withItems(text: string): string {
  const names = new Set([...text.matchAll(ITEM)].map(({ groups = {} }) => groups['name']?.toLowerCase()))
  return names.size < 2 ? text : text.replace(ITEM, '$<name>: ')
}

const COUNTRY = /(?<=(?<!\p{L})countr(?:y|ies)[ \t]*(?:!=|[:=]=?)[ \t]*)[A-Z]{2}(?![\p{L}\p{N}])/gu

/** `country: DE`, `country=IN`: behind that name a code is a country, whatever word or state it is elsewhere. */
const withCountries = (text: string): string =>
  text.replace(COUNTRY, (code) => COUNTRIES.find((country) => country.code === code)?.name ?? code)

type Groups = Record<string, string | undefined>

function member(groups: Groups): string {
  const name = groups['name']?.replaceAll(/[_-]/g, ' ') ?? ''
  const value = valueOf(groups)
  const end = value === undefined ? '' : `${value} ; `
  // `"employees": {"min": 50}`
  if (BOUND.test(name)) return ` ${name} ${end}`
  if (WHOLE.test(name)) return ` ; ${end}`
  const { bound = '', of = name } = BOUNDED.exec(name)?.groups ?? {}
  return ` ; ${of}: ${bound} ${end}`
}

const valueOf = ({ straight, curved, single, list }: Groups): string | undefined =>
  straight ?? curved ?? single ?? (list === undefined ? undefined : items(list))

const items = (list: string): string =>
  list
    .split(',')
    .map((item) => item.replaceAll(/["'“”]/g, '').trim())
    .filter((item) => item !== '')
    .join(' or ')

const BOUND = /^(?:min|max)$/iu
/** `min_employees`: the bound belongs to the number. */
const BOUNDED = /^(?<bound>min|max)(?:imum)?\s+(?<of>.+)$/iu
