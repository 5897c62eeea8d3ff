import { domainToASCII } from 'node:url'
import { parse } from 'tldts'

/** RFC 1035 2.3.4: a name has at most 253 visible octets, a label at most 63. */
const MAX_DOMAIN_OCTETS = 253
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
const NUMERIC = /^\d+$/
/**
 * Names that UTS 46 leaves unchanged: no A-label, whose content it checks, and no last label that could be part of an IP
 * address.
 */
const PLAIN_HOST = /^(?!.*xn--)[a-z0-9.-]*\.[a-z][a-z0-9-]*$/

/**
 * Reads a domain the way people paste it: removes brackets and quotes around it, scheme, user part, port, path, leading `www.`
 * and trailing dot; takes the domain of an email address; converts other scripts to A-labels (UTS 46, then an LDH check, RFC
 * 5890 2.3.1).
 * @returns the lower-case host name with at least one dot, or null when there is none (IP addresses included).
 */
export function normalizeDomain(text: string): string | null {
  const bare = text
    .trim()
    .replace(/^[<("'“„]{1,3}/, '')
    .replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/^.*@/s, '')
    .replace(/[>)"'”“,;]{1,3}$/, '')
    .replace(/:\d*$/, '')
    .replace(/\.$/, '')
    .replace(/^www\.(?=[^.]+\.)/i, '')
  return parseHostName(bare)
}

/** A bare host name in A-labels and lower case: two or more LDH labels, the last one not numeric. Null for anything else. */
export function parseHostName(text: string): string | null {
  if (text === '' || text.length > MAX_DOMAIN_OCTETS * 4) return null
  const ascii = PLAIN_HOST.test(text) ? text : domainToASCII(text).toLowerCase()
  if (ascii === '' || ascii.length > MAX_DOMAIN_OCTETS) return null
  const labels = ascii.split('.')
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label))) return null
  return NUMERIC.test(labels.at(-1) ?? '') ? null : ascii
}

/** The registrable domain (public suffix list, without private suffixes), or the name itself if none is known. */
export function registrableDomain(host: string): string {
  return parse(host, { allowPrivateDomains: false, validateHostname: false }).domain ?? host
}

/** Whether the name ends in a suffix of the ICANN section of the public suffix list. */
export function hasKnownSuffix(host: string): boolean {
  return parse(host, { allowPrivateDomains: false, validateHostname: false }).isIcann === true
}

/**
 * Whether names are registered under this one, as under `co.uk` (ICANN section of the public suffix list), so that no one
 * company owns it.
 */
export function isPublicSuffix(host: string): boolean {
  const { isIcann, publicSuffix } = parse(host, { allowPrivateDomains: false, validateHostname: false })
  return isIcann === true && publicSuffix === host
}
