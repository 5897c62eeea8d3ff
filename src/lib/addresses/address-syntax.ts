import { domainToASCII } from 'node:url'
import { parseHostName } from './domain-name.ts'
import { parseEmailAddress, withoutUnseen } from './email-address.ts'
import type { EmailAddress } from './email-address.ts'

/**
 * What a caller sent as an address. `malformed` has two parts around an `@` but breaks a rule of RFC 5321 or 6531, which is a
 * verdict in itself; `none` does not look like an address at all.
 */
export type AddressReading = { kind: 'address'; address: EmailAddress } | NoAddress
type NoAddress = { kind: 'malformed'; email: string } | { kind: 'none' }

const MAX_ADDRESS_OCTETS = 254
const MAX_LOCAL_OCTETS = 64
/** RFC 5321 4.1.2, without spaces: printable characters; backslash and quote only after a backslash. */
const QUOTED_LOCAL = /^"(?:[!#-[\]-~\u0080-\u{10ffff}]|\\[!-~])+"$/u
const SPACE_OR_CONTROL = /[\p{Cc}\p{Cf}\p{Z}]/u

/** Neither a colon nor a bracket may stand in a dot-atom, so these are how links and mail programs write an address. */
const WRAPPED = /^(?:mailto:([^<>\s]+)|<([^<>\s]+)>)$/i

/** Reads dot-atoms and quoted strings, also as `mailto:…` or `<…>`, and without what is invisible; no comments, no address literals. */
export function readAddress(text: string): AddressReading {
  const given = withoutUnseen(text).trim().normalize('NFC')
  const [, linked, bracketed] = WRAPPED.exec(given) ?? []
  const trimmed = linked ?? bracketed ?? given
  const at = trimmed.lastIndexOf('@')
  const [local, domain] = [trimmed.slice(0, Math.max(0, at)), trimmed.slice(at + 1)]
  if (local === '' || domain === '' || SPACE_OR_CONTROL.test(trimmed)) return { kind: 'none' }
  if (Buffer.byteLength(trimmed) > MAX_ADDRESS_OCTETS) return { kind: 'none' }
  const address = parseEmailAddress(trimmed) ?? quotedAddress(local, domain)
  if (address !== null) return { kind: 'address', address }
  return { kind: 'malformed', email: `${local.toLowerCase()}@${domainToASCII(domain) || domain.toLowerCase()}` }
}

/** Whether what was sent as an address and is none tells rows apart and yet holds no instruction to a model. */
export const isOneWord = (text: string): boolean => /^[\w.+@]{1,64}$/.test(text)

function quotedAddress(quoted: string, host: string): EmailAddress | null {
  if (!QUOTED_LOCAL.test(quoted) || Buffer.byteLength(quoted) > MAX_LOCAL_OCTETS) return null
  const domain = parseHostName(host)
  const local = quoted.toLowerCase()
  return domain === null ? null : { full: `${local}@${domain}`, local, domain }
}
