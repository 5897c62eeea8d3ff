import { decodeAttribute, resolveReferences, foldText } from './html-text.ts'
import type { PageLink } from './page-facts.ts'

/** The most links kept for one page: no page with more is worth following. */
const MAX_LINKS = 5_000
const MAX_TEXT = 200
/** The most text nodes kept for an open link, and the most characters of each. */
const MAX_PIECES = 40
const MAX_PIECE = 1_000
/** Longer URLs are traps or data. */
const MAX_URL = 2_048

/** References that are resolved by just adding a prefix: no escapes, no dots except one extension, no capitals in the host. */
const TAIL = String.raw`(?:\.\w+)?(?:\?[\w=&.%+-]*)?$`
const PLAIN_URL = new RegExp(String.raw`^https?://[a-z0-9.-]+\.[a-z]{2,24}/[\w/-]*${TAIL}`)
const PLAIN_PATH = new RegExp(String.raw`^/(?:[\w-][\w/-]*)?${TAIL}`)
const PLAIN_RELATIVE = new RegExp(String.raw`^[\w-]+(?:/[\w/-]*)?${TAIL}`)

/** A site alone; what comes after `xn--` may be no host. */
const PLAIN_HOST = /^https?:\/\/(?!.*xn--)[a-z0-9.-]+\.[a-z]{2,24}$/
/** A script, a number, an address: a tenth of all links, and nothing to resolve. */
const OTHER_SCHEME = /^(?!https?:)[a-z][a-z0-9+.-]*:/i

const ABSOLUTE = /^(?:https?:)?\/\//i
const PATH_FRAGMENT = /^#(?:!|%21)\//i

/** Collects the absolute http(s) URLs of a page's links, resolved against its `<base href>`. */
export class LinkCollector {
  readonly links: PageLink[] = []
  private base = ''
  private origin = ''
  /** The base up to its last slash. */
  private folder = ''
  private hasBase = false

  constructor(pageUrl: string) {
    this.setBase(URL.parse(pageUrl))
  }

  /** `<base href>`: the first one counts (WHATWG HTML 4.2.3). */
  rebase(rawHref: string | undefined): void {
    if (rawHref === undefined || this.hasBase) return
    this.hasBase = true
    this.setBase(URL.parse(decodeAttribute(rawHref).trim(), this.base === '' ? undefined : this.base))
  }

  add(rawHref: string | undefined, rawText: string): void {
    const url = rawHref === undefined || this.links.length >= MAX_LINKS ? null : this.resolve(rawHref)
    if (url !== null) this.links.push({ url, text: foldText(decodeAttribute(rawText), MAX_TEXT), nofollow: false })
  }

  addLink(link: OpenLink): void {
    const url = this.links.length >= MAX_LINKS ? null : this.resolve(link.href)
    if (url !== null) this.links.push({ url, text: link.text(), nofollow: link.nofollow })
  }

  /**
   * The absolute URL without its fragment, unless that is a path on another host (`#!/acme`); null for other schemes, for the
   * page itself (`#top`) and for anything that is not a URL.
   */
  resolve(rawHref: string): string | null {
    if (rawHref.startsWith('#')) return null
    const href = decodeAttribute(rawHref).trim()
    const hash = href.indexOf('#')
    if (hash > 0 && ABSOLUTE.test(href) && PATH_FRAGMENT.test(href.slice(hash, hash + 5)))
      return this.resolveWhole(href)
    const target = hash < 0 ? href : href.slice(0, hash)
    if ((target === '' && hash >= 0) || target.length > MAX_URL) return null
    if (this.base !== '' && target.startsWith('/')) {
      if (PLAIN_PATH.test(target)) return this.origin + target
    } else if (PLAIN_URL.test(target)) return target
    else if (this.base !== '' && PLAIN_RELATIVE.test(target)) return this.folder + target
    else if (PLAIN_HOST.test(target)) return `${target}/`
    else if (OTHER_SCHEME.test(target)) return null
    const url = URL.parse(target, this.base === '' ? undefined : this.base)
    return url !== null && isHttp(url) && url.href.length <= MAX_URL ? url.href : null
  }

  /**
   * Resolves a URL whose fragment is its path, as in older profile links. On the page's own host it is a state of that page.
   */
  private resolveWhole(href: string): string | null {
    const url = URL.parse(href, this.base === '' ? undefined : this.base)
    if (url === null || !isHttp(url) || url.href.length > MAX_URL) return null
    if (url.origin === this.origin) url.hash = ''
    return url.href
  }

  private setBase(base: URL | null): void {
    if (base === null || !isHttp(base) || base.href.length > MAX_URL) return
    this.base = base.href
    this.origin = base.origin
    this.folder = base.origin + base.pathname.slice(0, base.pathname.lastIndexOf('/') + 1)
  }
}

const isHttp = (url: URL): boolean => url.protocol === 'https:' || url.protocol === 'http:'

/** A link that has not closed yet; its text grows with the pass. */
export class OpenLink {
  readonly href: string
  readonly nofollow: boolean
  /** Addresses named in its `href`. */
  readonly addresses: readonly string[]
  /** What its attributes, or the picture in it, call it. */
  private named: string | undefined
  /** Most links have one text node; any others go to `more`. */
  private first = ''
  private more: string[] | null = null

  constructor(href: string, named: string | undefined, nofollow: boolean, addresses: readonly string[]) {
    this.href = href
    this.named = named
    this.nofollow = nofollow
    this.addresses = addresses
  }

  addText(html: string, start: number, end: number): void {
    const text = html.slice(start, Math.min(end, start + MAX_PIECE))
    if (this.first === '') this.first = text
    else if (this.more === null) this.more = [text]
    else if (this.more.length < MAX_PIECES) this.more.push(text)
  }

  /** A block boundary within the link separates words. */
  addBreak(): void {
    if (this.first !== '') this.addText(' ', 0, 1)
  }

  addPicture(alt: string | undefined): void {
    if (alt !== undefined && alt.trim() !== '') this.named = alt
  }

  /** What a reader sees of the link: its text, otherwise what its picture or its attributes say. */
  text(): string {
    const source = this.more === null ? this.first : this.first + this.more.join('')
    const text = foldText(resolveReferences(source), MAX_TEXT)
    return text !== '' || this.named === undefined ? text : foldText(decodeAttribute(this.named), MAX_TEXT)
  }
}
