import { z } from 'zod'
import type { DomainFacts, FoundAddressRow } from '../../db/search/search-store.ts'
import { isAbsent } from '../../lib/input/input-fields.ts'
import type { Received } from '../capability/capability.ts'
import { documentedAcceptAll } from '../capability/documented-form.ts'
import type { Documented } from '../capability/documented-form.ts'
import { shownSources, Source } from '../crawl/shown-sources.ts'
import { affiliationShown, asksForAffiliation, ShownAffiliation } from './affiliation/shown-affiliation.ts'

/** The most titles that a search names besides its rows. */
export const MOST_TITLES = 8

const text = z.string().nullable()

const Verification = z.object({ date: z.iso.date().nullable(), status: text })

const Email = z.object({
  value: z.string(),
  type: z.enum(['personal', 'generic']),
  confidence: z.int().min(0).max(100),
  sources: z.array(Source),
  first_name: text,
  last_name: text,
  position: text,
  position_raw: text,
  seniority: text,
  department: text,
  linkedin: text,
  twitter: text,
  phone_number: text,
  verification: Verification,
  /** How it matched a wanted job title: by words, or by meaning in another language. */
  matched: z.enum(['words', 'concept']).optional(),
  /** Whether the holder is still with the company, since when, and what says so. */
  affiliation: ShownAffiliation.optional(),
})

export const CrawlMetaSchema = z.object({
  status: z.enum(['queued', 'running', 'done', 'blocked', 'failed']),
  reason: text,
  pages: z.int(),
  started_at: z.iso.datetime().nullable(),
  last_crawled_at: z.iso.datetime().nullable(),
  next_crawl_at: z.iso.datetime().nullable(),
})

const DocumentedParams = z.object({ domain: text, company: text, type: text, seniority: text, department: text })

/** The documented form does not repeat the others. */
const Params = DocumentedParams.extend({
  required_field: z.string().optional(),
  verification_status: z.string().optional(),
  job_titles: z.string().optional(),
  decision_maker: z.string().optional(),
  affiliation: z.string().optional(),
  location: z.string().optional(),
})

export const DomainSearchOutput = z.object({
  data: z.object({
    domain: text,
    disposable: z.boolean(),
    webmail: z.boolean(),
    accept_all: z.boolean().nullable(),
    pattern: text,
    organization: text,
    linked_domains: z.array(z.string()),
    emails: z.array(Email),
    /** If nobody has a wanted job title: some that are known there. */
    known_titles: z.array(z.string()).max(MOST_TITLES).optional(),
  }),
  meta: z.object({
    results: z.int(),
    limit: z.int(),
    offset: z.int(),
    params: Params,
    crawl: CrawlMetaSchema.optional(),
    /** For an empty page: how many addresses there are without its filters, and with all but one of them. */
    known: z.int().optional(),
    without: z.record(z.string(), z.int()).optional(),
    /** Titles on this page that match a wanted job title in other words; at most 8. */
    matched_titles: z.array(z.string()).optional(),
  }),
})

export type DomainSearchOutput = z.output<typeof DomainSearchOutput>

const OTHER_FILTERS = ['required_field', 'verification_status', 'job_titles', 'decision_maker', 'affiliation'] as const

/** The filters as sent that the documented form does not repeat. */
export function otherFilters(received: Received): Partial<DomainSearchOutput['meta']['params']> {
  const sent = OTHER_FILTERS.map((name) => [name, received(name)] as const).filter(([, value]) => value !== null)
  const { location } = received.all
  return { ...Object.fromEntries(sent), ...(!isAbsent(location) && { location: JSON.stringify(location) }) }
}

const Plain = documentedAcceptAll(DomainSearchOutput)

const { data, meta } = DomainSearchOutput.shape
const DocumentedOutput = z.object({
  data: data.omit({ known_titles: true }).extend({ emails: z.array(Email.omit({ matched: true })) }),
  meta: meta.omit({ known: true, without: true, matched_titles: true }).extend({ params: DocumentedParams }),
})

/** The documented form does not say why a page is empty. */
export const DocumentedDomainSearch: Documented<DomainSearchOutput> = {
  output: documentedAcceptAll(DocumentedOutput).output,
  of: (answer, sent) => {
    const { meta: told, data: found, ...rest } = Plain.of(answer, sent)
    const { known: _known, without: _without, matched_titles: _titles, ...documented } = told
    const { domain, company, type, seniority, department } = answer.meta.params
    const { known_titles: _others, ...plain } = found as DomainSearchOutput['data']
    const shows = asksForAffiliation(sent)
    const emails = plain.emails.map(({ matched: _matched, affiliation: known, ...email }) => ({
      ...email,
      ...(shows && { affiliation: known }),
    }))
    return {
      ...rest,
      data: { ...plain, emails },
      meta: { ...documented, params: { domain, company, type, seniority, department } },
    }
  },
}

export type EmailEntry = z.output<typeof Email>

/** One row of the index in the documented form; a verification older than `notBefore` (`YYYY-MM-DD`) is not shown. */
export function emailEntry(row: FoundAddressRow, notBefore: string): EmailEntry {
  return {
    value: row.value,
    type: row.type,
    confidence: row.confidence,
    sources: shownSources(row.sources),
    first_name: row.first_name,
    last_name: row.last_name,
    position: row.position,
    position_raw: row.position_raw,
    seniority: row.seniority,
    department: row.department,
    linkedin: row.linkedin === null ? null : `https://www.linkedin.com/in/${row.linkedin}`,
    twitter: row.twitter,
    phone_number: row.phone_number,
    verification: shownVerification(row, notBefore),
    affiliation: affiliationShown(row),
  }
}

function shownVerification(row: FoundAddressRow, notBefore: string): EmailEntry['verification'] {
  const { verified_on: date, verification_status: status } = row
  if (date === null || status === null || date < notBefore) return { date: null, status: null }
  return { date, status: status === 'webmail' || status === 'disposable' ? 'unknown' : status }
}

/** The facts of a domain about which nothing is known. */
export const UNKNOWN_DOMAIN: DomainFacts = {
  organization: null,
  pattern: null,
  acceptAll: null,
  linkedDomains: [],
  personalCount: 0,
  genericCount: 0,
  optedOut: false,
  freshlyCrawled: false,
}
