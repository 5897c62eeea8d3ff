import { decodeAttribute, decodeText, foldText } from './html-text.ts'
import type { PageLink } from './page-facts.ts'

/** Links of one page that are kept: no page with more is worth following. */
const MAX_LINKS = 5_000
const MAX_TEXT = 200
/** Text nodes of one link, and characters of one of them, that are kept while it is open. */
const MAX_PIECES = 40
const MAX_PIECE = 1_000
/** Longer addresses are traps or data. */
const MAX_URL = 2_048
/** URLs that resolving leaves as they are: no escapes, no dots but one extension, no capitals in the host. */
const PLAIN_URL = /^https?:\/\/[a-z0-9.-]+\.[a-z]{2,24}\/[\w/-]*(?:\.\w+)?(?:\?[\w=&.%+-]*)?$/
const PLAIN_PATH = /^\/(?:[\w-][\w/-]*)?(?:\.\w+)?(?:\?[\w=&.%+-]*)?$/

/** Absolute http(s) URLs of a page's links, resolved against its `<base href>`. */
export class LinkCollector {
  readonly links: PageLink[] = []
  private base: URL | null
  private origin: string

  constructor(pageUrl: string) {
    this.base = URL.parse(pageUrl)
    this.origin = originOf(this.base)
  }

  /** `<base href>` (WHATWG HTML 4.2.3): the first one counts, the caller sees to that. */
  rebase(rawHref: string): void {
    const base = URL.parse(decodeAttribute(rawHref).trim(), this.base?.href)
    if (base === null || !/^https?:$/.test(base.protocol)) return
    this.base = base
    this.origin = originOf(base)
  }

  add(rawHref: string, text: string, nofollow: boolean): void {
    if (this.links.length >= MAX_LINKS) return
    const url = this.resolve(rawHref)
    if (url !== null) this.links.push({ url, text, nofollow })
  }

  /** The absolute URL without fragment; null for other schemes and for what is none. */
  resolve(rawHref: string): string | null {
    const href = decodeAttribute(rawHref).trim()
    const hash = href.indexOf('#')
    const target = hash < 0 ? href : href.slice(0, hash)
    if ((target === '' && hash >= 0) || target.length > MAX_URL) return null
    if (PLAIN_URL.test(target)) return target
    if (this.origin !== '' && PLAIN_PATH.test(target)) return this.origin + target
    const url = URL.parse(target, this.base?.href)
    return url !== null && /^https?:$/.test(url.protocol) && url.href.length <= MAX_URL ? url.href : null
  }
}

const originOf = (base: URL | null): string => (base !== null && /^https?:$/.test(base.protocol) ? base.origin : '')

/** What a reader sees of a link: its text, else what its picture or its attributes say. */
function linkText(pieces: readonly string[], fallbacks: readonly (string | undefined)[]): string {
  const text = foldText(decodeText(pieces.join('')), MAX_TEXT)
  if (text !== '') return text
  const named = fallbacks.find((one) => one !== undefined && one.trim() !== '')
  return named === undefined ? '' : foldText(decodeAttribute(named), MAX_TEXT)
}

/** A link that has not closed yet: its text grows with the pass. */
export class OpenLink {
  readonly href: string
  readonly nofollow: boolean
  /** Addresses that its `href` names. */
  readonly addresses: readonly string[]
  private readonly named: (string | undefined)[]
  private readonly pieces: string[] = []

  constructor(href: string, named: (string | undefined)[], nofollow: boolean, addresses: readonly string[]) {
    this.href = href
    this.named = named
    this.nofollow = nofollow
    this.addresses = addresses
  }

  addText(html: string, start: number, end: number): void {
    if (this.pieces.length < MAX_PIECES) this.pieces.push(html.slice(start, Math.min(end, start + MAX_PIECE)))
  }

  /** A block boundary within the link separates words. */
  addBreak(): void {
    if (this.pieces.length > 0 && this.pieces.length < MAX_PIECES) this.pieces.push(' ')
  }

  addPicture(alt: string | undefined): void {
    if (alt !== undefined && this.named.length < MAX_PIECES) this.named.unshift(alt)
  }

  text(): string {
    return linkText(this.pieces, this.named)
  }
}
