import { foldText, resolveReferences } from '../extract/page/html-text.ts'
import { NameTable } from '../extract/page/name-table.ts'

/** Pages say early, and again at their end, where the company is. */
const MAX_HTML = 400_000
const MAX_LINES = 2_000
const MAX_LINE = 300
const BLOCKS = new NameTable(
  'p div br li tr td th h1 h2 h3 h4 h5 h6 address section article footer header dd dt table ul ol main nav span'.split(
    ' ',
  ),
)
/** Characters of an element's name that are compared: no block has a longer name. */
const MAX_NAME = 10

/** The text of a page as lines, roughly: enough to find what an imprint says. */
export function plainLines(html: string): string[] {
  const text = resolveReferences(withoutTags(withoutScripts(html.slice(0, MAX_HTML))))
  const lines: string[] = []
  for (const raw of text.split('\n')) {
    // Most lines are blank, or need no folding once trimmed.
    const line = foldText(raw.trim(), MAX_LINE)
    if (line !== '' && lines.push(line) === MAX_LINES) break
  }
  return lines
}

/** Puts a line break where a block begins or ends and a space where another element does; consecutive tags share one. */
function withoutTags(html: string): string {
  let text = ''
  let at = 0
  let isNew = false
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', at)) {
    const end = html.indexOf('>', open)
    if (open > at) text += unwrapped(html, at, open)
    if (end < 0) return text
    const isBlock = isBlockAt(html, open + 1)
    if (open > at || (isBlock && !isNew)) text += isBlock ? '\n' : ' '
    isNew = isBlock || (isNew && open === at)
    at = end + 1
  }
  return text + unwrapped(html, at, html.length)
}

/** How wide editors and formatters of source text let a line be, less what a closing tag takes. */
const WIDTH = 76
const MAX_WORD = 40

/**
 * A text of the source without the line breaks that are there because the next word had no room; others stay, for they often part
 * what a style shows on lines of its own.
 */
function unwrapped(html: string, start: number, end: number): string {
  let text = ''
  let at = start
  for (
    let lineEnd = html.indexOf('\n', start);
    lineEnd >= 0 && lineEnd < end;
    lineEnd = html.indexOf('\n', lineEnd + 1)
  ) {
    if (!hadNoRoom(html, lineEnd, end)) continue
    text += `${html.slice(at, lineEnd)} `
    at = lineEnd + 1
  }
  return text + html.slice(at, end)
}

function hadNoRoom(html: string, lineEnd: number, end: number): boolean {
  let word = lineEnd + 1
  while (word < end && (html[word] === ' ' || html[word] === '\t')) word++
  const [behind = ''] = /^[^\s<]*/.exec(html.slice(word, Math.min(end, word + MAX_WORD))) ?? []
  if (behind === '') return false
  const before = html.slice(Math.max(0, lineEnd - WIDTH), lineEnd)
  return before.length - (before.lastIndexOf('\n') + 1) + 1 + behind.length > WIDTH
}

function isBlockAt(html: string, open: number): boolean {
  const start = html[open] === '/' ? open + 1 : open
  let end = start
  while (end < start + MAX_NAME && isOfName(html.charCodeAt(end))) end++
  return BLOCKS.find(html, start, end) >= 0
}

const [ZERO, NINE, SMALL_A, SMALL_Z] = [0x30, 0x39, 0x61, 0x7a]
const TO_SMALL = 0x20
const isOfName = (code: number): boolean =>
  (code >= ZERO && code <= NINE) || ((code | TO_SMALL) >= SMALL_A && (code | TO_SMALL) <= SMALL_Z)

const ENDS = { script: /<\/script/gi, style: /<\/style/gi }

/** Drops the contents of scripts and styles; each end is searched for once, so that unclosed ones add no cost. */
function withoutScripts(html: string): string {
  const next = /<s(?:cript|tyle)\b/gi
  let kept = ''
  let at = 0
  for (;;) {
    next.lastIndex = at
    const opened = next.exec(html)
    if (opened === null) return kept + html.slice(at)
    const ends = new RegExp(opened[0].length === SCRIPT_CHARS ? ENDS.script : ENDS.style)
    ends.lastIndex = opened.index
    const closed = ends.exec(html)
    kept += html.slice(at, opened.index)
    if (closed === null) return kept
    at = closed.index
  }
}
const SCRIPT_CHARS = '<script'.length
