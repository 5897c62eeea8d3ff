import type { EmailAddress } from '../../../lib/addresses/email-address.ts'
import { findAddresses } from './address-reader.ts'
import { acceptAddress } from './address-rules.ts'
import type { AddressRules } from './address-rules.ts'
import { decodeShifted, decodeSubstitution, rot13 } from './deciphers.ts'
import { resolveReferences } from '../page/html-text.ts'
import { percentDecode } from './mailto.ts'
import { readScriptStrings } from './script-strings.ts'
import type { ScriptString } from './script-strings.ts'
import { unescapeScript } from '../page/script-tokens.ts'
import { findWordedAddresses } from './worded-address.ts'

export interface ScriptAddress {
  address: EmailAddress
  /** `decoder`: readers of the page see it once the script has run. `script`: it is only in the source. */
  channel: 'decoder' | 'script'
}

/** The `@` itself, or something a decoder can make it from: without it no address can result. */
const HOLDS_AT = /@|%40|\\x40|\\u0040|&#|fromC(?:har|ode)|atob\(|mail\w{0,20}\(["']|UnCrypt|, ?64,/i
/** Signs that a script assembles a text or takes one apart; any other script has nothing to decode. */
const DECODES =
  /fromC(?:har|ode)|unescape\(|atob\(|decodeURI|mailto|document\.write|innerHTML|["']\s?\+|\+\s?["']|\.(?:join|reverse)\(|znvygb|rot13|UnCrypt|mail\w{0,20}\(|, ?64,|\\(?:x40|u0040)/i
/** Libraries embedded in the page are larger than any page's own decoder. */
const MAX_DECODED = 65_536
/** The state of an application as JSON may be large; it is only searched. */
const MAX_SEARCHED = 2_000_000
/** A page's own scripts are shorter, or mostly data. */
const VENDOR_LENGTH = 20_000
const VENDOR_FUNCTIONS = 40

/**
 * Finds the addresses of an inline script.
 * @param isData whether its type is JSON
 */
export function scanScript(source: string, isData: boolean, rules: AddressRules): ScriptAddress[] {
  if (isData) return quotedAddresses(unescapeScript(source.slice(0, MAX_SEARCHED)), rules)
  const found =
    source.length <= MAX_DECODED && HOLDS_AT.test(source) && DECODES.test(source) ? decodeScript(source, rules) : []
  if (isVendorCode(source) || !source.includes('@')) return found
  return [...found, ...quotedAddresses(unescapeScript(source.slice(0, MAX_SEARCHED)), rules)]
}

/** An address in quotes is data of the page; one in the comment of a library is not. */
function quotedAddresses(text: string, rules: AddressRules): ScriptAddress[] {
  return findAddresses(text, rules)
    .filter(({ start, end }) => /["'`:>,; ]/.test(text.charAt(start - 1)) && /["'`<?\\,; ]/.test(text.charAt(end)))
    .filter(
      ({ start }) => !/(?:^|\n)\s{0,8}(?:\*|\/\/|\/\*)[^\n"']*$/.test(text.slice(Math.max(0, start - 160), start)),
    )
    .map(({ address }) => ({ address, channel: 'script' }))
}

/** Whether this is a library embedded in the page rather than data: it has a function every few hundred characters. */
function isVendorCode(source: string): boolean {
  if (source.length < VENDOR_LENGTH) return false
  return source.slice(0, VENDOR_LENGTH).split('function').length > VENDOR_FUNCTIONS
}

/** The addresses that the script, or the code of an event attribute or a `javascript:` link, would show. */
export function decodeScript(source: string, rules: AddressRules): ScriptAddress[] {
  const { strings, variables } = readScriptStrings(source)
  const ciphered = /znvygb|rot13/i.test(source)
  const found = strings.flatMap((string) => readString(string, ciphered, rules))
  const coded = variables.get('coded')
  const key = variables.get('key')
  if (coded !== undefined && key !== undefined && key !== '') {
    found.push(...shown(decodeSubstitution(coded, key), 'decoder', rules))
  }
  return [...found, ...calledAddresses(source, rules)]
}

function readString(string: ScriptString, ciphered: boolean, rules: AddressRules): ScriptAddress[] {
  const text = resolveReferences(string.value)
  const shifted = SHIFTED.test(text) ? decodeShifted(percentDecode(text)) : null
  if (shifted !== null) return shown(shifted, 'decoder', rules)
  const isMarkup = text.includes('<') || /mailto:/i.test(text)
  const found = shown(text, string.made || isMarkup ? 'decoder' : 'script', rules)
  return found.length === 0 && ciphered ? shown(rot13(text), 'decoder', rules) : found
}

/** `mailto:` under a shift that wraps within the ranges of its characters. */
const SHIFTED = /^[a-z]{6}[+-:%]/

/** The addresses of a text that may be markup: as it is, otherwise without its tags. */
function shown(text: string, channel: ScriptAddress['channel'], rules: AddressRules): ScriptAddress[] {
  if (text.length > MAX_DECODED) return []
  const found = [...findAddresses(text, rules), ...findWordedAddresses(text, rules)]
  const bare = found.length === 0 && text.includes('<') ? findAddresses(text.replace(TAG, ''), rules) : found
  return bare.map(({ address }) => ({ address, channel }))
}
const TAG = /<[^<>]{0,500}>/g

const MAIL_CALL = /mail\w{0,24}\(\s{0,4}((?:["'][^"'\n]{1,80}["']\s{0,4},?\s{0,4}){2,4})/gi

/** `showMail('jo', 'acme.example')`: a function named after mail gets the parts in reading order. */
function calledAddresses(source: string, rules: AddressRules): ScriptAddress[] {
  return Array.from(source.matchAll(MAIL_CALL)).flatMap((call) => {
    const [local = '', host = '', suffix = ''] = Array.from(
      (call[1] ?? '').matchAll(/["']([^"'\n]*)["']/g),
      (part) => part[1] ?? '',
    )
    const address =
      acceptAddress(`${local}@${host}`, rules) ?? acceptAddress(`${local}@${host}.${suffix.replace(/^\./, '')}`, rules)
    return address === null ? [] : [{ address, channel: 'decoder' as const }]
  })
}
