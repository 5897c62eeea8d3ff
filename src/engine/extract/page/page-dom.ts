import { ATTRIBUTES, slot } from './attribute-slots.ts'
import { decodeAttribute, resolveReferences } from './html-text.ts'
import { LineWriter } from './page-lines.ts'
import type { PageLine } from './page-lines.ts'
import { appendChild, createNode, noAttributes } from './page-node.ts'
import type { KeptAttribute, NodeAttributes, PageNode } from './page-node.ts'
import { closesAt, closesBefore } from './tag-closing.ts'
import { ENDS_PARAGRAPH, ENDS_SIBLING, INLINE, tagKindOf, SKIPPED, TAGS, VOID } from './tag-kinds.ts'
import type { TagListener, TokenTape } from './token-tape.ts'

/**
 * The tree of a page that association works on: elements with the few attributes that tell about people, and the text as
 * lines in reading order, each tied to the element it is in. Text and elements beyond the limits are left out.
 */
export interface PageTree {
  root: PageNode
  lines: PageLine[]
  /** Elements with an attribute of interest, in reading order. */
  marked: PageNode[]
  /** Sources of pictures, as they are written. */
  pictures: readonly string[]
  /** Some element describes an item: microdata, RDFa or hCard. */
  hasItems: boolean
  /** Where the scan found addresses, in reading order. */
  places: AddressPlacing[]
}

/** A place of the source where the scan found an address, as seen from the tree. */
export interface AddressPlacing {
  /** Of the address, in the order of discovery. */
  index: number
  /** The element whose attribute or text it is; that around the script which makes it. */
  node: PageNode
  /** Line that it is on, or the next one after it. */
  line: number
  /** Offset in that line. */
  offset: number
}

/** Elements deeper than this are read as if they stood at this depth: no layout needs it, and walks stay cheap. */
const MAX_DEPTH = 200
/** A page of 2 MB has at most about 50,000 elements; what follows is not read. */
const MAX_NODES = 60_000
/** Attribute values are names of things, links and addresses. */
const MAX_VALUE_CHARS = 2_000
const MAX_TEXT_CHARS = 30_000
/** Several blanks or a tabulator between two columns of plain text. */
const COLUMNS = /(?<=\S)(?: {2,}|\t[ \t]*)(?=\S)/g
/** An address in every line of a menu says no more than the first ones. */
const MAX_PLACES = 20_000

/** Attributes that make an element worth a look beside its text. */
const MARKING = new Set<KeptAttribute>(['href', 'data-cfemail', 'itemprop', 'itemscope', 'property', 'typeof'])
/** By slot: what the element has to be told of the attribute. */
const KEPT_NAMES = ATTRIBUTES.map((name) => (isKept(name) ? name : null))
const SRC = slot('src')
const PICTURE = TAGS.indexOf('img')
/** A page of portraits has a few hundred; data written out in a source says nothing. */
const [MAX_PICTURES, MAX_SOURCE_CHARS] = [2_000, 300]
const CARD_CLASS = /(?:^|\s)(?:vcard|h-card)(?:\s|$)/

/** Reads a page into its tree, from the tokens of an earlier pass. Linear in the page; never throws, whatever the markup. */
export function buildPage(html: string, tape: TokenTape): PageTree {
  const builder = new TreeBuilder(html)
  tape.replay(builder)
  return builder.finish()
}

function isKept(name: string): name is KeptAttribute {
  return Object.hasOwn(noAttributes(), name)
}

/** A font draws a picture in place of the word in such an element: `<i class="material-icons">verified</i>`. */
const drawsIcon = ({ isInline, attributes }: PageNode): boolean =>
  isInline && attributes.class?.includes('material-') === true && ICON_CLASS.test(attributes.class)
const ICON_CLASS = /(?:^|\s)material-(?:icons|symbols)(?:-|\s|$)/

function isBlank(html: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) {
    const code = html.charCodeAt(index)
    if (code !== 32 && (code > 13 || code < 9)) return false
  }
  return true
}

/** Listens to the tokens of a page. */
class TreeBuilder implements TagListener {
  private readonly html: string
  private readonly root = createNode('#root', false, null, 0)
  private readonly writer = new LineWriter()
  private readonly marked: PageNode[] = []
  private readonly pictures: string[] = []
  private current = this.root
  /** The element that the last opening tag made, if it made one. */
  private opened: PageNode | null = null
  private nodes = 0
  private tag = ''
  private isPicture = false
  private kind = 0
  private attributes: NodeAttributes | null = null
  private marks = false
  /** Addresses in attributes of the element that is being opened. */
  private pending: number[] = []
  private isOpening = false
  private readonly places: AddressPlacing[] = []
  private hasItems = false
  private openPres = 0
  /** Open elements without a node of their own, for they are too deep. */
  private tooDeep = 0
  /** The skipped element that is open, and how often. */
  private skipped = ''
  private skippedDepth = 0

  constructor(html: string) {
    this.html = html
  }

  onopentagname(tag: number, start: number, end: number): void {
    this.tag = this.nameOf(tag, start, end)
    this.isPicture = tag === PICTURE
    this.kind = tagKindOf(tag)
    this.attributes = null
    this.marks = false
    this.isOpening = true
  }

  onaddress(index: number): void {
    if (this.isOpening) this.pending.push(index)
    else if (!this.isInHead) this.place(index, this.current)
  }

  private get isInHead(): boolean {
    return this.skippedDepth > 0 && this.skipped === 'head'
  }

  private place(index: number, node: PageNode): void {
    if (this.places.length >= MAX_PLACES) return
    const { lines, openChars } = this.writer
    this.places.push({ index, node, line: lines.length, offset: openChars })
  }

  onattribute(slot: number, valueStart: number, valueEnd: number): void {
    if (slot === SRC && this.isPicture) this.addPicture(valueStart, valueEnd)
    const name = this.skippedDepth > 0 ? null : KEPT_NAMES[slot]
    if (!name || this.attributes?.[name] !== undefined) return
    const raw = valueStart < 0 ? '' : this.html.slice(valueStart, Math.min(valueEnd, valueStart + MAX_VALUE_CHARS))
    this.attributes ??= noAttributes()
    this.attributes[name] = decodeAttribute(raw)
    if (MARKING.has(name)) this.marks = true
    if (name === 'itemscope' || name === 'typeof' || (name === 'class' && CARD_CLASS.test(raw))) this.hasItems = true
  }

  private addPicture(start: number, end: number): void {
    if (this.pictures.length < MAX_PICTURES && end - start <= MAX_SOURCE_CHARS)
      this.pictures.push(this.html.slice(start, end))
  }

  onopentagend(): void {
    const { tag, kind } = this
    this.isOpening = false
    this.openElement(tag, kind)
    if (this.pending.length === 0) return
    if (!this.isInHead) for (const index of this.pending) this.place(index, this.opened ?? this.current)
    this.pending = []
  }

  private openElement(tag: string, kind: number): void {
    this.opened = null
    if (this.skippedDepth > 0) {
      if (tag === this.skipped) this.skippedDepth++
    } else if ((kind & SKIPPED) !== 0) {
      this.skipped = tag
      this.skippedDepth = 1
    } else if (++this.nodes <= MAX_NODES) this.open(tag, kind)
  }

  ontext(start: number, end: number): void {
    if (this.skippedDepth > 0) return
    if (this.openPres > 0) this.writeLines(start, end)
    else if (isBlank(this.html, start, end) || drawsIcon(this.current)) this.writer.writeBlank(this.current)
    else
      this.writer.write(resolveReferences(this.html.slice(start, Math.min(end, start + MAX_TEXT_CHARS))), this.current)
  }

  /** Text of a `pre`, where line feeds part lines, and blanks columns. */
  private writeLines(start: number, end: number): void {
    const text = resolveReferences(this.html.slice(start, Math.min(end, start + MAX_TEXT_CHARS)))
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) this.writer.endLine()
      if (line.trim() === '') this.writer.writeBlank(this.current)
      else this.writer.write(line.replace(COLUMNS, ' | '), this.current)
    }
  }

  onclosetag(index: number, start: number, end: number): void {
    const tag = this.nameOf(index, start, end)
    if (this.skippedDepth > 0) {
      // A page that forgets to close its head continues in its body.
      if (tag === this.skipped || tag === 'head') this.skippedDepth = tag === 'head' ? 0 : this.skippedDepth - 1
      return
    }
    if ((tagKindOf(index) & VOID) !== 0) return
    if (this.tooDeep > 0) {
      this.tooDeep--
      return
    }
    const target = closesAt(this.current, tag)
    if (target) this.closeThrough(target)
  }

  finish(): PageTree {
    this.closeThrough(this.root)
    this.writer.endLine()
    this.root.endLine = this.writer.lines.length
    return {
      root: this.root,
      lines: this.writer.lines,
      marked: this.marked,
      pictures: this.pictures,
      hasItems: this.hasItems,
      places: this.places,
    }
  }

  /** The name of a tag in lower case; nearly all are listed, and need not be cut out. */
  private nameOf(tag: number, start: number, end: number): string {
    return TAGS[tag] ?? this.html.slice(start, end).toLowerCase()
  }

  private open(tag: string, kind: number): void {
    if ((kind & ENDS_PARAGRAPH) !== 0 && this.current.tag === 'p') this.closeThrough(this.current)
    const implied = (kind & ENDS_SIBLING) === 0 ? null : closesBefore(this.current, tag)
    if (implied) this.closeThrough(implied)
    const isInline = (kind & INLINE) !== 0 && !this.repeatsCard(tag)
    if (!isInline && tag !== 'img') this.writer.endLine()
    if (tag === 'br' || tag === 'hr') return
    if (this.current.depth >= MAX_DEPTH) {
      if ((kind & VOID) === 0) this.tooDeep++
      return
    }
    const node = createNode(tag, isInline, this.current, this.writer.lines.length)
    if (this.attributes) node.attributes = this.attributes
    appendChild(this.current, node)
    this.opened = node
    if (this.marks) this.marked.push(node)
    if (tag === 'img' && node.attributes.alt) this.writer.writeAlternative(node.attributes.alt, node)
    if (tag === 'pre') this.openPres++
    if ((kind & VOID) === 0) this.current = node
    else node.endLine = this.writer.lines.length + 1
  }

  /**
   * Whether an inline element follows directly on one alike that is made of several: only their style makes both of them boxes, as in
   * a grid of `<a class="card"><span>Jane Doe</span><span>Verger</span></a>`. The one before it is then a box too.
   */
  private repeatsCard(tag: string): boolean {
    const before = this.current.lastChild
    const { class: names } = this.attributes ?? {}
    if (before?.tag !== tag || names === undefined || before.attributes.class !== names) return false
    if (before.firstChild === before.lastChild || this.writer.endsIn(this.current)) return false
    before.isInline = false
    return true
  }

  private closeThrough(target: PageNode): void {
    for (let open = true; open && this.current.parent;) {
      const node = this.current
      open = node !== target
      if (!node.isInline) this.writer.endLine()
      if (node.tag === 'pre') this.openPres--
      node.endLine = this.writer.lines.length + (node.isInline && this.writer.isOpen ? 1 : 0)
      this.current = node.parent ?? this.root
    }
  }
}
