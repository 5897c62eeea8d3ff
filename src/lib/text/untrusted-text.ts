import { ownValue } from './own-value.ts'

/**
 * Cleans text that strangers wrote and a model will read: removes markup, hidden and reordering characters, keeps the words.
 * Pure, linear in the length of the input, and idempotent.
 */

export interface CleanText {
  text: string
  /** Whether the text was longer than allowed; it then ends in an ellipsis. */
  cut: boolean
}

/** True of nearly all texts: nothing in them could be markup, an entity or hidden. */
const PLAIN = /^[!-%'-;=?-~]+(?: [!-%'-;=?-~]+)*$/
const WHITE_SPACE = /[\p{Z}\s\u2800]+/gu
/** Controls, format characters (bidi, zero width, tags, soft hyphen, BOM), fillers, variation selectors, lone surrogates. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu
const HAS_HIDDEN = new RegExp(HIDDEN.source, 'u')
const TAG = /<[a-z/!?][^<>]*>/giu
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos|nbsp|shy));/giu
const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', shy: '' }

/** Scripts whose letters are joined or separated by U+200C and U+200D. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** A variation selector belongs to the pictogram before it. */
const PICTOGRAM = /\p{Extended_Pictographic}/u

/** Rounds of unwrapping nested markup before what is left of it is removed character by character. */
const MAX_ROUNDS = 3
/** Markup is longer than its text; input beyond this factor of the result is not read. */
const READ_FACTOR = 20

/**
 * Cleans one text.
 * @param maxLength most characters (code points) of the result.
 */
export function untrustedText(raw: string, maxLength: number): CleanText {
  if (raw.length <= maxLength && PLAIN.test(raw)) return { text: raw, cut: false }
  const readable = raw.slice(0, maxLength * READ_FACTOR)
  const text = withoutMarkup(readable).replace(WHITE_SPACE, ' ').trim().normalize('NFC')
  return shorten(text, maxLength, readable.length < raw.length)
}

/**
 * Cleans a text written by the account's own people, such as an email: lines and markup stay, only hidden characters go.
 * @param maxLength most characters (code points) of the result.
 */
export function ownText(raw: string, maxLength: number): CleanText {
  const readable = raw.slice(0, maxLength * 2)
  const lines = readable.split(/\r\n?|\n/).map((line) => withoutHidden(line.normalize('NFC')).trimEnd())
  return shorten(lines.join('\n'), maxLength, readable.length < raw.length)
}

function withoutMarkup(raw: string): string {
  let text = raw
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const next = withoutHidden(text.normalize('NFC')).replace(ENTITY, decoded).replace(TAG, ' ')
    if (next === text) return text
    text = next
  }
  const flat = text.replaceAll(/[<>&]/g, ' ')
  return withoutHidden(withoutHidden(flat).normalize('NFC')).replaceAll(/[<>&]/g, ' ')
}

function decoded(entity: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return ownValue(NAMED, name.toLowerCase()) ?? entity
  const codePoint = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
  return codePoint > 0x10_ff_ff ? ' ' : String.fromCodePoint(codePoint)
}

/** Removes hidden characters; line breaks and tabs become spaces, joiners stay between letters that need them. */
function withoutHidden(text: string): string {
  if (!HAS_HIDDEN.test(text)) return text
  return text.replace(/[\t\n\v\f\r\u0085]/g, ' ').replace(HIDDEN, (hidden, at: number) => {
    const before = lastCodePoint(text, at)
    if (hidden === '\u200c' || hidden === '\u200d') {
      const after = String.fromCodePoint(text.codePointAt(at + 1) ?? 0)
      return JOINING.test(before) && JOINING.test(after) ? hidden : ''
    }
    return hidden === '\ufe0f' && PICTOGRAM.test(before) ? hidden : ''
  })
}

function lastCodePoint(text: string, end: number): string {
  const low = text.charCodeAt(end - 1)
  const start = low >= 0xdc_00 && low <= 0xdf_ff ? end - 2 : end - 1
  return text.slice(Math.max(0, start), end)
}

const ELLIPSIS = '…'

function shorten(text: string, maxLength: number, unread: boolean): CleanText {
  if (!unread && text.length <= maxLength) return { text, cut: false }
  const codePoints = Array.from(text)
  if (!unread && codePoints.length <= maxLength) return { text, cut: false }
  const kept = codePoints.slice(0, maxLength - 1).join('')
  return { text: kept.replace(/(?:\s|\u200c|\u200d|…)+$/u, '') + ELLIPSIS, cut: true }
}

const MAX_URL_LENGTH = 500

/** An http or https address of at most 500 characters without hidden ones; null otherwise. */
export function untrustedUrl(raw: string): string | null {
  if (raw.length > MAX_URL_LENGTH || /[\s<>"`\\]/.test(raw) || HAS_HIDDEN.test(raw)) return null
  const url = URL.parse(raw)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? raw : null
}
