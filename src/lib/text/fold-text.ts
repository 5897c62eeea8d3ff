import { ownValue } from './own-value.ts'

/** Letters that Unicode does not decompose. */
const DROPPED: Record<string, string> = { ł: 'l', ø: 'o', đ: 'd', ı: 'i', æ: 'ae', œ: 'oe', ß: 'ss', þ: 'th', ð: 'd' }
const SPELLED: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa', æ: 'ae', ß: 'ss' }
const PLAIN = /^[\0-\x7f]*$/

/** Accents of Latin, Greek and Cyrillic letters; the voicing marks of Kana form different letters and stay. */
const ACCENTS = /[\u0300-\u036f]/g

/** Lower case, without diacritics: `Büro` → `buro`, `Łódź` → `lodz`; letters of other scripts stay unchanged. */
export function dropMarks(text: string): string {
  const lower = text.toLowerCase()
  if (PLAIN.test(lower)) return lower
  const bare = lower.normalize('NFKD').replace(ACCENTS, '').normalize('NFC')
  return bare.replace(/[łøđıæœßþð]/g, (letter) => ownValue(DROPPED, letter) ?? letter)
}

/** Both ways of writing a text without its marks, without duplicates: `büro` gives `buro` and `buero`. */
export function foldings(text: string): string[] {
  const lower = text.toLowerCase()
  if (PLAIN.test(lower)) return [lower]
  const spelled = lower.normalize('NFC').replace(/[äöüøåæß]/g, (letter) => ownValue(SPELLED, letter) ?? letter)
  return [...new Set([dropMarks(lower), dropMarks(spelled)])]
}
