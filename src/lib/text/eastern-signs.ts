/**
 * Signs that a text in a single-byte encoding is in that of Central Europe, Turkey or the Cyrillic script. Those encodings
 * give other letters to bytes that are also letters, or marks, in the Western one, so that most bytes decide nothing.
 */

export type EasternEncoding = 'windows-1250' | 'windows-1251' | 'windows-1254'

/** The letters that are common in the languages written in it. */
export const EASTERN_LETTERS: Readonly<Record<EasternEncoding, string>> = {
  'windows-1250': 'ąćęłńóśźżáčďéěíňřšťúůýžľĺŕôäöüőűß',
  'windows-1251': 'абвгдежзийклмнопрстуфхцчшщъыьэюяёіїєґ',
  'windows-1254': 'çğıöşüâîû',
}

/** Bytes below this one are the same in all of them. */
const FIRST_HIGH = 0x80
/** One Icelandic word may look Turkish. */
const LEAST_TURKISH = 2
/** The letters а, е, и and о are a third of Russian; their bytes are a tenth of Greek. */
const LEAST_VOWELS = 0.2
/** Western words have two accented letters in a row at most. */
const LEAST_RUN = 4
const LEAST_IN_RUNS = 0.6

/** Whether the bytes are in places where only the letters of that encoding make sense. */
export const EASTERN_SIGNS: Readonly<Record<EasternEncoding, (head: Uint8Array) => boolean>> = {
  'windows-1250': (head) => count(head, isCentral) > count(head, (byte) => WESTERN.has(byte)),
  'windows-1251': isCyrillic,
  'windows-1254': (head) =>
    count(head, (byte) => ONLY_TURKISH.has(byte)) > 0 &&
    count(head, isTurkish) >= Math.max(LEAST_TURKISH, count(head, (byte) => ICELANDIC.has(byte)) + 1),
}

/** `à ã å À Ã Å`, which are other letters, and rare, in Central Europe. */
const WESTERN = new Set([0xe0, 0xe3, 0xe5, 0xc0, 0xc3, 0xc5])
/** `á é í ó ú æ`, in Icelandic and all but the last in Czech. */
const ICELANDIC = new Set([0xe1, 0xe9, 0xed, 0xf3, 0xfa, 0xe6])
/** `Ş ğ ş` */
const ONLY_TURKISH = new Set([0xde, 0xf0, 0xfe])
/** `ą ł ż ź ľ ť` are `¹ ³ ¿ Ÿ ¾` and nothing in the West, `ě ů` are `ì ù`, which end Italian words: none of them is inside one. */
const INSIDE = new Set([0xb9, 0xb3, 0xbf, 0x9f, 0xbe, 0x9d, 0xec, 0xf9])
/** `č` is `è`, which begins no Western word, and no vowel follows it in one. */
const HOOKED_C = new Set([0xc8, 0xe8])
const PLAIN_VOWELS = new Set([0x61, 0x65, 0x69, 0x6f, 0x75])
/** `ť` and `ő` at the end are nothing and `õ`. */
const ENDING = new Set([0x9d, 0xf5])
/** `ić` at the end of a name is `iæ`. */
const I = 0x69
const SOFT_C = 0xe6
/** `Ł Ż` are `£ ¯`. */
const CAPITALS = new Set([0xa3, 0xaf])

type Sign = (byte: number, head: Uint8Array, at: number) => boolean

function count(head: Uint8Array, isSign: Sign): number {
  let signs = 0
  for (let at = 0; at < head.length; at++) {
    const byte = head[at] ?? 0
    if (byte >= FIRST_HIGH && isSign(byte, head, at)) signs++
  }
  return signs
}

const isLower = (byte = 0): boolean => byte >= 0x61 && byte <= 0x7a
/** Any letter, and every byte that may be one. */
const isLetter = (byte = 0): boolean => isLower(byte | 0x20) || byte >= FIRST_HIGH

/** A capital that is `£` in the West needs a word behind it: `£m` and `£bn` are amounts. */
const isCentral: Sign = (byte, head, at) =>
  (HOOKED_C.has(byte) && PLAIN_VOWELS.has(head[at + 1] ?? 0)) ||
  (byte === 0xe8 && !isLetter(head[at - 1]) && isLower(head[at + 1])) ||
  (ENDING.has(byte) && isLower(head[at - 1]) && !isLetter(head[at + 1])) ||
  (byte === SOFT_C && head[at - 1] === I && !isLetter(head[at + 1])) ||
  (INSIDE.has(byte) && isLower(head[at - 1]) && isLower(head[at + 1])) ||
  (CAPITALS.has(byte) && !isLetter(head[at - 1]) && [1, 2, 3].every((by) => isLetter(head[at + by])))

/** `ş` inside a word and `ı` at its end, where `þ` and `ý` are rare, and `Ş` at the beginning. */
const isTurkish: Sign = (byte, head, at) =>
  (byte === 0xfe && isLetter(head[at - 1])) ||
  (byte === 0xfd && isLetter(head[at - 1]) && !isLetter(head[at + 1])) ||
  (byte === 0xde && isLower(head[at + 1]))

/** `Ё ё` and the alphabet. */
const isOfAlphabet = (byte = 0): boolean => byte >= 0xc0 || byte === 0xa8 || byte === 0xb8
const VOWELS = new Set([0xe0, 0xe5, 0xe8, 0xee])

function isCyrillic(head: Uint8Array): boolean {
  let [inRuns, vowels, run] = [0, 0, 0]
  for (let at = 0; at <= head.length; at++) {
    if (at < head.length && isOfAlphabet(head[at])) {
      run++
      continue
    }
    if (run >= LEAST_RUN) {
      inRuns += run
      vowels += head.subarray(at - run, at).reduce((sum, byte) => sum + (VOWELS.has(byte) ? 1 : 0), 0)
    }
    run = 0
  }
  const high = count(head, () => true)
  return inRuns > 0 && inRuns >= LEAST_IN_RUNS * high && vowels >= LEAST_VOWELS * inRuns
}
