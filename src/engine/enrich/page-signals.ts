import { decodeAttribute, decodeText, foldText } from '../extract/html-text.ts'

/** What a page is built of, as far as it can be told without its tree. Linear in the page, and no longer than its beginning. */
export interface PageSignals {
  /** `name` or `property` of a meta element, lower case → its contents. */
  metas: ReadonlyMap<string, readonly string[]>
  /** `src` of scripts. */
  scripts: readonly string[]
  html: string
}

/** Pages name what they are built with early; what follows is content. */
const MAX_HTML = 400_000
const MAX_ELEMENTS = 1_000
const ELEMENT = /<(meta|script)\s([^>]{1,4000})>/gi
const ATTRIBUTE = /([a-z][a-z-]{0,30})\s{0,5}=\s{0,5}(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^\s"'>]{1,2000}))/gi

export function pageSignals(source: string): PageSignals {
  const html = source.slice(0, MAX_HTML)
  const metas = new Map<string, string[]>()
  const scripts: string[] = []
  let seen = 0
  for (const [, tag = '', inner = ''] of html.matchAll(ELEMENT)) {
    if (++seen > MAX_ELEMENTS) break
    const attributes = attributesOf(inner)
    const name = (attributes.get('name') ?? attributes.get('property') ?? '').trim().toLowerCase()
    const src = attributes.get('src')
    if (tag.toLowerCase() === 'script' && src !== undefined) scripts.push(src)
    else if (name !== '') metas.set(name, [...(metas.get(name) ?? []), attributes.get('content') ?? ''])
  }
  return { metas, scripts, html }
}

function attributesOf(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', quoted, single, bare] of text.matchAll(ATTRIBUTE))
    attributes.set(name.toLowerCase(), decodeAttribute(quoted ?? single ?? bare ?? ''))
  return attributes
}

const MAX_LINES = 2_000
const MAX_LINE = 300
const BLOCKS =
  /<\/?(?:p|div|br|li|tr|td|th|h[1-6]|address|section|article|footer|header|dd|dt|table|ul|ol|main|nav|span)\b[^>]{0,2000}>/gi
const TAGS = /<[^>]{0,2000}>/g

/** The text of a page in lines, roughly: enough to find what stands in an imprint. */
export function plainLines(html: string): string[] {
  const text = decodeText(withoutScripts(html.slice(0, MAX_HTML)).replace(BLOCKS, '\n').replace(TAGS, ' '))
  return text
    .split('\n')
    .map((line) => foldText(line, MAX_LINE))
    .filter((line) => line !== '')
    .slice(0, MAX_LINES)
}

/** Without the contents of scripts and styles; each is looked for once, so that unclosed ones cost nothing more. */
function withoutScripts(html: string): string {
  const lower = html.toLowerCase()
  let kept = ''
  let at = 0
  for (;;) {
    const next = /<(script|style)\b/g
    next.lastIndex = at
    const opened = next.exec(lower)
    if (opened === null) return kept + html.slice(at)
    const end = lower.indexOf(`</${opened[1] ?? ''}`, opened.index)
    kept += html.slice(at, opened.index)
    if (end < 0) return kept
    at = end
  }
}
