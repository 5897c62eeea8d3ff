import type { AddressSegment } from './address-segments.ts'
import type { CodePlace } from './code-place.ts'

/** A quick look, before widths of characters are made the same. */
const MAY_BE_CODE = /[\d０-９]{3}[-‐−ー－][\d０-９]{4}/
/** `〒545-0021`, with what follows it. */
const CODE = /(?:^|([^\d-]))(\d{3})[-‐−ー](\d{4})(?![\d-])\)?\s*(.{0,100})$/u
const LETTER = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ヶー]`
/** Prefecture, municipality, and the rest: nothing parts them, but each says at its end what it is. */
const PARTS = new RegExp(
  String.raw`^(東京都|北海道|大阪府|京都府|\p{Script=Han}{2,3}県)?\s?` +
    String.raw`((?:(?!市)${LETTER}){1,6}?郡(?:(?!市)${LETTER}){1,6}?[町村]|${LETTER}{1,6}?(?:[日々]市市|市)(?:${LETTER}{1,4}?区)?|${LETTER}{1,6}?[区町村])\s?(.+)$`,
  'u',
)
/** Behind the street: how else the house is reached. */
const BEHIND = /\s*(?:TEL|FAX|電話|℡|\(|※).*$/iu
const HAS_NUMBER = /[\d〇一二三四五六七八九十○]/u

/** The code, the prefecture, the town and the street in one line, or the code in the line above. Widths of characters make no difference. */
export function japanesePlace(segments: readonly AddressSegment[], index: number): CodePlace | null {
  if (!MAY_BE_CODE.test(segments[index]?.text ?? '')) return null
  const [, sign = '', front = '', back = '', said = ''] = CODE.exec(plain(segments[index])) ?? []
  if (front === '') return null
  const below = segments[index + 1]
  const isBelow = said === '' && below !== undefined && below.line - (segments[index]?.line ?? 0) <= 1
  const [, prefecture, city = '', rest = ''] = PARTS.exec(isBelow ? plain(below) : said) ?? []
  // Digits are grouped so in other numbers too.
  if (city === '' || (prefecture === undefined && sign !== '〒')) return null
  const street = rest.replace(BEHIND, '')
  if (!HAS_NUMBER.test(street)) return null
  const code = `${front}-${back}`
  return { city, state: prefecture ?? null, code, country: 'JP', streetEnd: index + 1, street, named: false }
}

const plain = (segment: AddressSegment | undefined): string => (segment?.text ?? '').normalize('NFKC')
