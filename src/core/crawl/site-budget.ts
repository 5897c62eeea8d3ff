import { companyKey } from '../../engine/classify/company-name.ts'
import type { PageFacts, PageLink } from '../../engine/extract/page/page-facts.ts'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import type { VisitNeeds } from './visit-needs.ts'

/**
 * Who speaks for a company: its main site, the hosts it links or redirects to, and those that carry its name. Any other host
 * under the same domain may be a customer's, which speaks only for itself.
 */
export interface SiteVoice {
  /** The page a visit begins with, wherever the site redirected. */
  begin: (url: string) => void
  /** Hosts that a page of the site links to belong to the site. */
  follow: (url: string, links: readonly PageLink[]) => void
  /** Whether the page speaks for the site. */
  speaks: (url: string, facts: Pick<PageFacts, 'organization' | 'scan'>) => boolean
  /** The domain of the company that a site with this name describes. */
  companyOf: (site: string, name: string | null) => string
}

/** Starts with what earlier visits saw of the site. */
export async function listenTo({ store }: Pick<VisitNeeds, 'store'>, site: string): Promise<SiteVoice> {
  const main = registrableDomain(site)
  const [own, above] = await Promise.all([
    store.sites.linkedHosts(main, site),
    main === site ? [] : store.sites.linkedHosts(main, main),
  ])
  const hosts = new Set([site, ...own].map(bareHost))
  const ofMain = new Set(above.map(bareHost))
  const names = new Set([nameOf(main), companyKey((await store.sites.organizationOf(main)) ?? '')])
  const agrees = (name: string | null | undefined): boolean => isOneOf(names, name)
  return {
    begin: (url) => void hosts.add(hostOf(url)),
    follow: (url, links) => {
      if (hosts.has(hostOf(url))) for (const link of links) hosts.add(hostOf(link.url))
    },
    speaks: (url, { organization, scan }) =>
      hosts.has(hostOf(url)) || agrees(organization?.name) || agrees(scan.siteName),
    companyOf: (visited, name) => {
      const company = registrableDomain(visited)
      const isMain = visited === company || (company === main && (ofMain.has(visited) || agrees(name)))
      return isMain ? company : visited
    },
  }
}

/** The domain of the company that an archived page describes, going by its host and the names it gives. */
export function companyOfPage(url: string, domain: string, names: readonly (string | null)[]): string {
  const host = hostOf(url)
  const key = new Set([nameOf(domain)])
  return host === domain || names.some((name) => isOneOf(key, name)) ? domain : host
}

/** `acme` of `acme.example`. */
export const nameOf = (domain: string): string => companyKey(registrableDomain(domain).split('.')[0] ?? '')

const isOneOf = (keys: ReadonlySet<string>, name: string | null | undefined): boolean => {
  const key = companyKey(name ?? '')
  return key !== '' && keys.has(key)
}

const bareHost = (host: string): string => host.replace(/^www\.|:\d+$/g, '')
const hostOf = (url: string): string => bareHost(new URL(url).hostname)
