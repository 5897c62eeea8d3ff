import { parseHostName } from './domain-name.ts'

export interface EmailAddress {
  /** Lower case, domain in A-labels. */
  full: string
  local: string
  domain: string
}

/** RFC 5321 4.5.3.1: local part at most 64 octets; the path of 256 leaves 254 for the address. */
const MAX_ADDRESS_OCTETS = 254
const MAX_LOCAL_OCTETS = 64
/** RFC 5322 3.2.3 atext, and any non-ASCII letter or digit (RFC 6531 3.3). */
const DOT_ATOM =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~\-\u0080-\u{10ffff}]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~\-\u0080-\u{10ffff}]+)*$/iu
const SPACE_OR_CONTROL = /[\p{Cc}\p{Cf}\p{Z}]/u

/** What comes along unseen when an address is copied from a page, a table or an address book, and is never part of one. */
const UNSEEN = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g

/** The text without them. */
export const withoutUnseen = (text: string): string => text.replaceAll(UNSEEN, '')

/** The part after the last `@` of a text known to be an address. */
export const domainOfAddress = (address: string): string => address.slice(address.lastIndexOf('@') + 1)

/**
 * Parses `local@domain` with a dot-atom local part (RFC 5321 4.1.2, RFC 6531 3.3): no comments, no literals, no quotes.
 * @returns null when the text is not such an address; callers never split on `@` themselves.
 */
export function parseEmailAddress(text: string): EmailAddress | null {
  const trimmed = text.trim().normalize('NFC')
  const at = trimmed.lastIndexOf('@')
  if (at < 1 || SPACE_OR_CONTROL.test(trimmed)) return null
  const local = trimmed.slice(0, at).toLowerCase()
  if (Buffer.byteLength(local) > MAX_LOCAL_OCTETS || !DOT_ATOM.test(local)) return null
  const domain = parseHostName(trimmed.slice(at + 1))
  if (domain === null) return null
  const full = `${local}@${domain}`
  return Buffer.byteLength(full) > MAX_ADDRESS_OCTETS ? null : { full, local, domain }
}

/** An address that somebody typed or pasted: the same, without the invisible characters in it. */
export const parseTypedAddress = (text: string): EmailAddress | null => parseEmailAddress(withoutUnseen(text))
