import { isIPv6 } from 'node:net'

/** The sender whose mail is evaluated. */
export interface SpfSender {
  address: string
  /** Of the envelope. */
  email: string
  helo: string
}

const MACRO = /%\{([slodiphcrtv])(\d*)(r?)([-.+,/_=]*)\}|%([%_-])/gi
const MAX_NAME = 253

/** A domain-spec with its macros expanded (RFC 7208 7). @param domain whose record is being evaluated. */
export function expandSpf(text: string, domain: string, { address, email, helo }: SpfSender): string {
  const at = email.lastIndexOf('@')
  const values = new Map(
    Object.entries({
      s: email,
      l: email.slice(0, at),
      o: email.slice(at + 1),
      d: domain,
      i: isIPv6(address) ? nibbles(address).join('.') : address,
      p: 'unknown',
      v: isIPv6(address) ? 'ip6' : 'in-addr',
      h: helo,
    }),
  )
  const filled = text.replace(MACRO, (...found: string[]) => {
    const [, letter = '', digits = '', reverse = '', delimiters = '', escaped = ''] = found
    if (escaped !== '') return escaped === '%' ? '%' : escaped === '_' ? ' ' : '%20'
    const value = values.get(letter.toLowerCase()) ?? ''
    const separators = delimiters === '' ? '.' : delimiters
    const parts = value.split(new RegExp(`[${separators.replace(/[-\]\\^]/g, String.raw`\$&`)}]`))
    if (reverse !== '') parts.reverse()
    return parts.slice(digits === '' || Number(digits) === 0 ? 0 : -Number(digits)).join('.')
  })
  // RFC 7208 7.3: labels are dropped from the left until the name fits.
  let name = filled.toLowerCase()
  while (name.length > MAX_NAME && name.includes('.')) name = name.slice(name.indexOf('.') + 1)
  return name
}

/** Every half octet of an IPv6 address, in hexadecimal. */
function nibbles(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const groups = (text: string): string[] => (text === '' ? [] : text.split(':'))
  const [left, right] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0')
  return [...left, ...zeros, ...right].flatMap((group) => group.toLowerCase().padStart(4, '0').split(''))
}
