import type { EmailAddress } from '../../../lib/addresses/email-address.ts'
import { findAddresses } from './address-reader.ts'
import { acceptAddress } from './address-rules.ts'
import type { AddressRules } from './address-rules.ts'
import { cloudflareHex, decodeBase64, decodeCloudflare, decodeShifted, reverseText, rot13 } from './deciphers.ts'
import { decodeAttribute, stripInvisible } from '../page/html-text.ts'
import { isMailto, parseMailto, parseWhole, percentDecode } from './mailto.ts'
import type { Channel } from '../page/page-facts.ts'
import { decodeScript } from './script-addresses.ts'
import { unescapeScript } from '../page/script-tokens.ts'
import { findWordedAddresses } from './worded-address.ts'

export interface AttributeAddress {
  address: EmailAddress
  channel: Channel
  /** The name in `mailto:Jo Doe <jo@…>`. */
  name: string | null
}

/** A longer value is a document of its own; only its beginning is read. */
const MAX_VALUE = 262_144
/** Names, styles, sources and drawings contain no address; a placeholder shows an example for the visitor. */
const NEVER =
  /^(?:class|id|for|name|style|src|srcset|sizes|integrity|d|points|transform|placeholder|pattern|viewbox|xmlns.*|data-(?:src|srcset|bg|lazy.*|placeholder))$/
/** Attributes whose name suggests a disguised address. */
const DISGUISED = /mail|crypt|cipher|encod|enc-|obfus|contact|protect|rot13|cloak/
const DECODES = /mail|fromC|unescape|atob|@|%40/i

const attribute = (address: EmailAddress, channel: Channel = 'attribute'): AttributeAddress => ({
  address,
  channel,
  name: null,
})

/**
 * Reads the addresses in one attribute.
 * @param marked whether the raw value has a sign of an address; if not, only decoders are tried
 */
export function readAttribute(name: string, raw: string, marked: boolean, rules: AddressRules): AttributeAddress[] {
  if (name === 'data-cfemail') return readCloudflare(raw, rules)
  if (name === 'href') return readHref(raw, marked, rules)
  if (NEVER.test(name)) return []
  const value = stripInvisible(decodeAttribute(raw.slice(0, MAX_VALUE)))
  if (name.startsWith('on')) return DECODES.test(value) ? readCode(value, rules) : []
  const found = marked ? readValue(value, rules) : []
  if (found.length > 0) return found.map((address) => attribute(address, name === 'alt' ? 'alt' : 'attribute'))
  if (!name.startsWith('data-')) return []
  return DISGUISED.test(name) ? readDisguised(value, rules) : readUnnamed(value, rules)
}

/** `am9AYWNtZS5leGFtcGxl` is 20 characters; anything that decodes to more than an address is something else. */
const [MIN_CODED, MAX_CODED] = [12, 400]

/** Base64 in an attribute with a neutral name: it must contain nothing but an address, or a link to one. */
function readUnnamed(value: string, rules: AddressRules): AttributeAddress[] {
  if (value.length < MIN_CODED || value.length > MAX_CODED) return []
  const plain = decodeBase64(value)?.replace(/^mailto:/i, '')
  const address = plain?.includes('@') === true ? parseWhole(plain, rules) : null
  return address === null ? [] : [attribute(address, 'decoder')]
}

function readValue(value: string, rules: AddressRules): EmailAddress[] {
  const text = unescapeScript(percentDecode(value))
  const found = findAddresses(text, rules)
  return (found.length > 0 ? found : findWordedAddresses(text, rules)).map(({ address }) => address)
}

const UNUSUAL_START = /[\s&%mjz]/i

/**
 * Whether a link without a sign of an address may still contain one, judging by its first character: `mailto:`, `javascript:`,
 * rot13, an encoded scheme. Any other link, which is nearly every one on a page, need not be cut out.
 */
export const mayHideAddress = (first: string): boolean => UNUSUAL_START.test(first)

function readHref(raw: string, marked: boolean, rules: AddressRules): AttributeAddress[] {
  const href = stripInvisible(decodeAttribute(raw.slice(0, MAX_VALUE)))
  const hex = cloudflareHex(href)
  if (hex !== null) return readCloudflare(hex, rules)
  if (isMailto(href)) return readMailto(href, rules)
  if (/^\s*javascript:/i.test(href)) return DECODES.test(href) ? readCode(percentDecode(href), rules) : []
  if (/^znvygb:/i.test(href)) return readMailto(rot13(href), rules).map((one) => ({ ...one, channel: 'decoder' }))
  return marked ? readValue(href, rules).map((address) => attribute(address)) : []
}

/** Text that is not a list of recipients may still contain one (`mailto:jo [at] acme.example`, followed by text). */
function readMailto(href: string, rules: AddressRules): AttributeAddress[] {
  const recipients = parseMailto(href, rules)
  if (recipients.length > 0) return recipients.map(({ address, name }) => ({ address, name, channel: 'mailto' }))
  return readValue(href, rules).map((address) => attribute(address, 'mailto'))
}

function readCode(code: string, rules: AddressRules): AttributeAddress[] {
  const found = decodeScript(code, rules).map(({ address }) => attribute(address, 'decoder'))
  return found.length > 0 ? found : readValue(code, rules).map((address) => attribute(address))
}

function readCloudflare(hex: string, rules: AddressRules): AttributeAddress[] {
  const address = parseWhole(decodeCloudflare(hex.trim()) ?? '', rules)
  return address === null ? [] : [attribute(address, 'cloudflare')]
}

/** Tries one cipher after another; a result counts only if it is an address with a real host. */
function readDisguised(value: string, rules: AddressRules): AttributeAddress[] {
  const plain = [decodeBase64(value), decodeShifted(value), rot13(value), reverseText(value)]
  for (const text of plain) {
    if (text === null) continue
    const [address] = readValue(text, rules)
    if (address !== undefined) return [attribute(address, 'decoder')]
  }
  return []
}

const LOCAL_NAME =
  /^data-(?:[a-z-]{0,24}-)?(?:user|username|name|local|localpart|local-part|mailbox|account|prefix|u|n|first|part1)$/
const HOST_NAME = /^data-(?:[a-z-]{0,24}-)?(?:domain|domainname|host|hostname|site|server|website|d|second|part2)$/
const SUFFIX_NAME = /^data-(?:[a-z-]{0,24}-)?(?:tld|ext|suffix|extension|third|part3)$/

export const isPartName = (name: string): boolean =>
  LOCAL_NAME.test(name) || HOST_NAME.test(name) || SUFFIX_NAME.test(name)

/** `data-user="jo" data-domain="acme.example"`: the parts of one address on one element, forwards or backwards. */
export function readSplit(attributes: ReadonlyMap<string, string>, rules: AddressRules): AttributeAddress[] {
  const [local, host, suffix] = [LOCAL_NAME, HOST_NAME, SUFFIX_NAME].map((name) => valueOf(attributes, name))
  if (local === undefined || host === undefined || local === '' || host === '') return []
  const domain = suffix === undefined || suffix === '' ? host : `${host}.${suffix.replace(/^\./, '')}`
  const address =
    acceptAddress(`${local}@${domain}`, rules) ?? acceptAddress(`${reverseText(local)}@${reverseText(domain)}`, rules)
  return address === null ? [] : [attribute(address, 'decoder')]
}

function valueOf(attributes: ReadonlyMap<string, string>, wanted: RegExp): string | undefined {
  for (const [name, raw] of attributes) if (wanted.test(name)) return decodeAttribute(raw).trim().replace(/^@|@$/g, '')
  return undefined
}
