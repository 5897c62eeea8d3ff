import { parseHostName } from '../../../lib/addresses/domain-name.ts'
import { isFileExtension, isTopLevel } from './address-rules.ts'
import type { AddressRules } from './address-rules.ts'

/** What layout and encodings leave in front of a local part. Anchored, and bounded by the length of a local part. */
const LEFT_OVER = /^(?:u00[0-7][0-9a-f]|mailto:?)/i
/** After a backslash: JSON and script escapes (`\njo@…`, `\u003ejo@…`). */
const ESCAPE_REST = /^(?:u[0-9a-f]{4}|x[0-9a-f]{2}|[bfnrtv])/i
/** After a percent sign: the rest of an encoded space or bracket (`%20jo@…`). */
const PERCENT_REST = /^[0-9a-f]{2}/i
/** Punctuation with which no mailbox begins: bullets, quotes, Markdown rules. */
const LEADING_MARKS = /^[-.'&+_]+/
/** `555-0100jo@`: groups of digits, then a name. In all-digit mailboxes no letter follows. */
const PHONE_IN_FRONT = /^\d{2,}(?:[-.]\d{2,})+[-.]?(?=[a-z])/i
const MIN_PHONE_DIGITS = 7
const DIGITS_IN_FRONT = /^\d{2,}(?=[a-z])/i

/** Private zones (RFC 6762 appendix G and RFC 2606): a name under one is not a public host with something attached. */
const PRIVATE_ZONES = new Set(
  'local localhost localdomain lan home corp internal intranet private invalid test example'.split(' '),
)
/** The most labels that a missing space can attach: more would be another kind of host. */
const MAX_GLUED_LABELS = 2
/** `com` + `Telefon`, `com` + `555`, `com` + `-`: top-level domains have one case, no digits and no hyphen. */
const GLUED_TO_SUFFIX = /^(?:[a-z]{2,}(?=[\d\p{Lu}-])|[A-Z]{2,}(?=[\d-]|\p{Lu}\p{Ll}))/u
const CAPITALISED_WORD = /^\p{Lu}\p{Ll}{2,}$/u

/**
 * A local part without what its surroundings left on it.
 * @param before the text in front of it
 */
export function cleanLocal(raw: string, before: string): string {
  const unescaped = before.endsWith('\\') ? raw.replace(ESCAPE_REST, '') : raw
  const decoded = before.endsWith('%') ? unescaped.replace(PERCENT_REST, '') : unescaped
  const bare = decoded.replace(LEFT_OVER, '').replace(LEADING_MARKS, '')
  const phone = PHONE_IN_FRONT.exec(bare)?.[0] ?? ''
  if (phone.replace(/\D/g, '').length >= MIN_PHONE_DIGITS) return bare.slice(phone.length)
  return /\d[\s).-]{1,2}$/.test(before) ? bare.replace(DIGITS_IN_FRONT, '') : bare
}

/**
 * A host name without what a missing space attached to its end: `acme.example.Phone`, `acme.exampleTel`, a trailing dot.
 * @returns null if it contains no top-level domain
 */
export function cleanDomain(raw: string, rules: AddressRules): string | null {
  const labels = raw
    .replace(/\.\..*$/s, '')
    .replace(/[-.]+$/, '')
    .split('.')
  for (let glued = 0; glued <= MAX_GLUED_LABELS && labels.length > 1; glued++) {
    const last = labels.at(-1) ?? ''
    if (!isNewSentence(labels, rules)) {
      const suffix = suffixOf(last, rules)
      if (suffix !== null) return [...labels.slice(0, -1), suffix].join('.')
      const previous = labels.at(-2) ?? ''
      if (labels.length < 3 || isNoTail(last) || suffixOf(previous, rules) === null) return null
    }
    labels.pop()
  }
  return null
}

/**
 * `acme.com.Call`: a capitalised word after lower-case letters that end in a suffix begins a sentence, even if `call` is also a
 * suffix.
 */
function isNewSentence(labels: readonly string[], rules: AddressRules): boolean {
  const [previous = '', last = ''] = labels.slice(-2)
  if (labels.length < 3 || !CAPITALISED_WORD.test(last)) return false
  return previous === previous.toLowerCase() && isTopLevel(previous, rules)
}

const isNoTail = (label: string): boolean => {
  const lower = label.toLowerCase()
  return isFileExtension(lower) || PRIVATE_ZONES.has(lower) || /^\d/.test(lower)
}

/** The top-level domain that a last label is, or begins with if something is attached; null if there is none. */
function suffixOf(label: string, rules: AddressRules): string | null {
  const ascii = toAscii(label.toLowerCase())
  if (ascii !== null && isTopLevel(ascii, rules)) return isFileExtension(ascii) ? null : label
  const prefix = GLUED_TO_SUFFIX.exec(label)?.[0]
  return prefix !== undefined && isTopLevel(prefix.toLowerCase(), rules) ? prefix : null
}

const ASCII = /^[\x21-\x7e]*$/
const toAscii = (label: string): string | null =>
  ASCII.test(label) ? label : (parseHostName(`x.${label}`)?.slice('x.'.length) ?? null)
