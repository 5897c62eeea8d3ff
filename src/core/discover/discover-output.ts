import { z } from 'zod'
import type { FoundCompany } from '../../db/companies/companies-search-store.ts'

const counts = z.object({ personal: z.int(), generic: z.int(), total: z.int() })

const Company = z.object({ domain: z.string(), organization: z.string().nullable(), emails_count: counts })

const anything = z.record(z.string(), z.unknown())

const paging = {
  /** There are more than `results`: so many were counted. */
  results_capped: z.boolean().optional(),
  limit: z.int(),
  offset: z.int(),
  params: anything,
  filters: anything,
  /** How many companies the query asks for: the limit, where the caller sent none. */
  asked_for: z.int().optional(),
  /** What of the query was dropped, because nothing matched all of it; `filters` is what was applied. */
  relaxed: z
    .array(z.object({ slot: z.string(), said: z.string(), filter: anything, why: z.string() }))
    .max(1)
    .optional(),
  /** Words of the query that no filter carries. */
  not_understood: z.array(z.string()).optional(),
  /** Filters of the query that the plan does not have. */
  dropped_filters: z.array(z.string()).optional(),
  /** Who read the query, where the operator has an assistant. */
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

export const describeCompany = ({ domain, organization, ...emails }: FoundCompany): z.output<typeof Company> => ({
  domain,
  organization,
  emails_count: countsOf(emails),
})

export const countsOf = ({ personal, generic }: { personal: number; generic: number }): z.output<typeof counts> => ({
  personal,
  generic,
  total: personal + generic,
})
