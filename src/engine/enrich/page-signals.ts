import { decodeAttribute } from '../extract/page/html-text.ts'

/** What a page is built from, as far as it shows without its tree. Linear, and limited to the beginning of the page. */
export interface PageSignals {
  /** `name` or `property` of a meta element in lower case → its contents. */
  metas: ReadonlyMap<string, readonly string[]>
  /** `src` of scripts. */
  scripts: readonly string[]
  html: string
}

/** Pages name what they are built with early; what follows is content. */
const MAX_HTML = 400_000
const MAX_ELEMENTS = 1_000
const MAX_ATTRIBUTES = 4_000
const OPENS = /<(?:meta|script)(?=\s)/gi
const ATTRIBUTE = /([a-z][a-z-]{0,30})\s{0,5}=\s{0,5}(?:"([^"]{0,2000})"|'([^']{0,2000})'|([^\s"'>]{1,2000}))/gi

export function pageSignals(source: string): PageSignals {
  const html = source.slice(0, MAX_HTML)
  const metas = new Map<string, string[]>()
  const scripts: string[] = []
  for (const { tag, inner } of elementsOf(html)) {
    const attributes = attributesOf(inner)
    const name = (attributes.get('name') ?? attributes.get('property') ?? '').trim().toLowerCase()
    const src = attributes.get('src')
    if (tag === 'script' && src !== undefined) scripts.push(src)
    else if (name !== '') metas.set(name, [...(metas.get(name) ?? []), attributes.get('content') ?? ''])
  }
  return { metas, scripts, html }
}

/** Each search continues after the last element, so that any page is read only once. */
function elementsOf(html: string): { tag: string; inner: string }[] {
  const found: { tag: string; inner: string }[] = []
  const opens = new RegExp(OPENS)
  for (let match = opens.exec(html); match !== null && found.length < MAX_ELEMENTS; match = opens.exec(html)) {
    const end = html.indexOf('>', opens.lastIndex)
    if (end < 0) break
    if (end - opens.lastIndex <= MAX_ATTRIBUTES)
      found.push({ tag: match[0].slice(1).toLowerCase(), inner: html.slice(opens.lastIndex, end) })
    opens.lastIndex = end
  }
  return found
}

function attributesOf(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', quoted, single, bare] of text.matchAll(ATTRIBUTE))
    attributes.set(name.toLowerCase(), decodeAttribute(quoted ?? single ?? bare ?? ''))
  return attributes
}
