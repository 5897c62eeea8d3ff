/**
 * Ciphers with which publishing systems disguise addresses. Each is a plain function from text to text; the reader then decides
 * whether the result is an address.
 */

const MAX_HEX = 1_024

/**
 * Cloudflare email protection: hexadecimal, the first byte is the key, XOR over the rest, UTF-8. It is also applied
 * to strings that only look like addresses.
 */
export function decodeCloudflare(hex: string): string | null {
  if (hex.length < 8 || hex.length > MAX_HEX || hex.length % 2 !== 0 || !/^[0-9a-f]+$/i.test(hex)) return null
  const [key = 0, ...rest] = Buffer.from(hex, 'hex')
  return Buffer.from(rest.map((byte) => byte ^ key)).toString('utf8')
}

const PROTECTED_LINK = /\/cdn-cgi\/l\/email-protection#([0-9a-f]{8,1024})/i

/** The hexadecimal of a `/cdn-cgi/l/email-protection#…` link. */
export const cloudflareHex = (href: string): string | null => PROTECTED_LINK.exec(href)?.[1] ?? null

/** rot13 over ASCII letters. */
export const rot13 = (text: string): string =>
  text.replace(/[a-z]/gi, (char) => {
    const base = char <= 'Z' ? 65 : 97
    return String.fromCharCode(((char.charCodeAt(0) - base + 13) % 26) + base)
  })

/** TYPO3 shifts within three ranges of ASCII, each of which wraps around: `+`–`:`, `@`–`Z`, `a`–`z`. */
const RANGES = [
  [0x2b, 0x3a],
  [0x40, 0x5a],
  [0x61, 0x7a],
] as const

function shift(text: string, by: number): string {
  let shifted = ''
  for (const char of text) {
    const code = char.charCodeAt(0)
    const range = RANGES.find(([low, high]) => code >= low && code <= high)
    shifted += range === undefined ? char : String.fromCharCode(wrap(code + by, range))
  }
  return shifted
}

const wrap = (code: number, [low, high]: readonly [number, number]): number => {
  const size = high - low + 1
  return low + ((((code - low) % size) + size) % size)
}

/** No range is longer than 27. */
const MAX_SHIFT = 26
/** `mailto:` with each character somewhere in its range: few texts are worth trying the keys. */
const SHIFTED = /^[@-Za-z]{6}[+-:]/

/**
 * TYPO3 `linkTo_UnCryptMailto('…')`: the key is a setting of the site, but the plain text always begins with `mailto:`.
 * @returns null if no key produces that
 */
export function decodeShifted(text: string): string | null {
  if (!SHIFTED.test(text)) return null
  for (let by = -MAX_SHIFT; by <= MAX_SHIFT; by++) {
    if (shift(text.slice(0, 7), by).toLowerCase() === 'mailto:') return shift(text, by)
  }
  return null
}

const BASE64 = /^[A-Za-z0-9+/_-]{8,4096}={0,2}$/

/** Base64 of text (RFC 4648, both alphabets); null if it is not valid or contains control characters. */
export function decodeBase64(text: string): string | null {
  if (!BASE64.test(text)) return null
  const plain = Buffer.from(text, 'base64').toString('utf8')
  return /[^\P{Cc}\s]|\ufffd/u.test(plain) ? null : plain
}

/** The text backwards, for `direction: rtl` with `unicode-bidi: bidi-override`. */
export const reverseText = (text: string): string => Array.from(text).reverse().join('')

/**
 * A substitution that generators of "munged" links have used for twenty years: every character of `coded` that is in `key`
 * moves back by the length of `coded`, wrapping around.
 */
export function decodeSubstitution(coded: string, key: string): string {
  let plain = ''
  for (const char of coded.slice(0, 320)) {
    const index = key.slice(0, 256).indexOf(char)
    plain += index < 0 ? char : key.charAt((((index - coded.length) % key.length) + key.length) % key.length)
  }
  return plain
}
