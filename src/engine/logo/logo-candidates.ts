import { Parser } from 'htmlparser2'
import { parseUrl } from '../../net/http/page-url.ts'

/**
 * Where on a start page a logo may be, surest first: what the site declares, then what looks like a logo, and an og:image last
 * (often a photo).
 */
const KINDS = [
  'json_ld',
  'itemprop',
  'header_image',
  'vector_icon',
  'touch_icon',
  'icon',
  'og_image',
  'favicon',
] as const
export type LogoKind = (typeof KINDS)[number]

export interface LogoCandidate {
  kind: LogoKind
  /** Absolute http(s) URL, or a `data:` URL. */
  url: string
  /** Side in pixels according to the page; 0 if it does not say. */
  size: number
}

/** Enough for any honest page head; the best of each kind come first anyway. */
const MAX_CANDIDATES = 40
const MAX_JSON_LD_LENGTH = 200_000
const MAX_DATA_URL_LENGTH = 300_000
/** Of elements that are open at once. The parser looks through all of them at each tag, so that reading would take the square of it. */
const MAX_DEPTH = 2_000
const SLICE_CHARACTERS = 16_384
const LOGO_WORD = /logo|brand/i

interface PageState {
  base: string
  found: LogoCandidate[]
  /** Of all open elements. */
  depth: number
  /** Depth of open `header`/`nav` elements and of links to the start page. */
  headers: number
  homeLinks: number
  jsonLd: string | null
}

/** Finds the logo candidates of a start page, best first. Linear in the page, which is read as far as it is not nested too deeply. */
export function logoCandidates(html: string, pageUrl: string): LogoCandidate[] {
  const state: PageState = { base: pageUrl, found: [], depth: 0, headers: 0, homeLinks: 0, jsonLd: null }
  const openLinks: boolean[] = []
  const isShallow = (): boolean => state.depth <= MAX_DEPTH
  const parser = new Parser({
    onopentag: (name, attributes) => {
      state.depth++
      if (name === 'a') {
        const leadsHome = isHome(attributes['href'] ?? '', state)
        openLinks.push(leadsHome)
        state.homeLinks += Number(leadsHome)
      }
      open(name, attributes, state)
    },
    ontext: (text) => {
      if (state.jsonLd !== null && state.jsonLd.length < MAX_JSON_LD_LENGTH) state.jsonLd += text
    },
    onclosetag: (name) => {
      state.depth--
      if (name === 'a') state.homeLinks -= Number(openLinks.pop() ?? false)
      if (name === 'header') state.headers--
      if (name === 'script') readJsonLd(state)
    },
  })
  for (let at = 0; at < html.length && isShallow(); at += SLICE_CHARACTERS)
    parser.write(html.slice(at, at + SLICE_CHARACTERS))
  if (isShallow()) parser.end()
  note(state, 'favicon', '/favicon.ico', 0)
  return unique(state.found).sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || b.size - a.size)
}

type Attributes = Record<string, string>

function open(name: string, attributes: Attributes, state: PageState): void {
  if (name === 'base') state.base = parseUrl(attributes['href'] ?? '', state.base)?.href ?? state.base
  if (name === 'header') state.headers++
  if (name === 'script' && attributes['type']?.trim().toLowerCase() === 'application/ld+json') state.jsonLd = ''
  if (name === 'link') noteIcon(attributes, state)
  if (name === 'meta') noteMeta(attributes, state)
  if (name === 'img') noteImage(attributes, state)
}

function noteIcon(attributes: Attributes, state: PageState): void {
  const rel = (attributes['rel'] ?? '').toLowerCase().split(/\s+/)
  const href = attributes['href'] ?? ''
  const size = Number(/(\d{1,4})x\d/i.exec(attributes['sizes'] ?? '')?.[1] ?? 0)
  const isVector = /svg/i.test(attributes['type'] ?? '') || /\.svg(?:[?#]|$)/i.test(href)
  if (rel.some((word) => word.startsWith('apple-touch-icon'))) note(state, 'touch_icon', href, size || TOUCH_ICON_SIZE)
  else if (rel.includes('icon')) note(state, isVector ? 'vector_icon' : 'icon', href, size)
}

/** The conventional size of an icon without a stated one. */
const TOUCH_ICON_SIZE = 180

function noteMeta(attributes: Attributes, state: PageState): void {
  const content = attributes['content'] ?? ''
  const property = (attributes['property'] ?? attributes['name'] ?? '').toLowerCase()
  if (property === 'og:image' || property === 'og:image:url') note(state, 'og_image', content, 0)
  if (property === 'og:logo') note(state, 'itemprop', content, 0)
  if (attributes['itemprop']?.toLowerCase() === 'logo') note(state, 'itemprop', content, 0)
}

/** An image that is in the page header, or links to the start page, and is named like a logo. */
function noteImage(attributes: Attributes, state: PageState): void {
  const source = [attributes['src'], attributes['data-src']].find((text) => text !== undefined && !isTiny(text)) ?? ''
  if (attributes['itemprop']?.toLowerCase() === 'logo') return note(state, 'itemprop', source, 0)
  const words = `${attributes['class'] ?? ''} ${attributes['id'] ?? ''} ${attributes['alt'] ?? ''} ${source.slice(-200)}`
  if (LOGO_WORD.test(words) && (state.headers > 0 || state.homeLinks > 0)) note(state, 'header_image', source, 0)
}

/** A placeholder that scripts replace later. */
const isTiny = (url: string): boolean => /^data:image\/(?:gif|svg)/i.test(url) && url.length < 300

function note(state: PageState, kind: LogoKind, href: string, size: number): void {
  if (state.found.length >= MAX_CANDIDATES || href.trim() === '') return
  const text = href.trim()
  if (/^data:image\//i.test(text)) {
    if (text.length <= MAX_DATA_URL_LENGTH) state.found.push({ kind, url: text, size })
    return
  }
  const url = parseUrl(text, state.base)
  if (url !== null) state.found.push({ kind, url: url.href, size })
}

function isHome(href: string, { base }: PageState): boolean {
  const target = URL.parse(href.trim(), base)
  return (
    target !== null && target.host === new URL(base).host && /^\/(?:index\.\w+|[a-z]{2})?\/?$/.test(target.pathname)
  )
}

/** JSON-LD: the `logo` of any organisation, as a URL or an ImageObject. */
function readJsonLd(state: PageState): void {
  const text = state.jsonLd
  state.jsonLd = null
  if (text === null || !/"logo"/.test(text)) return
  try {
    for (const logo of logosIn(JSON.parse(text), 0)) note(state, 'json_ld', logo, 0)
  } catch {
    // Broken blocks are ignored; the page has other places.
  }
}

const MAX_JSON_DEPTH = 8

function logosIn(node: unknown, depth: number): string[] {
  if (depth > MAX_JSON_DEPTH || typeof node !== 'object' || node === null) return []
  if (Array.isArray(node)) return node.flatMap((item) => logosIn(item, depth + 1))
  const { logo, ...rest } = node as Record<string, unknown>
  return [...urlsOf(logo), ...Object.values(rest).flatMap((value) => logosIn(value, depth + 1))]
}

function urlsOf(logo: unknown): string[] {
  if (typeof logo === 'string') return [logo]
  if (Array.isArray(logo)) return logo.slice(0, 3).flatMap(urlsOf)
  if (typeof logo !== 'object' || logo === null) return []
  const { url, contentUrl } = logo as Record<string, unknown>
  return [url, contentUrl].filter((text): text is string => typeof text === 'string').slice(0, 1)
}

const unique = (candidates: readonly LogoCandidate[]): LogoCandidate[] => [
  ...new Map([...candidates].reverse().map((candidate) => [candidate.url, candidate])).values(),
]
