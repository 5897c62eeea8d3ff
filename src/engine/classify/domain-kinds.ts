import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import { readWordList } from '../../lib/text/word-list.ts'

/** Lists of domains by what they say about a mailbox. */
export type DomainList = 'webmail' | 'disposable' | 'forwarder'

const shipped = (name: DomainList): Set<string> => readWordList(new URL(`./lists/${name}-domains.txt`, import.meta.url))

const LISTS: Record<DomainList, ReadonlySet<string>> = {
  webmail: shipped('webmail'),
  disposable: shipped('disposable'),
  forwarder: shipped('forwarder'),
}

/** Domains of the list in use. */
export const domainList = (name: DomainList): ReadonlySet<string> => LISTS[name]

/** Puts a newer list in the place of the one in use. */
export function replaceDomainList(name: DomainList, domains: ReadonlySet<string>): void {
  LISTS[name] = domains
}

/** The month in which the lists were last looked through. */
export const LISTS_DATED = '2026-01'

/** Whether anybody may open a mailbox at the domain or at the registrable domain above it; temporary ones do not count. */
export function isWebmail(domain: string): boolean {
  return isListed(LISTS.webmail, domain) && !isDisposable(domain)
}

/** Whether the domain, or the registrable domain above it, belongs to a service of temporary mailboxes. */
export function isDisposable(domain: string): boolean {
  return isListed(LISTS.disposable, domain)
}

/** Whether the domain belongs to an alias or relay service behind which a lasting mailbox stands. */
export function isForwarder(domain: string): boolean {
  return isListed(LISTS.forwarder, domain)
}

function isListed(list: ReadonlySet<string>, domain: string): boolean {
  const name = domain.toLowerCase()
  return list.has(name) || list.has(registrableDomain(name))
}
