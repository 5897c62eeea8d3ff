import { AddressCollector } from './address-collector.ts'
import { findAddresses } from './address-reader.ts'
import type { AddressRules } from './address-rules.ts'
import { isPartName, readAttribute, readSplit } from './attribute-addresses.ts'
import { ElementScope } from './element-scope.ts'
import { hidesElement, reversedClasses, reversesText } from './element-style.ts'
import { decodeText, stripInvisible } from './html-text.ts'
import { LinkCollector, OpenLink } from './page-links.ts'
import type { Channel, PageInput, PageScan } from './page-facts.ts'
import { PageHead } from './page-head.ts'
import { AddressMarks } from './page-marks.ts'
import { HIDDEN, PageText, REVERSED, STRUCTURED } from './page-text.ts'
import { namesPeople } from './people-words.ts'
import { scanScript } from './script-addresses.ts'
import { unescapeScript } from './script-tokens.ts'
import { HEADING, INLINE, RAW, TAG_KINDS, VOID } from './tag-kinds.ts'

/** Attributes of one element that are read; elements with more are hostile. */
const MAX_ATTRIBUTES = 256
const MAX_JSON_LD = 50
const MAX_JSON_LD_LENGTH = 512 * 1024
const JSON_TYPE = /json/i
/** A script of another type is a template or data of a library. */
const SCRIPT_TYPE = /^$|javascript|ecmascript|module|babel/i

/**
 * Listens to the tokenizer and keeps what stands open: the element, the link, the run of text, the scopes of style.
 * Sections are offsets into the source until somebody has to read them.
 */
export class PageReader {
  private readonly html: string
  private readonly rules: AddressRules
  private readonly marks: AddressMarks
  private readonly text: PageText
  private readonly links: LinkCollector
  private readonly collector = new AddressCollector()
  private readonly head = new PageHead()
  private readonly hidden = new ElementScope()
  private readonly reversed = new ElementScope()
  private readonly structured = new ElementScope()
  private readonly reversedClasses = new Set<string>()
  private readonly jsonLd: string[] = []
  private readonly attributes = new Map<string, string>()
  private hasBase = false
  private namesPeople = false
  private hasStructure = false
  private link: OpenLink | null = null
  private tag = ''
  private kind = 0
  /** The element whose content is no text of the page, while it is open. */
  private raw = ''
  private rawType = ''
  private headingStart = -1
  private nameStart = 0
  private nameEnd = 0
  private valueStart = -1
  private valueEnd = -1

  constructor(page: PageInput, rules: AddressRules) {
    this.html = page.html
    this.rules = rules
    this.marks = new AddressMarks(page.html)
    this.text = new PageText(page.html)
    this.links = new LinkCollector(page.url)
    this.namesPeople = namesPeople(page.url)
  }

  onopentagname(start: number, end: number): void {
    const name = this.html.slice(start, end)
    const kind = TAG_KINDS.get(name)
    this.tag = kind === undefined ? name.toLowerCase() : name
    this.kind = kind ?? TAG_KINDS.get(this.tag) ?? 0
    if ((this.kind & INLINE) === 0) this.endRun()
    if ((this.kind & HEADING) !== 0) this.headingStart = end
    if (this.tag === 'a') this.closeLink()
  }

  onattribname(start: number, end: number): void {
    this.nameStart = start
    this.nameEnd = end
    this.valueStart = this.valueEnd = -1
  }

  onattribdata(start: number, end: number): void {
    this.valueStart = start
    this.valueEnd = end
  }

  onattribend(): void {
    const { valueStart, valueEnd, attributes } = this
    const marked = valueStart >= 0 && this.marks.withinAttribute(valueStart, valueEnd)
    this.valueStart = -1
    if (!marked && !isWanted(this.html, this.nameStart, this.nameEnd)) return
    const name = this.html.slice(this.nameStart, this.nameEnd).toLowerCase()
    const value = valueStart < 0 ? '' : this.html.slice(valueStart, valueEnd)
    if (attributes.size < MAX_ATTRIBUTES && !attributes.has(name)) attributes.set(name, value)
    if (marked || this.mayDecode(name)) this.readAttribute(name, value, marked)
  }

  onopentagend(): void {
    this.openElement()
    if ((this.kind & RAW) !== 0) {
      this.raw = this.tag
      this.rawType = this.attributes.get('type')?.trim() ?? ''
    }
    this.attributes.clear()
  }

  onselfclosingtag(): void {
    // HTML ignores the slash, except in SVG and MathML, where nothing that is asked for here stands.
    this.onopentagend()
  }

  onclosetag(start: number, end: number): void {
    const name = this.html.slice(start, end)
    const known = TAG_KINDS.get(name)
    const tag = known === undefined ? name.toLowerCase() : name
    const kind = known ?? TAG_KINDS.get(tag) ?? 0
    if ((kind & INLINE) === 0) this.endRun()
    if (tag === 'a') this.closeLink()
    if ((kind & HEADING) !== 0) this.closeHeading(start)
    this.raw = ''
    if (this.hidden.active) this.hidden.closed(tag)
    if (this.reversed.active) this.reversed.closed(tag)
    if (this.structured.active) this.structured.closed(tag)
  }

  ontext(start: number, end: number): void {
    if (this.raw !== '') {
      this.readRaw(start, end)
      return
    }
    const flags =
      (this.hidden.active ? HIDDEN : 0) |
      (this.reversed.active ? REVERSED : 0) |
      (this.structured.active ? STRUCTURED : 0)
    this.text.add(start, end, flags, this.marks.within(start, end))
    this.link?.addText(this.html, start, end)
    if (this.text.isFull) this.endRun()
  }

  oncomment(start: number, end: number, offset: number): void {
    if (!this.marks.within(start, end - offset)) return
    this.addAll(decodeText(this.html.slice(start, end - offset)), 'comment', false)
  }

  oncdata(start: number, end: number, offset: number): void {
    this.oncomment(start, end, offset)
  }

  onend(): void {
    this.endRun()
    this.closeLink()
    // A quote that never closes swallows the rest of the page.
    if (this.valueStart >= 0 && this.marks.withinAttribute(this.valueStart, this.valueEnd)) {
      this.addAll(decodeText(this.html.slice(this.valueStart, this.valueEnd)), 'attribute', false)
    }
  }

  ontextentity(): void {}
  onattribentity(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  result(): PageScan {
    const addresses = this.collector.list()
    const worthParsing = addresses.length > 0 || this.jsonLd.length > 0 || this.hasStructure || this.namesPeople
    const { dump } = this.collector
    return { addresses, links: this.links.links, ...this.head.facts(), jsonLd: this.jsonLd, worthParsing, dump }
  }

  private endRun(): void {
    this.text.flush(this.collector, this.rules, this.marks.spells)
    this.link?.addBreak()
  }

  /** The opening tag is complete: what its attributes say together. */
  private openElement(): void {
    const { tag, attributes } = this
    if ((this.kind & VOID) === 0) this.openScopes(tag, attributes)
    if (attributes.size === 0) return
    if (tag === 'a') this.openLink(attributes)
    else if (tag === 'meta') this.head.setMeta(attributes)
    else if (tag === 'html') this.head.setLanguage(attributes.get('lang') ?? attributes.get('xml:lang'))
    else if (tag === 'link') this.readLinkElement(attributes)
    else if (tag === 'base') this.rebase(attributes.get('href'))
    else if (tag === 'area') this.links.add(attributes.get('href') ?? '', attributes.get('alt') ?? '', false)
    else if (tag === 'frame' || tag === 'iframe')
      this.links.add(attributes.get('src') ?? '', attributes.get('title') ?? '', false)
    else if (tag === 'img') this.link?.addPicture(attributes.get('alt') ?? attributes.get('title'))
    for (const name of attributes.keys()) {
      if (!isPartName(name)) continue
      for (const { address, channel } of readSplit(attributes, this.rules))
        this.collector.add(address, channel, this.hidden.active)
      return
    }
  }

  private openScopes(tag: string, attributes: ReadonlyMap<string, string>): void {
    if (this.hidden.active) this.hidden.opened(tag)
    if (this.reversed.active) this.reversed.opened(tag)
    if (this.structured.active) this.structured.opened(tag)
    if (attributes.size === 0) return
    const style = attributes.get('style')
    const hides = style !== undefined && hidesElement(style, (this.kind & INLINE) !== 0)
    if (!this.hidden.active && (hides || attributes.has('hidden'))) this.hidden.enter(tag)
    if (!this.reversed.active && this.isReversed(tag, style, attributes)) this.reversed.enter(tag)
    if (!this.structured.active && this.isStructured(attributes)) this.structured.enter(tag)
  }

  private isReversed(tag: string, style: string | undefined, attributes: ReadonlyMap<string, string>): boolean {
    if (style !== undefined && reversesText(style)) return true
    if (tag === 'bdo') return attributes.get('dir')?.toLowerCase() === 'rtl'
    if (this.reversedClasses.size === 0) return false
    return (attributes.get('class') ?? '').split(/\s+/).some((name) => this.reversedClasses.has(name))
  }

  /** Microdata, RDFa and h-card say that their content is an address; hCard does so within a `vcard`. */
  private isStructured(attributes: ReadonlyMap<string, string>): boolean {
    const property = attributes.get('itemprop') ?? attributes.get('property')
    if (attributes.has('itemprop') || attributes.has('itemtype') || attributes.has('typeof')) this.hasStructure = true
    if (property !== undefined && /(?:^|[\s:])email\s*$/i.test(property)) return true
    const names = attributes.get('class')
    if (names === undefined) return false
    if (/(?:^|\s)(?:vcard|h-card)(?:\s|$)/.test(names)) this.hasStructure = true
    return /(?:^|\s)u-email(?:\s|$)/.test(names) || (this.hasStructure && /(?:^|\s)email(?:\s|$)/.test(names))
  }

  private mayDecode(name: string): boolean {
    return name === 'href' || name.startsWith('on') || name.startsWith('data-')
  }

  private readAttribute(name: string, value: string, marked: boolean): void {
    if (this.collector.dump) return
    const isStructured = name === 'content' && this.attributes.get('itemprop') === 'email'
    for (const { address, channel, name: label } of readAttribute(name, value, marked, this.rules)) {
      this.collector.add(address, isStructured ? 'structured' : channel, this.hidden.active, label)
      if (channel === 'mailto' || channel === 'cloudflare') this.linked.push(address.full)
    }
  }

  /** Addresses of the opening tag's own `href`, to be labelled with the text of the link. */
  private linked: string[] = []

  private openLink(attributes: ReadonlyMap<string, string>): void {
    const href = attributes.get('href')
    if (href === undefined) return
    const named = [attributes.get('title'), attributes.get('aria-label')]
    this.link = new OpenLink(href, named, (attributes.get('rel') ?? '').toLowerCase().includes('nofollow'), this.linked)
    this.linked = []
  }

  private closeLink(): void {
    const { link } = this
    this.linked = []
    if (link === null) return
    this.link = null
    const text = link.text()
    if (link.addresses.length > 0) this.collector.label(link.addresses, text)
    else this.links.add(link.href, text, link.nofollow)
  }

  private readLinkElement(attributes: ReadonlyMap<string, string>): void {
    if ((attributes.get('rel') ?? '').trim().toLowerCase() !== 'canonical') return
    this.head.canonical ??= this.links.resolve(attributes.get('href') ?? '')
  }

  private rebase(href: string | undefined): void {
    if (href === undefined || this.hasBase) return
    this.hasBase = true
    this.links.rebase(href)
  }

  private closeHeading(end: number): void {
    if (this.headingStart < 0 || this.namesPeople) return
    this.namesPeople = namesPeople(this.html.slice(this.headingStart, Math.min(end, this.headingStart + 500)))
    this.headingStart = -1
  }

  private readRaw(start: number, end: number): void {
    if (this.raw === 'title') this.readTitle(start, end)
    else if (this.raw === 'script') this.readScript(this.html.slice(start, end))
    else if (this.raw === 'style')
      for (const name of reversedClasses(this.html.slice(start, end))) this.reversedClasses.add(name)
    else if (this.marks.within(start, end))
      this.addAll(decodeText(this.html.slice(start, end)), 'attribute', this.hidden.active)
  }

  private readTitle(start: number, end: number): void {
    const title = this.html.slice(start, end)
    this.head.setTitle(title)
    if (this.marks.within(start, end)) this.addAll(decodeText(title), 'text', false)
    this.namesPeople ||= namesPeople(title)
  }

  private readScript(source: string): void {
    if (this.rawType.toLowerCase().includes('ld+json')) return this.readJsonLd(source)
    const isData = JSON_TYPE.test(this.rawType)
    if (this.collector.dump || (!isData && !SCRIPT_TYPE.test(this.rawType))) return
    for (const { address, channel } of scanScript(source, isData, this.rules))
      this.collector.add(address, channel, false)
  }

  private readJsonLd(source: string): void {
    if (this.jsonLd.length >= MAX_JSON_LD || source.length > MAX_JSON_LD_LENGTH) return
    this.jsonLd.push(source)
    if (/@|&#|\\u0040/i.test(source)) this.addAll(decodeText(unescapeScript(source)), 'structured', false)
  }

  private addAll(text: string, channel: Channel, hidden: boolean): void {
    if (this.collector.dump) return
    for (const { address } of findAddresses(stripInvisible(text), this.rules))
      this.collector.add(address, channel, hidden)
  }
}

/**
 * Whether an attribute is asked for whatever its value: decided on the first letter and the length, because most
 * attributes of a page (`id`, `src`, `width`) are not, and cutting out every name costs more than the pass itself.
 */
function isWanted(html: string, start: number, end: number): boolean {
  const length = end - start
  switch (html.charCodeAt(start) | 0x20) {
    case 0x61: // alt, aria-label
      return length === 3 || length === 10
    case 0x63: // class, content
      return length === 5 || length === 7
    case 0x64: // dir, data-…
      return length === 3 || length > 5
    case 0x68: // href, hidden
      return length === 4 || length === 6
    case 0x69: // itemprop, itemtype
      return length === 8
    case 0x6c: // lang
      return length === 4
    case 0x6e: // name
      return length === 4
    case 0x6f: // on…
      return length > 5
    case 0x70: // property
      return length === 8
    case 0x72: // rel
      return length === 3
    case 0x73: // src, style
      return length === 3 || length === 5
    case 0x74: // type, title, typeof
      return length >= 4 && length <= 6
    case 0x78: // xml:lang
      return length === 8
    default:
      return false
  }
}
