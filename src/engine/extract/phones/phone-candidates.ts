/** A stretch of text that may be a telephone number. */
export interface PhoneCandidate {
  /** As written. */
  raw: string
  index: number
  /** The text to parse, with letters turned into digits. */
  dialled: string
}

/** E.164: at most 15 digits; no plan has whole numbers of fewer than 6 worth keeping. */
const MIN_DIGITS = 6

/** A run of digits with up to three separators between any two; every step consumes a digit, which limits backtracking. */
const RUN = /(?:\+ ?|\( ?\+?)?\d(?:[\s().\-‐‑–—/·]{0,3}\d){5,39}/g
/** `1-800-7FANNIE`, `303.333.PAUL`, `1-877-SOV-BANK`: capitals for North American keys, seven after the area code. */
const VANITY =
  /(?<![\w.])(?:1[-. ])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[-.])(?=[\dA-Z.-]{0,9}[A-Z]{3})[\dA-Z]{3}[-.]?[\dA-Z]{4,7}(?![\p{L}\p{N}_@])/gu
const VANITY_SIGN = /\d{3}\)?[-. ]{1,2}[\dA-Z-]{0,5}[A-Z]{3}/
const VANITY_DIGITS = 10

/** Where two numbers may have run together; a bracket counts only after a whole number. */
const BORDER = /\s?\/\s|\s\/|\s{2,}|\s[-–—·]\s?|\.\s|(?<=\d{4})\s?(?=\()/
/** `1 2 3 4 5 6`: page numbers */
const SINGLE_DIGITS = /(?:(?<!\d)\d(?!\d)[^\d]*){4}/

/** Candidates in reading order. */
export function phoneCandidates(text: string): PhoneCandidate[] {
  const runs = [...text.matchAll(RUN)].map((match) => candidate(match[0], match.index))
  const found = VANITY_SIGN.test(text) ? [...runs, ...vanities(text)] : runs
  return found.filter(({ raw }) => !SINGLE_DIGITS.test(raw)).sort((a, b) => a.index - b.index)
}

/** The parts of a run that is not a number as a whole: `044-2270 6800 / 2270 6868`, or a number with opening hours. */
export function splitCandidate({ raw, index }: PhoneCandidate): PhoneCandidate[] {
  const parts: PhoneCandidate[] = []
  let at = 0
  for (const part of raw.split(BORDER)) {
    const start = raw.indexOf(part, at)
    at = start + part.length
    if (part.replace(/\D/g, '').length >= MIN_DIGITS) parts.push(candidate(part, index + start))
  }
  return parts.length === 1 && parts[0]?.raw === raw ? [] : parts
}

function vanities(text: string): PhoneCandidate[] {
  return [...text.matchAll(VANITY)].map(({ 0: raw, index }) => {
    const digits = raw
      .replace(/[^\dA-Z]/g, '')
      .replace(/^1/, '')
      .replace(/[A-Z]/g, keyOf)
    return { raw, index, dialled: `+1${digits.slice(0, VANITY_DIGITS)}` }
  })
}

/** ITU-T E.161 */
const keyOf = (letter: string): string => '22233344455566677778889999'[letter.charCodeAt(0) - 65] ?? ''

const candidate = (raw: string, index: number): PhoneCandidate => ({
  raw,
  index,
  dialled: raw.replace(/\(0\)/, '').replace(/^\( ?\+/, '+'),
})
