import { isIPv4, isIPv6 } from 'node:net'

/** Groups of an IPv6 address that name a site's network (RFC 6177): a client with one address has all of its /64. */
const NETWORK_GROUPS = 4
const GROUPS = 8
const BITS_OF_GROUP = 16
/** Groups that a provider gives one customer at most (RFC 6177): whoever has them has 65,536 networks. */
const SITE_GROUPS = 3
const MAPPED_IPV4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i

/**
 * The client as counted by rate limits: an IPv4 address, also when written as IPv6 (RFC 4291 2.5.5.2), or the /64 of an IPv6
 * address, in one spelling. Any other text is returned unchanged.
 */
export const clientNetwork = (address: string): string => networkOf(address, NETWORK_GROUPS)

function networkOf(address: string, groupsOfNetwork: number): string {
  const mapped = MAPPED_IPV4.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  const plain = address.split('%', 1)[0] ?? ''
  if (!isIPv6(plain)) return address
  const [before = '', after = ''] = plain.split('::')
  const head = before === '' ? [] : before.split(':')
  const tail = after === '' ? [] : after.split(':')
  const groups = [...head, ...Array<string>(Math.max(0, GROUPS - head.length - tail.length)).fill('0'), ...tail]
  const network = groups.slice(0, groupsOfNetwork).map((group) => Number.parseInt(group, 16).toString(16))
  return `${network.join(':')}::/${groupsOfNetwork * BITS_OF_GROUP}`
}

/** A client's neighbourhood, where single addresses are cheap: the /24 of an IPv4 address, the /64 of an IPv6 address. */
export function clientNeighbourhood(address: string): string {
  const network = clientNetwork(address)
  return isIPv4(network) ? `${network.slice(0, network.lastIndexOf('.'))}.0/24` : network
}

/** Everything that one customer of a provider usually has: the /24 of an IPv4 address, the /48 of an IPv6 address. */
export function clientSite(address: string): string {
  const neighbourhood = clientNeighbourhood(address)
  return neighbourhood.endsWith('/24') ? neighbourhood : networkOf(address, SITE_GROUPS)
}
