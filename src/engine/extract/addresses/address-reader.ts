import { registrableDomain } from '../../../lib/addresses/domain-name.ts'
import type { EmailAddress } from '../../../lib/addresses/email-address.ts'
import { domainEnd, localStart } from './address-characters.ts'
import { cleanDomain, cleanLocal } from './address-cleanup.ts'
import { acceptAddress } from './address-rules.ts'
import type { AddressRules, TextAddress } from './address-rules.ts'
import { withoutFiller } from './nospam-filler.ts'

/** Characters examined in front of a local part: enough for `https://user:` and for a name. */
const MAX_BEFORE = 80
/** Anchors examined in one text: a limit for hostile texts, far above any real list. */
const MAX_ANCHORS = 100_000
/** Full-width forms of ASCII (`ｊｏ＠ａｃｍｅ．ｃｏ．ｊｐ`) and the small at sign. */
const WIDE_FORMS = /[\uff01-\uff5e\ufe6b]/g
const WIDE_OFFSET = 0xfee0

/**
 * Finds the addresses of a text around each `@`: a bounded read in both directions with a character table, then clean-up and
 * rules. Linear in the length of the text.
 * @param text with its character references resolved and without invisible characters
 */
export function findAddresses(text: string, rules: AddressRules): TextAddress[] {
  const plain = text.replace(WIDE_FORMS, toAscii)
  const found: TextAddress[] = []
  let anchors = 0
  for (let at = plain.indexOf('@'); at >= 0 && anchors < MAX_ANCHORS; at = plain.indexOf('@', at + 1)) {
    anchors++
    const one = readClosed(plain, at, rules) ?? readSpaced(plain, at, rules)
    if (one !== null) found.push(one)
  }
  return found
}

const toAscii = (char: string): string =>
  char === '\ufe6b' ? '@' : String.fromCharCode(char.charCodeAt(0) - WIDE_OFFSET)

/** `jo@acme.example`, without spaces. */
function readClosed(text: string, at: number, rules: AddressRules): TextAddress | null {
  const start = localStart(text, at)
  if (start === at || text.charCodeAt(at + 1) <= 0x20) return null
  const end = domainEnd(text, at + 1)
  if (end - at < 4 || isSomethingElse(text, start, end)) return null
  const before = text.slice(Math.max(0, start - MAX_BEFORE), start)
  const address = build(text.slice(start, at), text.slice(at + 1, end), before, rules)
  if (address === null || isUserInfo(before)) return null
  return { address, start, end, form: 'plain', label: labelBefore(before, text.charAt(end)) }
}

/** The two sides as one cleaned address; null if a rule refuses it. */
function build(local: string, domain: string, before: string, rules: AddressRules): EmailAddress | null {
  const host = cleanDomain(domain, rules)
  if (host === null) return null
  const name = cleanLocal(local, before)
  return withoutFiller(name, host, rules) ?? acceptAddress(`${name}@${host}`, rules)
}

/** Handles of federated networks (`@jo@social.example`), chains of addresses, and `git@host:path`. */
function isSomethingElse(text: string, start: number, end: number): boolean {
  if (text.charAt(start - 1) === '@' || text.charAt(end) === '@') return true
  return text.charAt(end) === ':' && /^:[\w.~-]*\/[\w.-]/.test(text.slice(end, end + MAX_BEFORE))
}

/** `https://user:secret@host`: RFC 3986 3.2.1. A query or a `mailto:` in between ends the authority. */
function isUserInfo(before: string): boolean {
  return /:\/\/[^\s/?#=<>"']*$/.test(before) && !/mailto:\/{0,2}$/i.test(before)
}

/** The name in `Jo Doe <jo@acme.example>` (RFC 5322 3.4 display name). */
function labelBefore(before: string, after: string): string | null {
  if (!before.endsWith('<') || after !== '>') return null
  const name = /([^,;:|<>\n"]+)"?\s*<$/.exec(before)?.[1]?.trim() ?? ''
  return /\p{L}/u.test(name) ? name : null
}

/** Mailboxes so common that spaces around the `@` are accepted on any page. */
const COMMON_ROLES = new Set(
  'info kontakt contact contacto contato mail email office hello support sales service admin'.split(' '),
)
/** What may come before a spaced address: the start of the text, or the end of a label. */
const AFTER_LABEL = /(?:^|[:|([<>,;•·–—\n])\s{0,4}$/

/** What ends a spaced address that has its line, or its place in a row, to itself. */
const BEFORE_NEXT = /^\s{0,4}(?:$|[|)\]>,;•·\n])/
/** `jane.doe`: no word of a sentence. */
const OF_TWO_WORDS = /^\p{Ll}[\p{Ll}\d-]*(?:[._]\p{Ll}[\p{Ll}\d-]*)+$/u

/**
 * `jo @ acme.example`: spaces against harvesters. `Lunch @ noma.example` looks the same, so a spaced address counts only after
 * a label or at the start of a text, and only at the site's own domain, for a common role, or for a whole name with nothing behind.
 */
function readSpaced(text: string, at: number, rules: AddressRules): TextAddress | null {
  const from = skipBlanks(text, at + 1, 1)
  const to = skipBlanks(text, at - 1, -1) + 1
  if (from === at + 1 && to === at) return null
  const start = localStart(text, to)
  const end = domainEnd(text, from)
  const before = text.slice(Math.max(0, start - MAX_BEFORE), start)
  if (start === to || end === from || !AFTER_LABEL.test(before)) return null
  const address = build(text.slice(start, to), text.slice(from, end), before, rules)
  if (address === null) return null
  const isOwn = rules.siteDomain !== undefined && registrableDomain(address.domain) === rules.siteDomain
  const isNamed = OF_TWO_WORDS.test(text.slice(start, to)) && BEFORE_NEXT.test(text.slice(end, end + MAX_BEFORE))
  return isOwn || isNamed || COMMON_ROLES.has(address.local)
    ? { address, start, end, form: 'plain', label: null }
    : null
}

/** Skips at most two spaces: more are layout, not part of an address. */
function skipBlanks(text: string, from: number, step: 1 | -1): number {
  let index = from
  while (Math.abs(index - from) < 2 && /^[ \u00a0]$/.test(text.charAt(index))) index += step
  return index
}
