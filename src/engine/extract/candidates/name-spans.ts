import { isHonorific } from '../names/name-titles.ts'
import { COMMON, TITLE, wordKindOf } from '../names/name-words.ts'
import type { PageLine } from '../page/page-lines.ts'

const HARD_CUT = /\s*(?:[|•·:;()<>[\]\t、/@]|\s[-–—]+\s|–|—)\s*/g
const HAS_HARD_CUT = /[|•·:;()<>[\]\t、/@–—]|\s-/
const MAY_CUT = /[,|•·:;()<>[\]\t、/@–—]|\s-|[a-zà-ž]- ?[a-z]/
/** `Jane Doe-president`, `Jane Doe- president`: no second half of a name is a post in small letters. */
const GLUED_POST =
  /-(?<=\p{Lu}\p{Ll}{2,30}-)(?<!(?<!\p{L})(?:Vice|Wice|Vize|Viče|Sous|Past|Arch|Under|Deputy|Stell|Sub|Pro|Non)-) ?(?=(\p{Ll}{4,20})(?!\p{L}))/gu
/** Punctuation at the edges, and the number of an entry. */
const EDGE = /^\d{1,3}[.)]\s+|^(?:(?!'[ts] )[\s,;:.*"'“”»«–—-])+|[\s,;:*"'“”»«–—-]+$/g
/** The same at either end: searched for at the end of the whole text, it is tried at every character. */
const BEGINS_WITH_EDGE = /^(?:\d{1,3}[.)]\s|[\s,;:.*"'“”»«–—-])/
const ENDS_WITH_EDGE = /^[\s,;:*"'“”»«–—-]/
/** Words before a name that is not set off; `von Tann` may be a surname. */
const LEAD_IN =
  /^(?:[Bb]y|[Vv]on(?=\s+\p{Lu}\S*\s+\p{Lu})|[Pp]ar|[Pp]or|[Cc]ontact|[Nn]ame|[Aa]ttn\.?|[Ww]ritten by|[Pp]osted by|[Aa]uthor|[Hh]osted by|[Ll]ed by|[Mm]eet)\s+(?=\p{Lu})/u

/** A part of a line, bounded by elements, commas and characters that no name contains. */
export interface Span {
  start: number
  end: number
  /** What separates it from the previous one: an element, a comma, or a character that no name contains. */
  cut: 'none' | 'piece' | 'comma' | 'hard'
}

const STRENGTH = { none: 0, piece: 1, comma: 2, hard: 3 } as const

/** The parts of a line, in order. */
export function spansOf(line: PageLine): Span[] {
  const { text } = line
  if (line.pieces.length < 2 && !MAY_CUT.test(text)) {
    const whole = trim(text, 0, text.length)
    return whole ? [{ ...whole, cut: 'none' }] : []
  }
  const cuts: { at: number; end: number; cut: Span['cut'] }[] = []
  if (line.pieces.length > 1) for (const { start } of line.pieces) cuts.push({ at: start, end: start, cut: 'piece' })
  for (let at = text.indexOf(','); at >= 0; at = text.indexOf(',', at + 1)) cuts.push({ at, end: at + 1, cut: 'comma' })
  if (HAS_HARD_CUT.test(text)) {
    const called = nicknamesOf(text)
    for (const match of text.matchAll(HARD_CUT)) {
      if (called.some(({ start, end }) => match.index >= start - 1 && match.index < end)) continue
      cuts.push({ at: match.index, end: match.index + match[0].length, cut: 'hard' })
    }
  }
  for (const match of text.matchAll(GLUED_POST))
    if ((wordKindOf(match[1] ?? '') & TITLE) !== 0)
      cuts.push({ at: match.index, end: match.index + match[0].length, cut: 'hard' })
  const spans: Span[] = []
  let start = 0
  let kind: Span['cut'] = 'none'
  const push = (end: number): boolean => {
    const trimmed = trim(text, start, end)
    if (trimmed) spans.push({ ...trimmed, cut: spans.length === 0 ? 'none' : kind })
    return trimmed !== null
  }
  for (const { at, end, cut } of cuts.sort((a, b) => a.at - b.at)) {
    if (at < start) continue
    // Of two cuts with nothing in between, the stronger one counts.
    kind = push(at) || STRENGTH[cut] > STRENGTH[kind] ? cut : kind
    start = end
  }
  push(text.length)
  return spans
}

/** First letters of the words in `LEAD_IN`. */
const MAY_LEAD = new Set(Array.from('bvpcnawhlmBVPCNAWHLM', (letter) => letter.charCodeAt(0)))
const isPlainLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122
const hasEdge = (part: string): boolean =>
  (!isPlainLetter(part.charCodeAt(0)) && BEGINS_WITH_EDGE.test(part)) ||
  (!isPlainLetter(part.charCodeAt(part.length - 1)) && ENDS_WITH_EDGE.test(part.charAt(part.length - 1)))

/** The part without punctuation at its edges and words that lead in; null if nothing is left. */
function trim(text: string, start: number, end: number): { start: number; end: number } | null {
  const part = text.slice(start, end)
  const bare = hasEdge(part) ? part.replace(EDGE, '') : part
  if (bare === '') return null
  const from = start + (bare === part ? 0 : part.indexOf(bare))
  const lead = MAY_LEAD.has(bare.charCodeAt(0)) && bare.includes(' ') ? (LEAD_IN.exec(bare)?.[0].length ?? 0) : 0
  return { start: from + lead, end: from + bare.length }
}

/** A nickname between the given name and the surname: `Robert “Bo” Tann`, `Roberta (Bo) Tann`. */
const CALLED =
  /(?<=\p{L}[.]? )(?:["“”„«‘']\p{Lu}[\p{L}.-]{0,14}["“”»’']|\((\p{Lu}[\p{L}.-]{1,14})\))(?: (?=\p{L})|(?=,))/gu
const MAY_CALL = /["“„«‘'(]/

/** Where nicknames and short titles are; a job title in brackets is neither. */
function nicknamesOf(text: string): { start: number; end: number }[] {
  if (!MAY_CALL.test(text)) return []
  return Array.from(text.matchAll(CALLED))
    .filter(
      ([, bracketed]) =>
        bracketed === undefined || isHonorific(bracketed) || (wordKindOf(bracketed) & (COMMON | TITLE)) === 0,
    )
    .map((match) => ({ start: match.index, end: match.index + match[0].length }))
}

/** `Robert “Bo” Tann` as `Robert Tann`. */
export const withoutNickname = (text: string): string => (MAY_CALL.test(text) ? text.replace(CALLED, '') : text)
