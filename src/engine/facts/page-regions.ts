import { plainLines } from './plain-lines.ts'

/** Parts of a page that say who the company is rather than what it does, as lines of text. */
export interface PageRegions {
  /** `<footer>`, `<address>` and blocks named like them, then the last lines of the page. */
  footer: string[]
  /** All lines of the page. */
  lines: readonly string[]
}

const OPENS = /<(footer|address|div|section|td|table|ul|p|aside)\b([^>]{0,1000})>/gi
const NAMED =
  /(?:\bid|\bclass|\bitemtype|\btypeof|\bitemprop)\s{0,3}=\s{0,3}["']?[^"'>]{0,200}(?:\bfoot(?:er)?|footer\b|colophon|contact-?(?:info|details|box|us)|site-?info|copyright|\bvcard|\badr\b|PostalAddress|\baddress|\bimpressum|bottom-?(?:bar|info|menu)?\b)/i
/** Tested first: hardly any attributes contain one. */
const NAMES = /foot|colophon|contact|info|copyright|vcard|adr|address|impressum|bottom/i
const MAX_OPENS = 20_000
const MAX_REGIONS = 30
const MAX_REGION_CHARS = 20_000
/** How many of a page's last lines count as its footer. */
const LAST_LINES = 14

/**
 * Reads the regions of a page. Linear in its length: regions within regions are read once.
 * @param lines those of the whole page
 */
export function pageRegions(html: string, lines: readonly string[]): PageRegions {
  const footer: string[] = []
  const opens = new RegExp(OPENS)
  let regions = 0
  let seen = 0
  for (
    let match = opens.exec(html);
    match !== null && regions < MAX_REGIONS && seen < MAX_OPENS;
    match = opens.exec(html)
  ) {
    seen++
    const [whole, tag = '', attributes = ''] = match
    if (!/^(?:footer|address)$/i.test(tag) && !(NAMES.test(attributes) && NAMED.test(attributes))) continue
    const start = match.index + whole.length
    const end = closeOf(html, tag.toLowerCase(), start)
    regions++
    // Regions within this one are not read again.
    footer.push(...plainLines(html.slice(start, end)), '')
    opens.lastIndex = end
  }
  return { footer: [...footer, '', ...lines.slice(-LAST_LINES)], lines }
}

/** Where the element ends, counting nested elements of the same name. */
function closeOf(html: string, tag: string, start: number): number {
  const most = Math.min(html.length, start + MAX_REGION_CHARS)
  const ends = new RegExp(`<(/?)${tag}\\b`, 'gi')
  ends.lastIndex = start
  let depth = 1
  for (let match = ends.exec(html); match !== null && match.index < most; match = ends.exec(html)) {
    depth += match[1] === '/' ? -1 : 1
    if (depth === 0) return match.index
  }
  return most
}
