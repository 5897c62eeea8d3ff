import { z } from 'zod'
import type { FoundAddressRow } from '../../db/search/search-store.ts'
import { ShownRisk } from '../verify/bounce-risks.ts'
import { shownSources, Source } from '../crawl/shown-sources.ts'
import { LeftAffiliation } from './affiliation/left-company.ts'
import { affiliationShown, ShownAffiliation } from './affiliation/shown-affiliation.ts'

const text = z.string().nullable()
const score = z.int().min(0).max(100)

/** Why no address is returned. */
const MissReason = z.enum([
  'dns_unreachable',
  'mail_server_unreachable',
  'ambiguous_person',
  'left_company',
  'webmail_domain',
  'no_candidate',
])
export type MissReason = z.output<typeof MissReason>

/** If nothing is found, everything except `domain` is null or empty. */
export const FindEmailOutput = z.object({
  data: z.object({
    first_name: text,
    last_name: text,
    email: text,
    score: score.nullable(),
    domain: text,
    accept_all: z.boolean().nullable(),
    position: text,
    twitter: text,
    linkedin_url: text,
    phone_number: text,
    company: text,
    sources: z.array(Source),
    verification: z.object({ date: z.iso.date().nullable(), status: text }),
    affiliation: ShownAffiliation.optional(),
  }),
  meta: z.object({
    params: z.object({
      first_name: text,
      last_name: text,
      full_name: text,
      domain: text,
      company: text,
      max_duration: z.int().nullable(),
    }),
    reason: MissReason.optional(),
    /** People with the same name, if nothing in the request tells which is meant. */
    ambiguous_person: z.array(z.object({ first_name: text, last_name: text, email: text, position: text })).optional(),
    /** For somebody who has left; `now_at` is where another company shows them with the same profile. */
    affiliation: LeftAffiliation.optional(),
    alternatives: z.array(z.object({ email: z.string(), score })).optional(),
    risk: ShownRisk.nullable().optional(),
  }),
})

export type FindEmailOutput = z.output<typeof FindEmailOutput>
export type FindEmailData = FindEmailOutput['data']

export const missAt = (domain: string | null): FindEmailData => ({
  first_name: null,
  last_name: null,
  email: null,
  score: null,
  domain,
  accept_all: null,
  position: null,
  twitter: null,
  linkedin_url: null,
  phone_number: null,
  company: null,
  sources: [],
  verification: { date: null, status: null },
})

/** The people who may be meant. */
export const namesakesIn = (
  rows: readonly FoundAddressRow[],
): NonNullable<FindEmailOutput['meta']['ambiguous_person']> =>
  rows.map(({ first_name, last_name, value, position }) => ({ first_name, last_name, email: value, position }))

/** What the index knows about the person besides the address. */
export const detailsOf = (
  row: FoundAddressRow | null,
): Pick<FindEmailData, 'position' | 'twitter' | 'linkedin_url' | 'phone_number' | 'sources' | 'affiliation'> => ({
  position: row?.position ?? null,
  twitter: row?.twitter ?? null,
  linkedin_url: row?.linkedin ? `https://www.linkedin.com/in/${row.linkedin}` : null,
  phone_number: row?.phone_number ?? null,
  sources: shownSources(row?.sources ?? []),
  ...(row !== null && { affiliation: besideSources(row) }),
})

/** Without the pages that show the address, which are already listed as its sources. */
function besideSources(row: FoundAddressRow): ShownAffiliation {
  const shown = affiliationShown(row)
  return shown.state === 'former' ? shown : { ...shown, evidence: [] }
}
