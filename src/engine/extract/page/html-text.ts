import { Tokenizer } from 'htmlparser2'

/** Numeric references need no semicolon (WHATWG HTML 13.2.5.80); named ones may lack it in text only. */
const TEXT_REFERENCE = /&(?:#x[0-9a-f]{1,8};?|#\d{1,8};?|[a-z][a-z0-9]{1,31};?)/gi
/** In attributes, `&copy=1` is a query string: a name needs its semicolon (WHATWG HTML 13.2.5.73). */
const ATTRIBUTE_REFERENCE = /&(?:#x[0-9a-f]{1,8};?|#\d{1,8};?|[a-z][a-z0-9]{1,31};)/gi
const STILL_ENCODED = /&(?:#|commat|amp;#)/i
/** Soft hyphen, zero-width and direction marks: invisible to readers, inserted to break or to hide addresses. */
const INVISIBLE = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff]|\u034f/g
const BLANKS = /[\s\u00a0]+/g
/** Named references seen so far; pages use a few dozen of the 2,231 that exist. */
const NAMED = new Map<string, string>()
const NAMED_LIMIT = 5_000

/** Resolves the character references of a text, including those encoded twice (`&amp;#64;`). */
export function resolveReferences(raw: string): string {
  return decodeTwice(raw, TEXT_REFERENCE)
}

/** Resolves the character references of an attribute value, including those encoded twice. */
export function decodeAttribute(raw: string): string {
  return decodeTwice(raw, ATTRIBUTE_REFERENCE)
}

/** Removes the characters that readers do not see. */
export const stripInvisible = (text: string): string => text.replace(INVISIBLE, '')

/**
 * Whether there is nothing to fold: printable ASCII, only single spaces, even at the ends. A loop takes a third of the time of
 * a regular expression.
 */
export function isFolded(text: string): boolean {
  let isBlank = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code < 32 || code > 126 || (code === 32 && isBlank)) return false
    isBlank = code === 32
  }
  return true
}

/** Text as a label: without invisible characters, white space folded, at most `limit` UTF-16 units. */
export function foldText(text: string, limit: number): string {
  if (text.length <= limit && isFolded(text)) return text.trim()
  const folded = stripInvisible(text.length > limit * 4 ? text.slice(0, limit * 4) : text).replace(BLANKS, ' ')
  return folded.trim().slice(0, limit).trim()
}

function decodeTwice(raw: string, reference: RegExp): string {
  if (!raw.includes('&')) return raw
  const once = raw.replace(reference, resolve)
  return STILL_ENCODED.test(once) ? once.replace(reference, resolve) : once
}

function resolve(reference: string): string {
  if (reference[1] === '#') return resolveNumeric(reference)
  const known = NAMED.get(reference)
  if (known !== undefined) return known
  const text = resolveNamed(reference)
  if (NAMED.size < NAMED_LIMIT) NAMED.set(reference, text)
  return text
}

/** WHATWG HTML 13.2.5.84: no NUL, no surrogates, and 0x80–0x9F are windows-1252. */
function resolveNumeric(reference: string): string {
  const hex = reference[2] === 'x' || reference[2] === 'X'
  const code = Number.parseInt(reference.slice(hex ? 3 : 2), hex ? 16 : 10)
  if (code >= 0x80 && code <= 0x9f) return new TextDecoder('windows-1252').decode(Uint8Array.of(code))
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return '\ufffd'
  return String.fromCodePoint(code)
}

/** The tokenizer has the table of names; a reference contains no `<`, so that it yields only text. */
function resolveNamed(reference: string): string {
  let text = ''
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ...IGNORED,
      ontext: (start, end) => (text += reference.slice(start, end)),
      ontextentity: (codePoint) => (text += String.fromCodePoint(codePoint)),
    },
  )
  tokenizer.write(reference)
  tokenizer.end()
  return text
}

const nothing = (): void => undefined
const IGNORED = {
  onattribdata: nothing,
  onattribend: nothing,
  onattribentity: nothing,
  onattribname: nothing,
  oncdata: nothing,
  onclosetag: nothing,
  oncomment: nothing,
  ondeclaration: nothing,
  onend: nothing,
  onopentagend: nothing,
  onopentagname: nothing,
  onprocessinginstruction: nothing,
  onselfclosingtag: nothing,
}
