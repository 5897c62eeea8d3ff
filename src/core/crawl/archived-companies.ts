import type { CompanyEvidence } from '../../db/companies/company-evidence-store.ts'
import { chooseOrganization } from '../../engine/classify/organization-name.ts'
import type { PageCompany, PageFacts } from '../../engine/extract/page/page-facts.ts'
import type { ArchivedCapture } from '../../engine/import/archived-page.ts'
import { isoDate } from '../../lib/process/clock.ts'
import { detachedCopy } from '../../lib/text/detached-copy.ts'
import { createCompanyCollector } from './company-evidence.ts'
import { companyOfPage } from './site-budget.ts'

/** What an archived page says about the company behind its site. */
export interface CompanyPage {
  url: string
  /** Domain of the company the page describes. */
  domain: string
  /** Day of the capture, `YYYY-MM-DD`. */
  seenOn: string
  company: PageCompany
  structuredName: string | null
  siteName: string | null
  title: string | null
}

/** Null for a capture that is not a page, or whose company facts were not read. */
export function companyPageOf(capture: ArchivedCapture): CompanyPage | null {
  if (capture.kind !== 'page') return null
  const { url, domain, capturedAt, facts } = capture
  const { company } = facts
  if (company === undefined) return null
  const names = namesOf(facts)
  const speaksOf = companyOfPage(url, domain, [names.structuredName, names.siteName])
  return detachedCopy({ url, domain: speaksOf, seenOn: isoDate(capturedAt), company, ...names })
}

const namesOf = ({ organization, scan }: PageFacts) => ({
  structuredName: organization?.name ?? null,
  siteName: scan.siteName,
  title: scan.title,
})

const isSaid = (text: string | null): text is string => text !== null && text !== ''

/** What the pages say together, per site and day, as if each day were one visit. */
export function archivedCompanies(pages: readonly CompanyPage[]): CompanyEvidence[][] {
  const visits = Map.groupBy(pages, ({ domain, seenOn }) => `${domain} ${seenOn}`)
  return [...visits.values()].map(concluded)
}

function concluded(pages: readonly CompanyPage[]): CompanyEvidence[] {
  // The start page comes first, as in a crawl; the order of the others does not depend on the archive.
  const sorted = pages.toSorted((a, b) => depthOf(a) - depthOf(b) || (a.url < b.url ? -1 : 1))
  const [first] = sorted
  if (first === undefined) return []
  const collector = createCompanyCollector()
  for (const { url, company } of sorted) collector.add(url, company)
  const { domain, seenOn } = first
  const name = chooseOrganization({
    domain,
    structured: sorted.map(({ structuredName }) => structuredName).filter(isSaid),
    siteNames: sorted.map(({ siteName }) => siteName).filter(isSaid),
    titles: sorted.map(({ title }) => title).filter(isSaid),
  })
  return collector.conclude({ domain, seenOn, name, mailProvider: null })
}

const depthOf = ({ url }: CompanyPage): number => new URL(url).pathname.length
