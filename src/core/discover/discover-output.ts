import { z } from 'zod'
import { DEPARTMENTS, SENIORITIES } from '../../lib/text/vocabulary.ts'
import type { FoundCompany } from '../../db/companies/companies-pages.ts'
import { TRAITS } from '../../lib/companies/company-traits.ts'
import { isoDate } from '../../lib/process/clock.ts'
import type { Documented } from '../capability/documented-form.ts'
import { FILTER_FIELDS } from './discover-input.ts'

/** More reasons would add nothing. */
const MOST_REASONS = 3

const counts = z.object({ personal: z.int(), generic: z.int(), total: z.int() })

const DocumentedCompany = z.object({ domain: z.string(), organization: z.string().nullable(), emails_count: counts })

/** Only with `explain`: the filter, which part of it is met, the company's value, and its source. */
const why = z
  .array(
    z.object({
      slot: z.string(),
      said: z.string(),
      value: z.string(),
      from: z.object({ uri: z.string(), seen_on: z.string(), kind: z.string() }).nullable(),
    }),
  )
  .optional()

const Company = DocumentedCompany.extend({
  /** The day of the last visit to its site that read something; null if there was none. */
  crawled_on: z.iso.date().nullable(),
  /** Only for companies similar to another: how much they have in common, out of 100, and what. */
  score: z.int().optional(),
  because: z.array(z.enum(TRAITS)).optional(),
  why,
})

/** Of each kind: corrected, widened. */
export const MOST_NOTES = 3
/** Names of several places, and alternatives for each. */
export const MOST_AMBIGUOUS = 2
export const MAX_NOTE_LENGTH = 60
const noted = z.string().max(MAX_NOTE_LENGTH)

/** In the form that filters have: a country, a part of one, a city. */
const place = z.object({
  country: z.string().max(2).optional(),
  state: z.string().max(2).optional(),
  subdivision: z.string().max(6).optional(),
  city: z.string().max(40).optional(),
})

const anything = z.record(z.string(), z.unknown())

const paging = {
  /** There are more than `results`, the number up to which they were counted. */
  results_capped: z.boolean().optional(),
  limit: z.int(),
  offset: z.int(),
  params: anything,
  filters: anything,
  /** How many companies the query asks for: the limit, if the caller sent none. */
  asked_for: z.int().optional(),
  /** What was dropped from the query because nothing matched all of it; `filters` is what was applied. */
  relaxed: z
    .array(z.object({ slot: z.string(), said: z.string(), filter: z.unknown(), why: z.string() }))
    .max(5)
    .optional(),
  /** For an empty result: the filter that leaves none. */
  empty_because: z.string().optional(),
  /** Places of the query that no filter can express: the ISO 3166 code of the smallest known area around each is used instead. */
  widened: z
    .array(z.object({ said: noted, to: noted }))
    .max(MOST_NOTES)
    .optional(),
  /** Names shared by several places of similar size: the one that was chosen, and the alternatives. */
  ambiguous: z
    .array(z.object({ said: noted, taken: place, others: z.array(place).max(MOST_AMBIGUOUS) }))
    .max(MOST_AMBIGUOUS)
    .optional(),
  /** Words of the query that were read as others, because they look mistyped. */
  corrected: z
    .array(z.object({ said: noted, read_as: noted }))
    .max(MOST_NOTES)
    .optional(),
  /** Words of the query that no filter covers. */
  not_understood: z.array(z.string()).optional(),
  /** Filters sent together with a query, which is used alone. */
  ignored: z
    .array(z.enum(Object.keys(FILTER_FIELDS) as (keyof typeof FILTER_FIELDS)[]))
    .max(12)
    .optional(),
  /** Filters of the query that the plan does not include. */
  dropped_filters: z.array(z.string()).optional(),
  /** The people the query asks for in addition to companies: `domain_search` accepts these. */
  people: z
    .object({ said: z.string(), department: z.enum(DEPARTMENTS).optional(), seniority: z.enum(SENIORITIES).optional() })
    .optional(),
  /** Who read the query, if the operator has an assistant. */
  understood_by: z.enum(['assistant', 'rules']).optional(),
}

export const DiscoverOutput = z.object({
  data: z.array(Company),
  meta: z.object({ results: z.int(), ...paging }),
})

export const DiscoverPeopleOutput = z.object({
  data: z.array(Company),
  meta: z.object({ results: z.int(), total_emails: counts, ...paging }),
})

export const describeCompany = ({
  domain,
  organization,
  crawledAt,
  score,
  because,
  ...emails
}: FoundCompany): z.output<typeof Company> => ({
  domain,
  organization,
  emails_count: countsOf(emails),
  crawled_on: crawledAt === null ? null : isoDate(crawledAt),
  ...(score !== undefined && { score }),
  ...(because !== undefined && { because: because.slice(0, MOST_REASONS) }),
})

type WithCompanies = z.ZodObject<{ data: z.ZodArray<typeof Company>; meta: z.ZodObject }>

/** The documented rows have only three fields, and `why` if it was requested. */
export const documentedCompanies = <Schema extends WithCompanies>(output: Schema): Documented<z.output<Schema>> => ({
  output: output.extend({ data: z.array(DocumentedCompany.extend({ why })) }),
  of: (answer) => {
    const rows = (answer as { data: z.output<typeof Company>[] }).data
    const data = rows.map(({ domain, organization, emails_count, why }) => ({
      domain,
      organization,
      emails_count,
      ...(why !== undefined && { why }),
    }))
    return { ...answer, data }
  },
})

export const countsOf = ({ personal, generic }: { personal: number; generic: number }): z.output<typeof counts> => ({
  personal,
  generic,
  total: personal + generic,
})
