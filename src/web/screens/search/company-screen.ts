import type { z } from 'zod'
import { ListChanges } from '../../../core/changes/list-changes.ts'
import { EnrichCompany } from '../../../core/enrich/enrich-company.ts'
import type { EnrichCompanyOutput } from '../../../core/enrich/enrich-output.ts'
import { hasLogo } from '../../../core/enrich/logo.ts'
import { GetCrawl } from '../../../core/crawl/get-crawl.ts'
import { LeadExists } from '../../../core/leads/leads.ts'
import { DomainSearch } from '../../../core/search/domain-search.ts'
import { EmailCount } from '../../../core/search/email-count.ts'
import { GetBulk } from '../../../core/verify/bulk-verifications.ts'
import { VerifyEmail } from '../../../core/verify/verify-email.ts'
import { normalizeDomain } from '../../../lib/addresses/domain-name.ts'
import { AppError } from '../../../errors.ts'
import { jsonBox } from '../../components/json-box.ts'
import { askFor, known, readFrom, tryAskFor } from '../../page/ask.ts'
import { html, NOTHING } from '../../page/html.ts'
import type { Html } from '../../page/html.ts'
import { screen } from '../../page/screen.ts'
import type { View } from '../../page/view.ts'
import { companyChanges, SHOWN_CHANGES } from '../changes/company-changes.ts'
import { companyFilters, hasFilters, searchInput } from './people-filters.ts'
import { companyHead, companyLinks, companyProfileCard } from './company-head.ts'
import { livePeople } from './live-people.ts'
import type { LivePeople } from './live-people.ts'
import { drawerVerdict, isAsking, personDrawer } from './person-drawer.ts'

const domainOf = ({ params }: View): string => params['domain'] ?? ''

const isDomain = (view: View): boolean => normalizeDomain(domainOf(view)) !== null

const showsPeople = ({ part }: View): boolean => part === null || part === 'live'

/** One company: its people, live while its site is read, and actions for them. */
export const CompanyScreen = screen({
  scope: 'read',
  title: domainOf,
  asks: (view) => {
    const domain = domainOf(view)
    const { check, profile, person, verify } = view.query
    const isWhole = view.part === null && isDomain(view)
    const isHeaded = showsPeople(view) && isDomain(view)
    return {
      search: view.maySpend && isDomain(view) ? tryAskFor(DomainSearch, searchInput(view)) : null,
      check: check === undefined || !showsPeople(view) ? null : tryAskFor(GetBulk, { id: check }),
      profile:
        isWhole && profile !== undefined && view.maySpend
          ? tryAskFor(EnrichCompany, { domain, include: ['locations'] })
          : null,
      changes: isWhole ? tryAskFor(ListChanges, { domain, sort: 'newest', limit: SHOWN_CHANGES }) : null,
      isLogoKnown: isHeaded ? readFrom((context) => hasLogo(context, domain)) : null,
      verdict:
        person !== undefined && verify !== undefined && view.maySpend && view.part !== 'live'
          ? tryAskFor(VerifyEmail, { email: person, explain: true })
          : null,
      lead: person === undefined || view.part === 'live' ? null : tryAskFor(LeadExists, { email: person }),
    }
  },
  // The search is what requests a visit of the site.
  thenAsks: (_, view) => ({
    crawl: isDomain(view) && showsPeople(view) ? askFor(GetCrawl, { domain: domainOf(view) }) : null,
    counts: isDomain(view) && showsPeople(view) ? tryAskFor(EmailCount, { domain: domainOf(view) }) : null,
  }),
  refreshes: (found) => isAsking(found.verdict) || livePeople(found).refreshes,
  page: (found, view) => {
    if (!isDomain(view)) return html`<h1><bdi>${domainOf(view)}</bdi></h1><p>${view.words.search.noDomain}</p>`
    const { search, profile } = found
    const people = known(search)
    const company = known(profile)
    const live = livePeople(found)
    const warning = warningOf(view, people?.data ?? null)
    return html`${head(found, view)}
    ${companyLinks(view, domainOf(view), company === null && warning === null)}
    ${company === null ? NOTHING : companyProfileCard(view, company.data, company.meta.sources ?? {})}
    ${profile instanceof AppError ? html`<p class="muted">${view.words.search.noProfile}</p>` : NOTHING}
    ${(people?.data.emails.length ?? 0) > 0 || live.isLive || hasFilters(view.query) ? companyFilters(view) : NOTHING}
    <div class="beside">
      ${live.render(view)}
      ${personDrawer(view, found)}
    </div>
    ${companyChanges(view, domainOf(view), known(found.changes))}
    ${jsonBox(view, people === null ? null : { method: 'GET', path: '/domain-search', parameters: searchInput(view), answer: people })}`
  },
  parts: {
    live: (found, view) => html`${livePeople(found).render(view)}${isHeadLive(view) ? head(found, view) : NOTHING}`,
    drawer: (found, view) => personDrawer(view, found),
    verdict: (found, view) => drawerVerdict(view, found),
  },
})

/** What reading its site reveals about the company; a looked-up profile takes precedence. */
const isHeadLive = (view: View): boolean => isDomain(view) && view.query['profile'] === undefined

interface FoundCompany extends Pick<LivePeople, 'search'> {
  profile: EnrichCompanyOutput | AppError | null
  counts: z.output<typeof EmailCount.output> | AppError | null
  isLogoKnown: boolean | null
}

function head({ search, profile, counts, isLogoKnown }: FoundCompany, view: View): Html {
  const people = known(search)
  return companyHead(view, {
    domain: domainOf(view),
    name: known(profile)?.data.name ?? people?.data.organization ?? null,
    pattern: people?.data.pattern ?? null,
    hasLogo: isLogoKnown === true,
    counts: countsOf(known(counts)?.data ?? null),
    warning: warningOf(view, people?.data ?? null),
  })
}

const countsOf = (data: { personal_emails: number; generic_emails: number } | null) =>
  data === null || data.personal_emails + data.generic_emails === 0
    ? null
    : { personal: data.personal_emails, generic: data.generic_emails }

function warningOf(
  { words }: View,
  data: { webmail: boolean; disposable: boolean; accept_all: boolean | null } | null,
): string | null {
  if (data?.webmail === true) return words.search.isWebmail
  if (data?.disposable === true) return words.search.isDisposable
  return data?.accept_all === true ? words.search.acceptsAll : null
}
