import { attributionAt, isHeaderBlock } from './attribution.ts'

/** Announces that the answers are inside the text that follows. */
const INSIDE =
  /\b(?:below|inline|in-line|in red|in blue|in green)\b|\b(?:unten|im text|in rot|in blau|weiter unten)\b|ci-dessous|dans le texte|en rouge|en bleu|en (?:el|su) texto|\babajo\b|más abajo|en rojo|qui sotto|nel testo|in rosso|in blu\b|hieronder|in de tekst|in het rood|in het blauw|\babaixo\b|no texto|a vermelho|em vermelho/iu

interface Line {
  at: number
  text: string
}

/**
 * Where the quoted part of an answer begins, in UTF-16 units: at the "On … wrote:" line of a mail program, at a header block,
 * or at a run of `>` lines up to the end, whichever comes first. Null if there is none, or if new text follows below or in
 * between, which folding would hide. Linear in the text, whose length the reader of emails limits.
 */
export function foldQuoted(text: string): number | null {
  const lines = linesOf(text)
  const texts = lines.map((line) => line.text)
  const end = texts.findLastIndex((line) => line !== '') + 1
  const tail = markedTail(texts, end)
  for (let at = 0; at < end; at += 1) {
    if (isMarked(texts[at]))
      return tail === at && !texts.slice(0, at).some(isMarked) ? (lines[at]?.at ?? null) : interleaved(lines, at, tail)
    const head = headAt(texts, at)
    if (head === null) continue
    const start = lines[at]?.at ?? 0
    const next = nextWith(texts, at + head.lines, end)
    if (next < end && isMarked(texts[next])) return tail <= next ? start : interleaved(lines, next, tail)
    if (!head.sure || text.slice(0, start).trim() === '' || INSIDE.test(text.slice(0, start))) continue
    return start
  }
  return null
}

/** Quoted lines with new ones in between: only a whole email quoted below all of them may be folded, from its own first line. */
function interleaved(lines: readonly Line[], from: number, tail: number): number | null {
  const texts = lines.map((line) => line.text)
  for (let at = from; at < lines.length; at += 1) {
    if (isMarked(texts[at])) continue
    const head = headAt(texts, at)
    if (head === null) continue
    const next = nextWith(texts, at + head.lines, lines.length)
    if (isMarked(texts[next]) ? tail <= next : head.sure) return lines[at]?.at ?? null
  }
  return null
}

/** The new text of an answer, without its quotations, wherever they are. */
export function newText(text: string, quotedAt: number | null): string {
  if (quotedAt !== null) return text.slice(0, quotedAt)
  const texts = linesOf(text).map((line) => line.text)
  if (!texts.some(isMarked)) return text
  return texts.filter((line, at) => !isMarked(line) && !isHeadLine(texts, at)).join('\n')
}

const isHeadLine = (texts: readonly string[], at: number): boolean =>
  [0, 1, 2].some((back) => (attributionAt(texts, at - back)?.lines ?? 0) > back)

/**
 * The beginning of a quoted part at this line; the latest possible one, if it is unclear whether an earlier line belongs to it.
 */
function headAt(texts: readonly string[], at: number): { lines: number; sure: boolean } | null {
  if (isHeaderBlock(texts, at)) return { lines: blockLines(texts, at), sure: true }
  const found = attributionAt(texts, at)
  if (found === null) return null
  for (let later = 1; later < found.lines; later += 1) {
    const inside = attributionAt(texts, at + later)
    if (inside !== null && (inside.dated || !found.dated)) return null
  }
  return { lines: found.lines, sure: found.named }
}

/** A block ends at its first empty line; some programs write an attribution below it. */
function blockLines(texts: readonly string[], at: number): number {
  const empty = texts.indexOf('', at + 2)
  const attribution = attributionAt(texts, at + 1)
  return attribution === null ? (empty === -1 ? texts.length : empty) - at : attribution.lines + 1
}

/** The first line of the run of quoted lines that extends to the end; `end` if there is none. */
function markedTail(texts: readonly string[], end: number): number {
  let start = end
  for (let at = end - 1; at >= 0; at -= 1) {
    if (isMarked(texts[at])) start = at
    else if (texts[at] !== '') break
  }
  return start
}

const isMarked = (line: string | undefined): boolean => line !== undefined && line.startsWith('>')

function nextWith(texts: readonly string[], from: number, end: number): number {
  let at = from
  while (at < end && texts[at] === '') at += 1
  return at
}

function linesOf(text: string): Line[] {
  const lines: Line[] = []
  let at = 0
  while (at <= text.length) {
    const found = text.indexOf('\n', at)
    const end = found === -1 ? text.length : found
    lines.push({ at, text: text.slice(at, end).trim() })
    at = end + 1
  }
  return lines
}
