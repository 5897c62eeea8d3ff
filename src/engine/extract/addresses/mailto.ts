import type { EmailAddress } from '../../../lib/addresses/email-address.ts'
import { cleanDomain } from './address-cleanup.ts'
import { acceptAddress } from './address-rules.ts'
import type { AddressRules } from './address-rules.ts'
import { withoutFiller } from './nospam-filler.ts'

export interface MailtoAddress {
  address: EmailAddress
  /** The name in `Jo Doe <jo@acme.example>`. */
  name: string | null
}

/** Longer links contain whole newsletters; the addresses come first. */
const MAX_HREF = 16_384
/** The most recipients of one link. */
const MAX_RECIPIENTS = 200
/** An address (RFC 5321: 254 octets) with a name and brackets. */
const MAX_RECIPIENT = 600
const SCHEME = /^[\s\u00a0]*mailto[\s\u00a0]*(?::|%3a)(?:\/\/)?/i

export const isMailto = (href: string): boolean => SCHEME.test(href)

/**
 * The recipients of a `mailto:` URL (RFC 6068 2): path and the fields `to`, `cc`, `bcc`; percent-decoded once.
 * @param href the attribute with its character references resolved
 */
export function parseMailto(href: string, rules: AddressRules): MailtoAddress[] {
  const target = href.slice(0, MAX_HREF).replace(SCHEME, '')
  const query = target.indexOf('?')
  const path = query < 0 ? target : target.slice(0, query)
  const fields = query < 0 ? [] : target.slice(query + 1).split(/&amp;|&|\?/)
  const lists = [path, ...fields.map(recipientsOf)]
  const recipients = lists.flatMap((list) => splitList(percentDecode(list))).slice(0, MAX_RECIPIENTS)
  return recipients.map((one) => parseRecipient(one, rules)).filter((one) => one !== null)
}

const recipientsOf = (field: string): string => /^(?:to|cc|bcc)=(.*)$/is.exec(field)?.[1] ?? ''

/** Commas by RFC 6068, semicolons by habit; a comma within quotes belongs to a name. */
const splitList = (list: string): string[] =>
  /[,;"]/.test(list) ? (list.match(/(?:"[^"]{0,200}"|[^,;"]|")+/g) ?? []) : list === '' ? [] : [list]

/** Decodes percent-encoding as UTF-8; text without any stays unchanged. */
export function percentDecode(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    // Broken or Latin-1 escapes: each pair is decoded on its own, so that the ASCII part of an address is still readable.
    return text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}

function parseRecipient(text: string, rules: AddressRules): MailtoAddress | null {
  if (text.length > MAX_RECIPIENT) return null
  const bracketed = text.includes('<') ? /^(.*)<([^<>]+)>[^<>]*$/s.exec(text) : null
  const name = (bracketed?.[1] ?? '').replace(/["\s]+/g, ' ').trim()
  const address = parseWhole(bracketed?.[2] ?? text, rules)
  return address === null ? null : { address, name: name === '' ? null : name }
}

/** One address and nothing else, apart from spaces, brackets and a trailing punctuation mark. */
export function parseWhole(text: string, rules: AddressRules): EmailAddress | null {
  if (text.length > MAX_RECIPIENT) return null
  const bare = text.replace(/^[\s<>"'([:/]+|[\s<>"')\],;:/]+$/g, '').replace(SCHEME, '')
  const at = bare.lastIndexOf('@')
  if (at < 1) return null
  const host = cleanDomain(bare.slice(at + 1).trim(), rules)
  const local = bare.slice(0, at).trim()
  if (host === null || /[\s@]/.test(local)) return null
  return withoutFiller(local, host, rules) ?? acceptAddress(`${local}@${host}`, rules)
}
