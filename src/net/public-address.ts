import { BlockList, isIP } from 'node:net'

/**
 * The SSRF guard: which addresses Quarry may connect to. Everything outside the IANA registries' globally reachable unicast
 * space is refused, unless the operator opens a network (tests, intranets).
 */

export interface AddressGuard {
  /** Whether a connection to this IP literal is allowed; false for anything that is not an IP literal. */
  allows: (address: string) => boolean
}

/** What an address is for; `special` covers every other range that is not public unicast. */
export type AddressKind = 'public' | 'loopback' | 'unspecified' | 'special'

/** IANA IPv4 Special-Purpose Address Registry (RFC 6890 and successors), plus multicast and class E. */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10', // carrier-grade NAT, RFC 6598
  '127.0.0.0/8',
  '169.254.0.0/16', // link-local; clouds run their metadata service here
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24', // documentation, RFC 5737
  '192.88.99.0/24', // 6to4 relays, RFC 7526
  '192.168.0.0/16',
  '198.18.0.0/15', // benchmarking, RFC 2544
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const

/** Only 2000::/3 is global unicast (RFC 4291 2.4); within it, these are not. */
const SPECIAL_IPV6 = [
  '2001::/23', // IETF protocol assignments: Teredo, benchmarking, ORCHID
  '2001:db8::/32', // documentation, RFC 3849
  '3fff::/20', // documentation, RFC 9637
] as const

const specialIpv4 = blockList(SPECIAL_IPV4)
const specialIpv6 = blockList(SPECIAL_IPV6)
const globalIpv6 = blockList(['2000::/3'])

/**
 * Classifies an IP literal; v4-mapped (RFC 4291 2.5.5.2), 6to4 (RFC 3056) and NAT64 (RFC 6052) forms count as the IPv4 they
 * contain.
 */
export function addressKind(address: string): AddressKind {
  const plain = unpackAddress(address)
  if (plain === null) return 'special'
  if (plain === '::' || plain === '0.0.0.0') return 'unspecified'
  if (plain === '::1' || plain.startsWith('127.')) return 'loopback'
  if (isIP(plain) === 4) return specialIpv4.check(plain) ? 'special' : 'public'
  return globalIpv6.check(plain, 'ipv6') && !specialIpv6.check(plain, 'ipv6') ? 'public' : 'special'
}

/**
 * @param allowedNetworks networks in CIDR form, open in addition to the public ones: `127.0.0.0/8`, `fd00::/8`.
 * @throws RangeError for text that is not a network, so that a typing error never opens or closes anything else.
 */
export function createAddressGuard(allowedNetworks: readonly string[] = []): AddressGuard {
  const allowed = blockList(allowedNetworks)
  return {
    allows: (address) => {
      const plain = unpackAddress(address)
      if (plain === null) return false
      return addressKind(plain) === 'public' || allowed.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
    },
  }
}

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', bits = ''] = network.split('/')
    const family = isIP(base)
    if (family === 0 || !/^\d{1,3}$/.test(bits)) throw new RangeError(`Not a network: ${network}`)
    list.addSubnet(base, Number(bits), family === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

/** Dotted IPv4, or canonical IPv6 after unpacking; null when the text is not an IP literal (or has a zone id). */
function unpackAddress(address: string): string | null {
  const family = isIP(address)
  if (family === 4) return address
  if (family !== 6 || address.includes('%')) return null
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1)
  return embeddedIpv4(groupsOf(canonical)) ?? canonical
}

/** The eight 16-bit groups of a canonical IPv6 address. */
function groupsOf(canonical: string): number[] {
  const [head = '', tail = ''] = canonical.split('::')
  const parse = (text: string): number[] => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)))
  const [left, right] = [parse(head), parse(tail)]
  return [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right]
}

function embeddedIpv4(groups: number[]): string | null {
  const prefix = groups
    .slice(0, 6)
    .map((group) => group.toString(16))
    .join(':')
  if (prefix === '0:0:0:0:0:ffff' || prefix === '64:ff9b:0:0:0:0') return dotted(groups[6], groups[7])
  return groups[0] === 0x2002 ? dotted(groups[1], groups[2]) : null
}

const dotted = (high = 0, low = 0): string => [high >> 8, high & 255, low >> 8, low & 255].join('.')
