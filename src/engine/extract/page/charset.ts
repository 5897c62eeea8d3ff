import { isAscii, isUtf8 } from 'node:buffer'

type Decoder = InstanceType<typeof TextDecoder>

/** WHATWG HTML 13.2.3.2: a declaration in the page counts only within its first 1,024 bytes. */
const META_BYTES = 1_024
const HEADER_CHARSET = /charset\s*=\s*["']?\s*([\w.:-]{1,40})/i
const META_CHARSET = /<meta\b[^>]{0,500}?charset\s*=\s*["']?\s*([\w.:-]{1,40})/i
const ESCAPE = 0x1b
/** The most bytes that a truncated UTF-8 character can leave at the end. */
const LONGEST_CUT = 3

/**
 * Decodes the bytes of a page; any input gives a string.
 *
 * A BOM decides. Otherwise bytes that are valid UTF-8 are UTF-8, whatever is declared: text in another charset is almost never
 * valid UTF-8 by chance, while pages saved or proxied as UTF-8 keep their old declaration. Otherwise the `Content-Type` header
 * decides, then the declaration in the page, then windows-1252 (labels are those of WHATWG Encoding; unknown ones are skipped).
 * @param contentType value of the `Content-Type` header, or null
 */
export function decodePage(bytes: Uint8Array, contentType: string | null): string {
  const bom = charsetOfBom(bytes)
  if (bom !== null) return bom.decode(bytes)
  const declared = declaredCharset(contentType, bytes)
  if (!isUtf8(withoutCutCharacter(bytes))) return (declared ?? new TextDecoder('windows-1252')).decode(bytes)
  return (declared !== null && hidesInUtf8(declared, bytes) ? declared : new TextDecoder()).decode(bytes)
}

/** WHATWG Encoding 6. */
function charsetOfBom(bytes: Uint8Array): Decoder | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return new TextDecoder()
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be')
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le')
  return null
}

/**
 * Cuts an incomplete last character, left by a download that stopped at its byte limit: on a page with other non-ASCII
 * characters those bytes say nothing about the charset.
 */
function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
  for (let back = 1; back <= Math.min(LONGEST_CUT, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte >= 0xc0) return wholeUnlessAscii(bytes.subarray(0, bytes.length - back), bytes)
    if (byte < 0x80) return bytes
  }
  return bytes
}

const wholeUnlessAscii = (head: Uint8Array, whole: Uint8Array): Uint8Array => (isAscii(head) ? whole : head)

/** ISO-2022-JP (escapes) and UTF-16 (NUL bytes) consist of bytes that are also valid UTF-8. */
function hidesInUtf8(declared: Decoder, bytes: Uint8Array): boolean {
  if (declared.encoding === 'iso-2022-jp') return bytes.includes(ESCAPE)
  return declared.encoding.startsWith('utf-16') && bytes.subarray(0, META_BYTES).includes(0)
}

function declaredCharset(contentType: string | null, bytes: Uint8Array): Decoder | null {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, META_BYTES)).toString('latin1')
  const inPage = META_CHARSET.exec(head)?.[1]
  // A declaration that can be read as ASCII is not in UTF-16, whatever it says (WHATWG HTML 13.2.3.2).
  const ofPage = inPage !== undefined && /^utf-?16/i.test(inPage) ? 'utf-8' : inPage
  return decoderFor(HEADER_CHARSET.exec(contentType ?? '')?.[1]) ?? decoderFor(ofPage)
}

function decoderFor(label: string | undefined): Decoder | null {
  if (label === undefined) return null
  try {
    return new TextDecoder(label)
  } catch {
    return null // not a label of the standard: the next source decides
  }
}
