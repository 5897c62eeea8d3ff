import type { SiteSummary } from '../../db/index/sites-store.ts'
import { companyKey } from '../../engine/classify/company-name.ts'
import { chooseOrganization } from '../../engine/classify/organization-name.ts'
import type { CrawlSummary } from '../../engine/crawl/crawl-event.ts'
import type { PageFacts } from '../../engine/extract/page/page-facts.ts'
import { createCompanyCollector } from './company-evidence.ts'
import type { CompanyCollector } from './company-evidence.ts'
import { nameOf } from './site-budget.ts'

/** What the pages of one visit say about the site as a whole. */
export interface SiteEvidence {
  add: (url: string, facts: PageFacts) => void
  company: CompanyCollector
  conclude: (domain: string, summary: CrawlSummary, seenOn: string) => SiteSummary
}

/** Enough to see what recurs; the start page comes first. */
const MAX_MENTIONS = 50

export function createSiteEvidence(): SiteEvidence {
  const collector = createCompanyCollector()
  const structured: string[] = []
  const siteNames: string[] = []
  const titles: string[] = []
  const legalNames: string[] = []
  const signs = { copyrights: [] as string[], logos: [] as string[], legalNames: [] as string[] }
  const note = (list: string[], text: string | null | undefined) => {
    if (text && list.length < MAX_MENTIONS) list.push(text)
  }
  return {
    company: collector,
    add: (url, { scan, organization, company }) => {
      if (company !== undefined) collector.add(url, company)
      note(structured, organization?.name)
      note(legalNames, organization?.legalName)
      note(siteNames, scan.siteName)
      note(titles, scan.title)
      for (const kind of ['copyrights', 'logos', 'legalNames'] as const)
        for (const name of company?.signs?.[kind] ?? []) note(signs[kind], name)
    },
    conclude: (domain, summary, seenOn) => {
      const name = chooseOrganization({ domain, structured, siteNames, titles, ...signs })
      return {
        domain,
        organization: name === null ? null : { name, key: companyKey(name) },
        aliases: [
          ...legalNames.slice(0, 1).map((legal) => ({ name: legal, key: companyKey(legal), kind: 'alias' as const })),
          { name: domain, key: nameOf(domain), kind: 'label' as const },
        ].filter((alias) => alias.key !== ''),
        linkedDomains: linksOf(domain, summary),
        seenOn,
      }
    },
  }
}

/** Redirects lead to the same site; a plain link counts if the other site links back (the search checks that). */
const linksOf = (domain: string, { aliases, linkedDomains }: CrawlSummary): SiteSummary['linkedDomains'] => [
  ...aliases.filter((alias) => alias !== domain).map((alias) => ({ domain: alias, kind: 'alias' as const })),
  ...linkedDomains.filter((linked) => linked !== domain).map((linked) => ({ domain: linked, kind: 'link' as const })),
]
