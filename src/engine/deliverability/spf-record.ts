import { isIPv4, isIPv6 } from 'node:net'

/** SPF records (RFC 7208 sections 4.5 to 7), parsed without look-ups. */

export interface SpfMechanism {
  text: string
  qualifier: '+' | '-' | '~' | '?'
  name: 'all' | 'ip4' | 'ip6' | 'a' | 'mx' | 'ptr' | 'include' | 'exists'
  value: string | null
  /** Prefix lengths of networks; null if not given. */
  cidr4: number | null
  cidr6: number | null
}

export interface SpfRecord {
  mechanisms: SpfMechanism[]
  redirect: string | null
  /** The first term that cannot be parsed; receivers stop there with an error. */
  broken: string | null
}

/** A prefix length has no leading zero (RFC 7208 5.6). */
const MECHANISM =
  /^([-+~?]?)(all|ip4|ip6|a|mx|ptr|include|exists)(?::(.*?))?((?:\/(?:0|[1-9]\d{0,2}))?(?:\/\/(?:0|[1-9]\d{0,2}))?)$/i
const MODIFIER = /^([a-z][a-z0-9._-]*)=(.*)$/i
const MACRO_STRING = /^(?:[\x21-\x24\x26-\x7e]|%\{[slodiphcrtv](?:[1-9]\d*)?r?[-.+,/_=]*\}|%[%_-])*$/i
const ENDS_IN_MACRO = /%(?:\{[^{}]{1,200}\}|[%_-])$/
const TOP_LABEL = /^(?!\d+$)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i
const ONCE: ReadonlySet<string> = new Set(['redirect', 'exp'])
const NEEDS_VALUE: ReadonlySet<string> = new Set(['ip4', 'ip6', 'include', 'exists'])

/** RFC 7208 7.1: several labels, the last of which is not a number, unless it is a macro. */
function isDomainSpec(text: string): boolean {
  if (text === '' || !MACRO_STRING.test(text)) return false
  if (ENDS_IN_MACRO.test(text)) return true
  const labels = text.replace(/\.$/, '').split('.')
  return labels.length > 1 && TOP_LABEL.test(labels.at(-1) ?? '')
}

/** Whether a text is an SPF record at all (RFC 7208 4.5). */
export const isSpf = (text: string): boolean => /^v=spf1(?: |$)/i.test(text)

export function readSpf(text: string): SpfRecord {
  const record: SpfRecord = { mechanisms: [], redirect: null, broken: null }
  const seen = new Set<string>()
  for (const term of text.split(' ').slice(1).filter(Boolean)) {
    const mechanism = readMechanism(term)
    if (mechanism !== null) {
      record.mechanisms.push(mechanism)
      continue
    }
    const [, name = '', value = ''] = MODIFIER.exec(term) ?? []
    const modifier = name.toLowerCase()
    // RFC 7208 6: a second redirect or exp is an error, unknown names are not.
    if (
      name === '' ||
      !MACRO_STRING.test(value) ||
      (ONCE.has(modifier) && (seen.has(modifier) || !isDomainSpec(value)))
    )
      record.broken ??= term
    else if (modifier === 'redirect') record.redirect = value
    seen.add(modifier)
  }
  return record
}

function readMechanism(text: string): SpfMechanism | null {
  const [, sign = '', kind = '', given, lengths = ''] = MECHANISM.exec(text) ?? []
  const name = kind.toLowerCase() as SpfMechanism['name']
  if (kind === '' || given === '' || (NEEDS_VALUE.has(name) && given === undefined)) return null
  const [, cidr4, cidr6] = /^(?:\/(\d+))?(?:\/\/(\d+))?$/.exec(lengths) ?? []
  const read = {
    text,
    qualifier: (sign === '' ? '+' : sign) as SpfMechanism['qualifier'],
    name,
    value: given ?? null,
    cidr4: name === 'ip6' || cidr4 === undefined ? null : Number(cidr4),
    cidr6: name === 'ip6' ? (cidr4 === undefined ? null : Number(cidr4)) : cidr6 === undefined ? null : Number(cidr6),
  }
  return isRight(read, lengths) ? read : null
}

function isRight({ name, value, cidr4, cidr6 }: SpfMechanism, lengths: string): boolean {
  if ((cidr4 ?? 0) > 32 || (cidr6 ?? 0) > 128) return false
  if (name === 'ip4') return isIPv4(value ?? '') && !lengths.startsWith('//')
  if (name === 'ip6') return isIPv6(value ?? '') && !lengths.includes('//')
  if (name === 'all') return value === null && lengths === ''
  const takesLengths = name === 'a' || name === 'mx'
  return (takesLengths || lengths === '') && (value === null || isDomainSpec(value))
}
