/** RFC 2152: UTF-16 in a base64 without padding, from a plus sign to a minus sign or whatever is no base64. */
const SHIFTED = /\+([A-Za-z0-9+/]*)-?/g
const BITS_OF_A_LETTER = 6
const BITS_OF_A_UNIT = 16

/** A text written in UTF-7, as its sender sees it. What is not UTF-7 in it stays as it is. */
export const fromUtf7 = (text: string): string =>
  text.replaceAll(SHIFTED, (whole: string, letters: string) => (letters === '' ? '+' : (unitsOf(letters) ?? whole)))

/** Null if the bits left over are more than filling. */
function unitsOf(letters: string): string | null {
  const units = Math.floor((letters.length * BITS_OF_A_LETTER) / BITS_OF_A_UNIT)
  if (units === 0 || letters.length * BITS_OF_A_LETTER - units * BITS_OF_A_UNIT >= BITS_OF_A_LETTER) return null
  return Buffer.from(letters, 'base64')
    .subarray(0, units * 2)
    .swap16()
    .toString('utf16le')
}

/** The first header of a part with text of this kind. */
const headerOf = (kind: 'plain' | 'html'): RegExp =>
  new RegExp(String.raw`^content-type:[ \t]{0,9}text/${kind}\b[^\r\n]*(?:\r?\n[ \t][^\r\n]*){0,5}`, 'im')
const HEADERS = { plain: headerOf('plain'), html: headerOf('html') }
const CHARSET = /\bcharset\s?=\s?"?(?:unicode-1-1-)?utf-7\b/i

/** Whether an email says that its first text of this kind is written in UTF-7, which no decoder of the platform knows. */
export function saysUtf7(raw: Uint8Array, kind: 'plain' | 'html'): boolean {
  const text = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('latin1')
  return CHARSET.test(HEADERS[kind].exec(text)?.[0] ?? '')
}
