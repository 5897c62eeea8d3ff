import { registrableDomain } from '../../lib/domain-name.ts'
import { readWordList } from '../../lib/word-list.ts'

const WEBMAIL = readWordList(new URL('./lists/webmail-domains.txt', import.meta.url))
const DISPOSABLE = readWordList(new URL('./lists/disposable-domains.txt', import.meta.url))
const FORWARDER = readWordList(new URL('./lists/forwarder-domains.txt', import.meta.url))

/** The month in which the lists were last looked through. */
export const LISTS_DATED = '2026-01'

/** Whether anybody may open a mailbox at the domain or at the registrable domain above it; temporary ones do not count. */
export function isWebmail(domain: string): boolean {
  return isListed(WEBMAIL, domain) && !isDisposable(domain)
}

/** Whether the domain, or the registrable domain above it, belongs to a service of temporary mailboxes. */
export function isDisposable(domain: string): boolean {
  return isListed(DISPOSABLE, domain)
}

/** Whether the domain belongs to an alias or relay service behind which a lasting mailbox stands. */
export function isForwarder(domain: string): boolean {
  return isListed(FORWARDER, domain)
}

function isListed(list: ReadonlySet<string>, domain: string): boolean {
  const name = domain.toLowerCase()
  return list.has(name) || list.has(registrableDomain(name))
}
