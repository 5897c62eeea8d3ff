import { foldText, resolveReferences } from '../extract/page/html-text.ts'

/** Pages say where they are from early, and again at their end. */
const MAX_HTML = 400_000
const MAX_LINES = 2_000
const MAX_LINE = 300
const BLOCKS = new Set(
  'p div br li tr td th h1 h2 h3 h4 h5 h6 address section article footer header dd dt table ul ol main nav span'.split(
    ' ',
  ),
)

/** The text of a page in lines, roughly: enough to find what is in an imprint. */
export function plainLines(html: string): string[] {
  const text = resolveReferences(withoutTags(withoutScripts(html.slice(0, MAX_HTML))))
  return text
    .split('\n')
    .map((line) => foldText(line, MAX_LINE))
    .filter((line) => line !== '')
    .slice(0, MAX_LINES)
}

/** Ends of lines stand where blocks begin and end, blanks where other elements do. */
function withoutTags(html: string): string {
  const tag = new RegExp(TAG)
  let text = ''
  let at = 0
  for (let open = html.indexOf('<'); open >= 0; open = html.indexOf('<', at)) {
    text += html.slice(at, open)
    const end = html.indexOf('>', open)
    if (end < 0) return text
    tag.lastIndex = open
    const [, name = ''] = tag.exec(html) ?? []
    text += BLOCKS.has(name.toLowerCase()) ? '\n' : ' '
    at = end + 1
  }
  return text + html.slice(at)
}

const TAG = /<\/?([a-z][a-z0-9]{0,9})/iy

/** Without the contents of scripts and styles; each is looked for once, so that unclosed ones cost nothing more. */
function withoutScripts(html: string): string {
  const lower = html.toLowerCase()
  const next = /<(script|style)\b/g
  let kept = ''
  let at = 0
  for (;;) {
    next.lastIndex = at
    const opened = next.exec(lower)
    if (opened === null) return kept + html.slice(at)
    const end = lower.indexOf(`</${opened[1] ?? ''}`, opened.index)
    kept += html.slice(at, opened.index)
    if (end < 0) return kept
    at = end
  }
}
