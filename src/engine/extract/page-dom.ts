import { decodeAttribute, decodeText } from './html-text.ts'
import { LineWriter } from './page-lines.ts'
import type { PageLine } from './page-lines.ts'
import { createNode, ENDS_PARAGRAPH, ENDS_SIBLING, INLINE, KNOWN_TAGS, SKIPPED, tagBits, VOID } from './page-node.ts'
import type { PageNode } from './page-node.ts'
import { NameTable } from './name-table.ts'
import { closesAt, closesBefore } from './tag-closing.ts'
import type { TagListener, TokenTape } from './token-tape.ts'

/**
 * The tree of a page that association works on: elements with the few attributes that tell about people, and the text as
 * lines in reading order, each tied to the element it stands in. Text and elements beyond the limits are left out.
 */
export interface PageTree {
  root: PageNode
  lines: PageLine[]
  /** Elements with an attribute of interest, in reading order. */
  marked: PageNode[]
  /** Some element describes an item: microdata, RDFa or hCard. */
  hasItems: boolean
}

/** Elements deeper than this are read as if they stood at this depth: no layout needs it, and walks stay cheap. */
const MAX_DEPTH = 200
/** A page of 2 MB has at most about 50,000 elements; what follows is not read. */
const MAX_NODES = 60_000
/** Attribute values are names of things, links and addresses. */
const MAX_VALUE_CHARS = 2_000
const MAX_TEXT_CHARS = 30_000

/** Attributes that are kept; those in the second list make an element worth a look beside its text. */
const MARKING = 'href data-cfemail itemprop itemscope property typeof'.split(' ')
const KEPT = [...MARKING, ...'class id alt content datetime itemtype'.split(' ')]
const KEPT_TABLE = new NameTable(KEPT)
const CARD_CLASS = /(?:^|\s)(?:vcard|h-card)(?:\s|$)/

/** Reads a page into its tree, from the tokens of an earlier pass. Linear in the page; never throws, whatever the markup. */
export function buildPage(html: string, tape: TokenTape): PageTree {
  const builder = new TreeBuilder(html)
  tape.replay(builder)
  return builder.finish()
}

const TAG_TABLE = new NameTable(KNOWN_TAGS)

/** The name of a tag in lower case; nearly all are known, and need not be cut out. */
const tagAt = (html: string, start: number, end: number): string =>
  KNOWN_TAGS[TAG_TABLE.find(html, start, end)] ?? html.slice(start, end).toLowerCase()

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
  private current = this.root
  private nodes = 0
  private tag = ''
  private attributes: Record<string, string> | null = null
  private marks = false
  private hasItems = false
  /** Open elements without a node of their own, for they are too deep. */
  private tooDeep = 0
  /** The skipped element that is open, and how often. */
  private skipped = ''
  private skippedDepth = 0

  constructor(html: string) {
    this.html = html
  }

  onopentagname(start: number, end: number): void {
    this.tag = tagAt(this.html, start, end)
    this.attributes = null
    this.marks = false
  }

  onattribute(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    const kept = this.skippedDepth > 0 ? -1 : KEPT_TABLE.find(this.html, nameStart, nameEnd)
    const name = KEPT[kept]
    if (name === undefined || this.attributes?.[name] !== undefined) return
    const raw = valueStart < 0 ? '' : this.html.slice(valueStart, Math.min(valueEnd, valueStart + MAX_VALUE_CHARS))
    this.attributes ??= {}
    this.attributes[name] = decodeAttribute(raw)
    if (kept < MARKING.length) this.marks = true
    if (name === 'itemscope' || name === 'typeof' || (name === 'class' && CARD_CLASS.test(raw))) this.hasItems = true
  }

  onopentagend(): void {
    const { tag } = this
    const bits = tagBits(tag)
    if (this.skippedDepth > 0) {
      if (tag === this.skipped) this.skippedDepth++
    } else if ((bits & SKIPPED) !== 0) {
      this.skipped = tag
      this.skippedDepth = 1
    } else if (++this.nodes <= MAX_NODES) this.open(tag, bits)
  }

  ontext(start: number, end: number): void {
    if (this.skippedDepth > 0) return
    if (isBlank(this.html, start, end)) this.writer.writeBlank(this.current)
    else this.writer.write(decodeText(this.html.slice(start, Math.min(end, start + MAX_TEXT_CHARS))), this.current)
  }

  onclosetag(start: number, end: number): void {
    const tag = tagAt(this.html, start, end)
    if (this.skippedDepth > 0) {
      // A page that forgets to close its head goes on in its body.
      if (tag === this.skipped || tag === 'head') this.skippedDepth = tag === 'head' ? 0 : this.skippedDepth - 1
      return
    }
    if ((tagBits(tag) & VOID) !== 0) return
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
    return { root: this.root, lines: this.writer.lines, marked: this.marked, hasItems: this.hasItems }
  }

  private open(tag: string, bits: number): void {
    if ((bits & ENDS_PARAGRAPH) !== 0 && this.current.tag === 'p') this.closeThrough(this.current)
    const implied = (bits & ENDS_SIBLING) === 0 ? null : closesBefore(this.current, tag)
    if (implied) this.closeThrough(implied)
    const isInline = (bits & INLINE) !== 0
    if (!isInline && tag !== 'img') this.writer.endLine()
    if (tag === 'br' || tag === 'hr') return
    if (this.current.depth >= MAX_DEPTH) {
      if ((bits & VOID) === 0) this.tooDeep++
      return
    }
    const node = createNode(tag, isInline, this.current, this.writer.lines.length)
    if (this.attributes) node.attributes = this.attributes
    this.current.children.push(node)
    if (this.marks) this.marked.push(node)
    if (tag === 'img' && node.attributes.alt) this.writer.writeAlternative(node.attributes.alt, node)
    if ((bits & VOID) === 0) this.current = node
    else node.endLine = this.writer.lines.length + 1
  }

  private closeThrough(target: PageNode): void {
    for (let open = true; open && this.current.parent;) {
      const node = this.current
      open = node !== target
      if (!node.isInline) this.writer.endLine()
      node.endLine = this.writer.lines.length + (node.isInline && this.writer.isOpen ? 1 : 0)
      this.current = node.parent ?? this.root
    }
  }
}
