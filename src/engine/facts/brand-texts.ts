import { decodeAttribute, foldText, resolveReferences } from '../extract/page/html-text.ts'

/** The head of a page is near its beginning. */
const MAX_HTML = 120_000
const MAX_OPENS = 3_000
const MAX_TEXTS = 4
/** Enough for the text of a logo and the pictures in it. */
const MAX_INNER = 600
const OPENS = /<(a|p|div|span|h1|h2|strong)\b([^<>]{0,600})>/gi
const NAMED =
  /\b(?:class|id)\s{0,3}=\s{0,3}["']?[^"'>]{0,200}(?<![\w])(?:site-?(?:title|name|brand|logo)|brand|navbar-brand|logo(?:-?text|-?title)?)(?![\w-])/i
/** Tested first: hardly any attributes contain one. */
const NAMES = /brand|logo|title|name/i
/** Not `index.html`, which is also the first page of a section. */
const HOME = /\bhref\s{0,3}=\s{0,3}["']?\.?\/(?=["'\s]|$)|\brel\s{0,3}=\s{0,3}["']?home\b/i
/** An entry of a menu. */
const IN_ITEM = /<li\b[^<>]*>\s*(?:<(?!\/)[^<>]*>\s*)*$/i
const ITEM_CHARS = 300
const TITLE = /\b(?:title|aria-label)\s{0,3}=\s{0,3}(?:"([^"]{2,90})"|'([^']{2,90})')/i
const TAG = /<[^<>]{0,2000}>/g

/**
 * What a page writes where others have a picture as logo: the text of the link home, and of elements named for it
 * (`site-title`, `navbar-brand`).
 */
export function brandTexts(html: string): string[] {
  const texts = new Set<string>()
  const source = html.slice(0, MAX_HTML)
  let seen = 0
  for (const match of source.matchAll(OPENS)) {
    if (++seen > MAX_OPENS || texts.size >= MAX_TEXTS) break
    const [whole, tag = '', attributes = ''] = match
    const isNamed = NAMES.test(attributes) && NAMED.test(attributes)
    if (!isNamed && !(/^a$/i.test(tag) && HOME.test(attributes) && !isInItem(source, match.index))) continue
    const text = textOf(source, tag, match.index + whole.length)
    const [, double, single] = (text === '' && isNamed && TITLE.exec(attributes)) || []
    const name = text === '' ? decodeAttribute(double ?? single ?? '') : text
    if (name !== '') texts.add(name)
  }
  return [...texts]
}

const isInItem = (html: string, at: number): boolean => IN_ITEM.test(html.slice(Math.max(0, at - ITEM_CHARS), at))

/** The text of an element; empty if it does not end soon. */
function textOf(html: string, tag: string, start: number): string {
  const inner = html.slice(start, start + MAX_INNER)
  const end = inner.toLowerCase().indexOf(`</${tag.toLowerCase()}`)
  return end < 0 ? '' : plain(inner.slice(0, end))
}

const plain = (html: string): string => foldText(resolveReferences(html.replace(TAG, ' ')), MAX_INNER).trim()
