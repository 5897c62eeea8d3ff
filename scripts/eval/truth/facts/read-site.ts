import { createSiteEvidence } from '../../../../src/core/crawl/site-evidence.ts'
import { SHIPPED_LISTS } from '../../../../src/engine/classify/address-lists.ts'
import { extractPage } from '../../../../src/engine/extract/extract-page.ts'
import { pageCompany } from '../../../../src/engine/enrich/page-company.ts'
import { readablePage } from '../../../../src/engine/enrich/readable-page.ts'
import type { CompanyFacts } from '../../../../src/lib/companies/company-facts.ts'

const OPTIONS = { localSuffixes: new Set(['example', 'test']), lists: SHIPPED_LISTS }
const YEAR = 2026

export interface SitePage {
  url: string
  html: string
}

/** A fact of a company with the page that states it. */
export type SiteFacts = Partial<Record<keyof CompanyFacts, { value: unknown; uri: string }>>

/**
 * Returns what a visit to these pages, the start page first, finds about the company: as the crawler does, without a
 * network.
 */
export function readSite(domain: string, pages: readonly SitePage[]): SiteFacts {
  const evidence = createSiteEvidence()
  for (const page of pages) {
    const input = { ...page, domain }
    const facts = extractPage(input, OPTIONS)
    evidence.add(page.url, { ...facts, company: pageCompany(readablePage(input), facts, YEAR, null) })
  }
  const seenOn = '2026-01-01'
  const summary = { aliases: [], linkedDomains: [] } as unknown as Parameters<typeof evidence.conclude>[1]
  const { organization } = evidence.conclude(domain, summary, seenOn)
  const rows = evidence.company.conclude({ domain, seenOn, name: organization?.name ?? null, mailProvider: null })
  const facts: SiteFacts = {}
  // The first value is kept, structured data before text.
  for (const { source, facts: said } of rows)
    for (const [key, value] of Object.entries(said)) {
      const column = key as keyof CompanyFacts
      if (value !== null && value !== undefined) facts[column] ??= { value, uri: source.uri }
    }
  return facts
}
