import { TRAITS } from '../../lib/companies/company-traits.ts'
import type { Trait } from '../../lib/companies/company-traits.ts'
import { companyWords } from '../../lib/companies/company-words.ts'
import { anyPhrase, phraseQuery } from './company-conditions.ts'
import type { CompanyConditions } from './company-conditions.ts'
import { countOf, firstOf, SHOWN } from './company-page-statements.ts'
import type { CompaniesSearch } from './company-page-statements.ts'

/** What is known about the company to be similar to. */
export interface Model {
  domain: string
  industry: string | null
  headcount: string | null
  tags: string[]
  technologies: string[]
  description: string | null
  country: string | null
  city: string | null
}

const MODEL = `select domain, industry, headcount, tags, technologies, country, city, left(description, 2000) as description from companies`

/** $1: a domain. */
export const MODEL_BY_DOMAIN = `${MODEL} where domain = $1`
/** $1: a whole name in lower case; of several companies, the one with the most addresses. */
export const MODEL_BY_NAME = `${MODEL} where left(lower(name), 200) = left($1, 200) and lower(name) = $1
  order by emails_total desc, domain limit 1`

/** $1: a name in the form used by `company_names`; its own name is better than an alias, the label of a domain is the last. */
export const MODEL_BY_KEY = `${MODEL} join company_names n using (domain) where n.name_key = $1
  order by array_position(array['organization', 'alias', 'label'], n.kind), emails_total desc, domain limit 1`

/** This many of each show what a company does; more would only cost time. */
const MAX_TAGS = 20
const MAX_WORDS = 20
/** Shorter words are articles and prepositions in most languages. */
const MIN_WORD_LENGTH = 5

/** If more companies qualify, only those with the most addresses are compared. */
const MOST_COMPARED = 2_000

/** Companies that are less similar, out of 100, are not shown. */
const LEAST_ALIKE = 30
const WORDS_ALIKE = 3

/** How much each shared trait counts. */
const WEIGHTS = { industry: 4, tags: 3, technologies: 2, text: 2, headcount: 1 }

/**
 * Companies in the same industry, or with a keyword of the model's, by weighted overlap of everything known. A model with
 * neither is compared only by its technologies; nothing is similar to one about which nothing is known.
 */
export function similarSearch(
  { text, values: filtered }: CompanyConditions,
  model: Model,
  isDistributed: boolean,
): CompaniesSearch {
  const values = [...filtered]
  const parameter = (value: unknown): string => `$${values.push(value)}`
  const tags = model.tags.slice(0, MAX_TAGS)
  const phrases = tags.map(companyWords).filter((phrase) => phrase !== '')
  const tagged = anyPhrase(phrases.map((phrase) => phraseQuery(phrase, parameter)))
  const kin = [
    ...(model.industry === null ? [] : [`c.industry = ${parameter(model.industry)}`]),
    ...(phrases.length === 0 ? [] : [`c.words @@ ${tagged}`]),
  ]
  if (kin.length === 0 && model.technologies.length > 0)
    kin.push(`c.technologies && ${parameter(model.technologies)}::text[]`)
  const like = `c.domain <> ${parameter(model.domain)} and ${kin.length === 0 ? 'false' : `(${kin.join(' or ')})`} and ${text}`
  const kinship = firstOf({ text: like, most: MOST_COMPARED, isDistributed })
  const parts = partsOf({ ...model, tags }, parameter)
  const score = scoreOf(parts)
  const scored = `select * from (select c.*, ${score} as score from (${kinship}) c) c where c.score >= ${LEAST_ALIKE}`
  const count = {
    all: countOf({ text: 'true', values, from: `(${scored})` }, MOST_COMPARED),
    without: null,
    most: MOST_COMPARED,
  }
  // Only for the page: a count accepts no parameter that it does not use.
  const because = reasonsOf(parts, model, parameter)
  const bounds = `limit $${values.length + 1} offset $${values.length + 2}`
  const order = 'order by c.score desc, c.emails_total desc, c.domain'
  return {
    page: `with found as materialized (${scored})
      select ${SHOWN}, round(c.score)::integer as score, ${because} as because from found c ${order} ${bounds}`,
    walk: null,
    above: null,
    counted: null,
    leftOut: null,
    values,
    count,
  }
}

/** One thing that companies may share: to what extent, from 0 to 1, and from what extent on it is a reason. */
interface Part {
  trait: Trait
  weight: number
  share: string
  least: number
}

/** The parts for what is known about the model. */
function partsOf(model: Model, parameter: (value: unknown) => string): Part[] {
  const { industry, headcount, tags, technologies, description } = model
  const words = companyWords([description ?? '', ...tags].join(' ')).split(' ')
  const telling = [...new Set(words)].filter((word) => word.length >= MIN_WORD_LENGTH).slice(0, MAX_WORDS)
  const shareOf = (column: string, wanted: readonly string[]): string =>
    `(select count(distinct own) from unnest(${column}) own where own = any(${parameter(wanted)}::text[]))::float / ${wanted.length}`
  const parts: Part[] = []
  const add = (trait: Trait, weight: number, share: string, least: number) =>
    parts.push({ trait, weight, share, least })
  if (industry !== null) add('industry', WEIGHTS.industry, isSame('c.industry', parameter(industry)), 1)
  if (tags.length > 0) add('words', WEIGHTS.tags, shareOf('c.tags', tags), ANY)
  if (telling.length > 0) add('words', WEIGHTS.text, rankOf(parameter(telling.join(' '))), 0.3)
  if (technologies.length > 0) add('technology', WEIGHTS.technologies, shareOf('c.technologies', technologies), ANY)
  if (headcount !== null) add('size', WEIGHTS.headcount, isSame('c.headcount', parameter(headcount)), 1)
  return parts
}

/** Any share, however small. */
const ANY = 0.001

const isSame = (column: string, value: string): string => `coalesce((${column} = ${value}::text)::int, 0)`

/** 32: between 0 and 1; texts of the same trade seldom reach a third. */
const rankOf = (words: string): string =>
  `least(1, ${WORDS_ALIKE} * ts_rank(c.words, replace(plainto_tsquery('simple', ${words})::text, '&', '|')::tsquery, 32))`

/** Out of 100. */
function scoreOf(parts: readonly Part[]): string {
  if (parts.length === 0) return '0'
  const most = parts.reduce((sum, { weight }) => sum + weight, 0)
  return `100 * (${parts.map(({ weight, share }) => `${weight} * ${share}`).join(' + ')}) / ${most}`
}

/** What both have in common, as a list in the order of `TRAITS`. */
function reasonsOf(parts: readonly Part[], { country, city }: Model, parameter: (value: unknown) => string): string {
  const reasons = TRAITS.flatMap((trait) => {
    const own = parts.filter((part) => part.trait === trait).map(({ share, least }) => `${share} >= ${least}`)
    return own.length === 0 ? [] : [`case when ${own.join(' or ')} then '${trait}' end`]
  })
  const place = city === null ? country : city
  const column = city === null ? 'c.country' : 'c.city'
  if (place !== null) reasons.push(`case when ${isSame(column, parameter(place))} = 1 then 'place' end`)
  return `array_remove(array[${reasons.join(', ')}]::text[], null)`
}
