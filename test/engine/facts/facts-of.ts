import { createSiteEvidence } from '../../../src/core/crawl/site-evidence.ts'
import { SHIPPED_LISTS } from '../../../src/engine/classify/address-lists.ts'
import { extractPage } from '../../../src/engine/extract/extract-page.ts'
import { readablePage } from '../../../src/engine/enrich/readable-page.ts'
import { pageCompany } from '../../../src/engine/enrich/page-company.ts'
import type { CompanyFacts } from '../../../src/lib/companies/company-facts.ts'

export const OPTIONS = { localSuffixes: new Set(['example', 'test']), lists: SHIPPED_LISTS }

/** Returns the facts that a crawl derives from these pages, as path → body. */
export function factsOf(pages: Record<string, string>, domain = 'tarnmill.example'): Partial<CompanyFacts> {
  const site = createSiteEvidence()
  for (const [path, html] of Object.entries(pages)) {
    const page = { url: `https://${domain}${path}`, html, domain }
    const facts = extractPage(page, OPTIONS)
    site.add(page.url, { ...facts, company: pageCompany(readablePage(page), facts, 2026, null) })
  }
  const summary = { aliases: [], linkedDomains: [] } as unknown as Parameters<typeof site.conclude>[1]
  const name = site.conclude(domain, summary, '2026-01-01').organization?.name ?? null
  const rows = site.company.conclude({ domain, seenOn: '2026-01-01', name, mailProvider: null })
  return Object.assign({}, ...rows.map((row) => row.facts).toReversed()) as Partial<CompanyFacts>
}
