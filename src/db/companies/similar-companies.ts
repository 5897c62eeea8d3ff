import { companyWords } from '../../lib/companies/company-words.ts'
import { anyPhrase, phraseQuery } from './company-conditions.ts'
import type { CompanyConditions } from './company-conditions.ts'
import { countOf, SHOWN } from './company-page-statements.ts'
import type { CompaniesSearch } from './company-page-statements.ts'

/** What is known of the company that others are to be like. */
export interface Model {
  domain: string
  industry: string | null
  headcount: string | null
  tags: string[]
  technologies: string[]
  description: string | null
}

const MODEL = `select domain, industry, headcount, tags, technologies, left(description, 2000) as description from companies`

/** $1: a domain. */
export const MODEL_BY_DOMAIN = `${MODEL} where domain = $1`
/** $1: a whole name in lower case; of several companies the one with most addresses. */
export const MODEL_BY_NAME = `${MODEL} where left(lower(name), 200) = left($1, 200) and lower(name) = $1
  order by emails_total desc, domain limit 1`

/** So many of each tell what a company does; more only cost. */
const MAX_TAGS = 20
const MAX_WORDS = 20
/** Shorter words are articles and prepositions in most languages. */
const MIN_WORD_LENGTH = 5

/** Of more companies than that, those with most addresses are compared. */
const MOST_COMPARED = 2_000
const MOST_COUNTED = 20_000

/** How much each shared trait counts. */
const WEIGHTS = { industry: 4, tags: 3, technologies: 2, text: 2, headcount: 1 }

/**
 * Companies of the same industry, or with a keyword of the model's, by weighted overlap of all that is known. A model of
 * which neither is known is compared by its technologies alone; one of which nothing is known has none like it.
 */
export function similarSearch({ text, values: filtered }: CompanyConditions, model: Model): CompaniesSearch {
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
  const count = { all: countOf({ text: like, values }, MOST_COUNTED), without: null, most: MOST_COUNTED, reach: null }
  const score = scoreOf({ ...model, tags }, parameter)
  const kinship = `select * from companies c where ${like} order by c.emails_total desc, c.domain limit ${MOST_COMPARED}`
  const scored = `select c.domain, c.emails_total, ${score} as score from (${kinship}) c`
  const order = `order by score desc, emails_total desc, domain`
  const page = `with found as materialized (${scored})
    select * from found ${order} limit $${values.length + 1} offset $${values.length + 2}`
  return {
    page: `select ${SHOWN} from (${page}) page join companies c using (domain) order by page.score desc, c.emails_total desc, c.domain`,
    walk: null,
    isCompared: false,
    values,
    count,
  }
}

function scoreOf(model: Model, parameter: (value: unknown) => string): string {
  const { industry, headcount, tags, technologies, description } = model
  const words = companyWords([description ?? '', ...tags].join(' ')).split(' ')
  const telling = [...new Set(words)].filter((word) => word.length >= MIN_WORD_LENGTH).slice(0, MAX_WORDS)
  const share = (column: string, wanted: readonly string[]): string => {
    const list = `${parameter(wanted)}::text[]`
    return `cardinality(array(select unnest(${column}) intersect select unnest(${list})))::float / ${Math.max(wanted.length, 1)}`
  }
  const parts = [
    [WEIGHTS.industry, `coalesce((c.industry = ${parameter(industry)}::text)::int, 0)`],
    [WEIGHTS.headcount, `coalesce((c.headcount = ${parameter(headcount)}::text)::int, 0)`],
    [WEIGHTS.tags, share('c.tags', tags)],
    [WEIGHTS.technologies, share('c.technologies', technologies)],
    // 32: between 0 and 1
    [
      WEIGHTS.text,
      `ts_rank(c.words, replace(plainto_tsquery('simple', ${parameter(telling.join(' '))})::text, '&', '|')::tsquery, 32)`,
    ],
  ]
  return parts.map(([weight, part]) => `${weight} * ${part}`).join(' + ')
}
