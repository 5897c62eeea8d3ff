import { BlockList, isIP } from 'node:net'
import type { IncomingMail } from './incoming-mail.ts'
import { passedSigners } from './mail-authentication.ts'

/** How an email arrived: the addresses that handed it over, and whose signatures it carries. */
export interface MailTrace {
  /** Of the last server on the sender's side; empty if the mail never left the receiver's servers. */
  addresses: readonly string[]
  /** Domains in lower case. */
  signers: readonly string[]
}

const MAX_HOPS = 8
const MAX_SIGNATURES = 10
const MAX_LENGTH = 2_000

/** Private networks, inside which servers pass mail to each other (RFC 1918, 3927, 4193, 4291, 6598). */
const INSIDE = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  INSIDE.addSubnet(network, bits, 'ipv4')
INSIDE.addAddress('::1', 'ipv6')
INSIDE.addSubnet('fc00::', 7, 'ipv6')
INSIDE.addSubnet('fe80::', 10, 'ipv6')

/**
 * Reads the lines that servers add at the top (RFC 5321 4.4, RFC 8601): reliable for one's own email, whose route is known to
 * be honest.
 */
export function readTrace(mail: IncomingMail): MailTrace {
  const signers = passedSigners(mail) ?? mail.headers('dkim-signature').slice(0, MAX_SIGNATURES).flatMap(domainOf)
  const address = handedOverFrom(mail.headers('received').slice(0, MAX_HOPS))
  return { addresses: address === null ? [] : [address], signers: [...new Set(signers)].slice(0, MAX_SIGNATURES) }
}

/** From the top: skips hops between the receiver's own servers, and stops at the submission by the sender's program. */
function handedOverFrom(hops: readonly string[]): string | null {
  for (const hop of hops) {
    const line = hop.slice(0, MAX_LENGTH)
    if (/\bwith\s{1,5}(?:utf8)?e?smtps?a\b/i.test(line)) return null
    const [, from = ''] = /^\s{0,5}from\b([^]*?)\bby\s/i.exec(line) ?? []
    const address = /\[(?:ipv6:)?([0-9a-f.:]{2,45})\]/i.exec(from)?.[1]?.toLowerCase()
    if (address !== undefined && isOutside(address)) return address
  }
  return null
}

function isOutside(address: string): boolean {
  const version = isIP(address)
  return version !== 0 && !INSIDE.check(address, version === 6 ? 'ipv6' : 'ipv4')
}

/** `d=` of a signature (RFC 6376 3.5). */
function domainOf(signature: string): string[] {
  const domain = /(?:^|;)\s{0,5}d\s{0,5}=\s{0,5}([a-z0-9.-]{1,253})/i.exec(signature.slice(0, MAX_LENGTH))?.[1]
  return domain === undefined ? [] : [domain.toLowerCase()]
}
