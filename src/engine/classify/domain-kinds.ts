import { registrableDomain } from '../../lib/domain-name.ts'
import { readWordList } from '../../lib/word-list.ts'

const WEBMAIL = readWordList(new URL('./lists/webmail-domains.txt', import.meta.url))
const DISPOSABLE = readWordList(new URL('./lists/disposable-domains.txt', import.meta.url))

/** Whether anybody may open a mailbox at the domain or at the registrable domain above it; temporary ones do not count. */
export function isWebmail(domain: string): boolean {
  return isListed(WEBMAIL, domain) && !isDisposable(domain)
}

/** Whether the domain, or the registrable domain above it, belongs to a service of temporary mailboxes. */
export function isDisposable(domain: string): boolean {
  return isListed(DISPOSABLE, domain)
}

function isListed(list: ReadonlySet<string>, domain: string): boolean {
  const name = domain.toLowerCase()
  return list.has(name) || list.has(registrableDomain(name))
}
