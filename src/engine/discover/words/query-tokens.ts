import { dropMarks } from '../../../lib/text/fold-text.ts'
import { ownValue } from '../../../lib/text/own-value.ts'

/** What separates a token from the one before it. */
export type Gap = 'start' | 'space' | 'ampersand' | 'hyphen' | 'slash' | 'dash' | 'comma' | 'stop' | 'open' | 'close'

export interface Token {
  /** Lower case without accents or a possessive `'s`; compared with the grammar and the lists. */
  text: string
  /** As typed. */
  raw: string
  gap: Gap
  kind: 'word' | 'number' | 'sign'
  /** Value of a number, including the magnitude attached to it (`5m` is 5,000,000). */
  value: number
  /** A magnitude is attached, so it is not a year. */
  scaled: boolean
  /** Written `50+`. */
  plus: boolean
  /** An ampersand joins it to the word before: `Tallow & Thrush`. */
  isAdded?: true | undefined
}

/** A longer text is not a query; the rest is not read. */
const MAX_TOKENS = 500

const PIECES = new RegExp(
  [
    String.raw`(?<sign>[$€£¥₹]|[<>]=?|[≥≤~≈])`,
    String.raw`(?<number>\d+(?:[.,]\d+)*)(?:(?<scale>k|mm|mn|mio|mil|m|bn|b|tn)(?![\p{L}\p{N}])|(?![\p{L}\p{N}]))(?<plus>\+?)`,
    String.raw`(?<word>[\p{L}\p{N}][\p{L}\p{M}\p{N}]*(?:[.'’&][\p{L}\p{N}][\p{L}\p{M}\p{N}]*)*(?:(?:#|\+{1,2})(?![\p{L}\p{N}]))?)`,
    String.raw`(?<other>\S)`,
    String.raw`(?<space>\s)`,
  ].join('|'),
  'giu',
)

const SCALES: Record<string, number> = {
  k: 1e3,
  m: 1e6,
  mm: 1e6,
  mn: 1e6,
  mio: 1e6,
  mil: 1e6,
  b: 1e9,
  bn: 1e9,
  tn: 1e12,
}

/** Words in names whose period does not end a sentence: `St. Louis`, `N. America`. */
const SHORTENED = new Set(['st', 'ste', 'ft', 'mt', 'pt', 'n', 's', 'e', 'w'])

/** Splits a query into words, numbers and signs, and keeps what separated them. Linear in the length of the text. */
export function readTokens(text: string): Token[] {
  const tokens: Token[] = []
  let marks = ''
  for (const { groups = {} } of text.matchAll(PIECES)) {
    if (groups['space'] !== undefined || groups['other'] !== undefined) {
      marks += groups['space'] === undefined ? groups['other'] : ' '
      continue
    }
    if (groups['word'] === undefined || marks !== '.') {
      const isShortened = marks === '. ' && SHORTENED.has(tokens.at(-1)?.text ?? '')
      tokens.push({ ...tokenOf(groups), gap: tokens.length === 0 ? 'start' : isShortened ? 'space' : gapOf(marks) })
    } else tokens.push({ ...tokenOf({ word: `.${groups['word']}` }), gap: gapOf(marks) })
    marks = ''
    if (tokens.length === MAX_TOKENS) break
  }
  return tokens
}

function tokenOf(groups: Record<string, string | undefined>): Omit<Token, 'gap'> {
  const { sign, number, scale = '', word = '' } = groups
  const plain = { value: Number.NaN, scaled: false, plus: false }
  if (sign !== undefined) return { ...plain, text: sign, raw: sign, kind: 'sign' }
  if (number === undefined) return { ...plain, text: wordText(word), raw: word, kind: 'word' }
  const value = numberOf(number) * (ownValue(SCALES, scale.toLowerCase()) ?? 1)
  const raw = number + scale
  return { text: raw.toLowerCase(), raw, kind: 'number', value, scaled: scale !== '', plus: groups['plus'] === '+' }
}

/** `1,200` and `1.200` are thousands, `1.5` and `2,5` decimals. */
function numberOf(digits: string): number {
  if (/^\d{1,3}(?:[.,]\d{3})+$/.test(digits)) return Number(digits.replace(/[.,]/g, ''))
  const value = Number(digits.replace(',', '.'))
  return Number.isNaN(value) ? Number(digits.replace(/[.,]/g, '')) : value
}

function wordText(word: string): string {
  const bare = dropMarks(word)
    .replaceAll('’', "'")
    .replace(/'s?$|'s$/, '')
  return /^(?:[a-z]\.)+[a-z]$/.test(bare) ? bare.replaceAll('.', '') : bare
}

const GAPS: readonly [RegExp, Gap][] = [
  [/[([{]/, 'open'],
  [/[)\]}]/, 'close'],
  [/[;:!?|"“”„«»]|\.(?:\s|$)/, 'stop'],
  [/,/, 'comma'],
  [/\//, 'slash'],
  [/[–—]|\s[-‐‑]|[-‐‑]\s/, 'dash'],
  [/^ & $/, 'ampersand'],
  [/[-‐‑]/, 'hyphen'],
]

const gapOf = (marks: string): Gap => GAPS.find(([sign]) => sign.test(marks))?.[1] ?? 'space'

/** Whether words on both sides of the gap belong to one phrase. */
export const isJoined = (gap: Gap): boolean => gap === 'space' || gap === 'hyphen'

export const isCapital = ({ raw }: Token): boolean => /^\p{Lu}/u.test(raw)
/** `US`, `IT`, `U.S.`; a single letter is not an abbreviation. */
export const isAllCapitals = ({ raw }: Token): boolean => /^[\p{Lu}.]{2,}$/u.test(raw)
