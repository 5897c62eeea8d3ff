import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import type { AddressLists } from './address-lists.ts'

/** Whether anybody can open a mailbox at the domain or at the registrable domain above it; temporary mailboxes do not count. */
export const isWebmail = (domain: string, lists: AddressLists): boolean =>
  isListed(lists.webmail, domain) && !isDisposable(domain, lists)

/** Whether the domain, or the registrable domain above it, belongs to a temporary mailbox service. */
export const isDisposable = (domain: string, lists: AddressLists): boolean => isListed(lists.disposable, domain)

/** Whether the domain belongs to an alias or relay service that forwards to a permanent mailbox. */
export const isForwarder = (domain: string, lists: AddressLists): boolean => isListed(lists.forwarder, domain)

function isListed(list: ReadonlySet<string>, domain: string): boolean {
  const name = domain.toLowerCase()
  return list.has(name) || list.has(registrableDomain(name))
}

/** The company that an address belongs to, as a registrable domain; null if anybody can open a mailbox there. */
export function companyOfAddress(lists: AddressLists, address: string | null): string | null {
  const domain = address?.slice(address.lastIndexOf('@') + 1).toLowerCase() ?? ''
  return domain === '' || isWebmail(domain, lists) ? null : registrableDomain(domain)
}
