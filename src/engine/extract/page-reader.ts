import { AddressCollector } from './addresses/address-collector.ts'
import { findAddresses } from './addresses/address-reader.ts'
import type { AddressRules } from './addresses/address-rules.ts'
import { slot } from './page/attribute-slots.ts'
import { ElementAttributes } from './addresses/element-attributes.ts'
import { reversedClasses } from './page/element-style.ts'
import { resolveReferences, stripInvisible } from './page/html-text.ts'
import type { Channel, FilledElement, PageInput, PageScan } from './page/page-facts.ts'
import { PageHead } from './page-head.ts'
import { LinkCollector, OpenLink } from './page/page-links.ts'
import { AddressMarks } from './page/page-marks.ts'
import { PageScopes } from './page-scopes.ts'
import { PageText } from './addresses/page-text.ts'
import { announcesPeople, namesPeople } from './people/people-signs.ts'
import { filledElements } from './addresses/filled-elements.ts'
import { scanScript } from './addresses/script-addresses.ts'
import { unescapeScript } from './page/script-tokens.ts'
import type { TokenTape } from './page/token-tape.ts'
import { HEADING, JOINS, tagKindOf, RAW, SPEAKING, tagIndex, TAGS, VOID } from './page/tag-kinds.ts'

const [ALT, ARIA_LABEL, HREF, LANG] = [slot('alt'), slot('aria-label'), slot('href'), slot('lang')]
const [REL, SRC, TITLE, TYPE, XML_LANG] = [slot('rel'), slot('src'), slot('title'), slot('type'), slot('xml:lang')]

const MAX_JSON_LD = 50
const MAX_JSON_LD_LENGTH = 512 * 1024
/** Types of scripts that run; others are templates and data of libraries. */
const RUNS = /^$|javascript|ecmascript|module|babel/i
const MAX_HEADING = 500
const LINK = TAGS.indexOf('a')

/**
 * Listens to the tokenizer and keeps track of what is open: the element, the link, the run of text, the scopes of style.
 * Sections are offsets into the source until they have to be read.
 */
export class PageReader {
  private readonly html: string
  private readonly rules: AddressRules
  private readonly marks: AddressMarks
  /** Keeps the tokens for a second pass, if there may be one. */
  private readonly tape: TokenTape | null
  private readonly text: PageText
  private readonly links: LinkCollector
  private readonly element: ElementAttributes
  private readonly scopes: PageScopes
  private readonly collector: AddressCollector
  private readonly head = new PageHead()
  private readonly jsonLd: string[] = []
  private readonly filled: FilledElement[] = []
  private link: OpenLink | null = null
  private namesPeople: boolean
  /** The element being opened: its index in the table of tags, and the position of its name. */
  private tag = -1
  private tagStart = 0
  private tagEnd = 0
  private kind = 0
  /** The open element whose content is not text of the page, and its `type`. */
  private raw = ''
  private rawType = ''
  private headingStart = -1

  constructor(page: PageInput, rules: AddressRules, tape: TokenTape | null = null) {
    this.tape = tape
    this.html = page.html
    this.collector = new AddressCollector(tape)
    this.rules = rules
    this.marks = new AddressMarks(page.html)
    this.text = new PageText(page.html)
    this.links = new LinkCollector(page.url)
    const sink = { collector: this.collector, rules, isHidden: () => this.scopes.isHidden }
    this.element = new ElementAttributes(page.html, this.marks, sink)
    this.scopes = new PageScopes(this.element.tellingClasses)
    this.namesPeople = announcesPeople(page.url)
  }

  onopentagname(start: number, end: number): void {
    const index = tagIndex(this.html, start, end)
    const kind = tagKindOf(index)
    if ((kind & JOINS) === 0) this.endRun()
    this.tape?.name(index, start, end)
    this.tag = index
    this.tagStart = start
    this.tagEnd = end
    this.kind = kind
    if ((kind & HEADING) !== 0) this.headingStart = end
    if (index === LINK) this.closeLink()
  }

  onattribname(start: number, end: number): void {
    this.element.setName(start, end)
  }

  onattribdata(start: number, end: number): void {
    this.element.setValue(start, end)
  }

  onattribend(): void {
    this.element.endOne(this.tape)
  }

  onopentagend(): void {
    const { element, kind, scopes } = this
    element.endAll()
    this.tape?.opened()
    if ((kind & VOID) === 0 && scopes.concerns(element)) scopes.opened(this.tagName(), (kind & JOINS) !== 0, element)
    if ((kind & RAW) !== 0) {
      this.raw = this.tagName()
      this.rawType = element.value(TYPE)?.trim().toLowerCase() ?? ''
    }
    if ((kind & SPEAKING) !== 0) this.readElement(this.tagName(), element)
    element.present = 0
  }

  /** HTML ignores the slash, except in SVG and MathML, which contain nothing that is needed here. */
  onselfclosingtag(): void {
    this.onopentagend()
  }

  onclosetag(start: number, end: number): void {
    const index = tagIndex(this.html, start, end)
    const kind = tagKindOf(index)
    if ((kind & JOINS) === 0) this.endRun()
    this.tape?.closed(index, start, end)
    if (index === LINK) this.closeLink()
    if ((kind & HEADING) !== 0) this.closeHeading(start)
    this.raw = ''
    if (this.scopes.flags !== 0) this.scopes.closed(this.html.slice(start, end).toLowerCase())
  }

  ontext(start: number, end: number): void {
    this.tape?.text(start, end)
    if (this.raw !== '') return this.readRaw(start, end)
    this.text.add(start, end, this.scopes.flags, this.marks.within(start, end))
    this.link?.addText(this.html, start, end)
    if (this.text.isFull) this.endRun()
  }

  oncomment(start: number, end: number, offset: number): void {
    if (this.marks.within(start, end - offset)) this.addAll(this.html.slice(start, end - offset), 'comment')
  }

  oncdata(start: number, end: number, offset: number): void {
    this.oncomment(start, end, offset)
  }

  onend(): void {
    this.endRun()
    this.closeLink()
    const { unfinished } = this.element
    if (unfinished !== null) this.addAll(unfinished, 'attribute')
  }

  /** References are resolved when a text is read, and doctypes say nothing. */
  ontextentity(): void {}
  onattribentity(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}

  result(): PageScan {
    const addresses = this.collector.list()
    const hasStructure = this.jsonLd.length > 0 || this.scopes.hasStructure
    const worthParsing = addresses.length > 0 || hasStructure || this.namesPeople
    const { jsonLd } = this
    const { hasItems } = this.scopes
    const { dump } = this.collector
    return {
      addresses,
      links: this.links.links,
      ...this.head.facts(),
      jsonLd,
      hasItems,
      worthParsing,
      filled: this.filled,
      dump,
    }
  }

  private tagName(): string {
    const known = this.tag < 0 ? undefined : TAGS[this.tag]
    return known ?? this.html.slice(this.tagStart, this.tagEnd).toLowerCase()
  }

  private endRun(): void {
    this.text.flush(this.collector, this.rules)
    this.link?.addBreak()
  }

  private readElement(tag: string, element: ElementAttributes): void {
    switch (tag) {
      case 'a':
        return this.openLink(element)
      case 'area':
        return this.links.add(element.value(HREF), element.value(ALT) ?? '')
      case 'frame':
      case 'iframe':
        return this.links.add(element.value(SRC), element.value(TITLE) ?? '')
      case 'img':
        return this.link?.addPicture(element.value(ALT) ?? element.value(TITLE))
      case 'base':
        return this.links.rebase(element.value(HREF))
      case 'html':
        return this.head.setLanguage(element.value(LANG) ?? element.value(XML_LANG))
      case 'meta':
        return this.head.setMeta(element)
      case 'link':
        return this.setCanonical(element)
      default:
        return undefined
    }
  }

  private setCanonical(element: ElementAttributes): void {
    if (element.value(REL)?.trim().toLowerCase() !== 'canonical') return
    this.head.canonical ??= this.links.resolve(element.value(HREF) ?? '')
  }

  private openLink(element: ElementAttributes): void {
    const href = element.value(HREF)
    if (href === undefined) return
    const nofollow = element.value(REL)?.toLowerCase().includes('nofollow') === true
    const named = element.value(TITLE) ?? element.value(ARIA_LABEL)
    this.link = new OpenLink(href, named, nofollow, element.linked)
    if (element.linked.length > 0) element.linked = []
  }

  private closeLink(): void {
    const { link } = this
    if (link === null) return
    this.link = null
    if (link.addresses.length > 0) this.collector.label(link.addresses, link.text())
    else this.links.addLink(link)
  }

  private closeHeading(end: number): void {
    const start = this.headingStart
    this.headingStart = -1
    if (start >= 0) this.namesPeople ||= namesPeople(this.html.slice(start, Math.min(end, start + MAX_HEADING)))
  }

  private readRaw(start: number, end: number): void {
    const source = this.html.slice(start, end)
    if (this.raw === 'script') return this.readScript(source)
    if (this.raw === 'style') {
      for (const name of reversedClasses(source)) this.element.tellingClasses.add(name)
      return
    }
    if (this.marks.within(start, end)) this.addAll(source, this.raw === 'title' ? 'text' : 'attribute')
    if (this.raw !== 'title') return
    this.head.setTitle(source)
    this.namesPeople ||= namesPeople(source.slice(0, MAX_HEADING))
  }

  private readScript(source: string): void {
    if (this.rawType.includes('ld+json')) return this.readJsonLd(source)
    const isData = this.rawType.includes('json')
    if (this.collector.dump || (!isData && !RUNS.test(this.rawType))) return
    const found = scanScript(source, isData, this.rules)
    const filled = found.length === 0 || isData ? [] : filledElements(source, found)
    this.filled.push(...filled)
    for (const { address, channel } of found) this.collector.add(address, channel, false, null, filled.length === 0)
  }

  private readJsonLd(source: string): void {
    if (this.jsonLd.length >= MAX_JSON_LD || source.length > MAX_JSON_LD_LENGTH) return
    this.jsonLd.push(source)
    if (/@|&#|\\u0040/i.test(source)) this.addAll(unescapeScript(source), 'structured', false)
  }

  private addAll(source: string, channel: Channel, isPlaced = true): void {
    if (this.collector.dump) return
    const text = stripInvisible(resolveReferences(source))
    for (const { address } of findAddresses(text, this.rules))
      this.collector.add(address, channel, this.scopes.isHidden, null, isPlaced)
  }
}
