import { Parser } from 'htmlparser2'
import type { Handler } from 'htmlparser2'
import { LineWriter } from './page-lines.ts'
import type { PageLine } from './page-lines.ts'
import { isInlineTag } from './page-node.ts'
import type { PageNode } from './page-node.ts'

/**
 * The tree of a page that association works on: elements with the few attributes that tell about people, and the text as
 * lines in reading order, each tied to the element it stands in. Text and elements beyond the limits are left out.
 */

export interface PageTree {
  root: PageNode
  lines: PageLine[]
  /** Elements with an attribute of interest, in reading order. */
  marked: PageNode[]
}

/** Elements deeper than this are read as if they stood at this depth: no layout needs it, and walks stay cheap. */
const MAX_DEPTH = 200
/** A page of 2 MB has at most about 50,000 elements; what follows is not read. */
const MAX_NODES = 100_000
/** Attribute values are names of things, links and addresses. */
const MAX_VALUE_CHARS = 2_000

const KEPT = new Set(
  'class id href rel title alt content datetime data-cfemail itemprop itemtype itemscope property typeof vocab'.split(
    ' ',
  ),
)
/** What makes an element worth a second look beside its text. */
const MARKING = new Set('href data-cfemail itemprop itemscope property typeof'.split(' '))
/** Neither text nor structure of the page. */
const SKIPPED = new Set(
  'script style noscript template svg math iframe object canvas select textarea title head'.split(' '),
)
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '))
const NO_ATTRIBUTES: Readonly<Record<string, string>> = Object.freeze({})

/** Reads a page into its tree. Linear in the page; never throws, whatever the markup. */
export function buildPage(html: string): PageTree {
  const builder = new TreeBuilder()
  const parser = new Parser(builder, { decodeEntities: true, lowerCaseTags: true, lowerCaseAttributeNames: true })
  builder.stop = () => parser.pause()
  parser.write(html)
  if (!builder.full) parser.end()
  return builder.finish()
}

class TreeBuilder implements Partial<Handler> {
  readonly root: PageNode = createNode('#root', null, 0)
  full = false
  stop: () => void = () => undefined
  private readonly writer = new LineWriter()
  private readonly marked: PageNode[] = []
  private current = this.root
  private pending: Record<string, string> | null = null
  private marks = false
  private nodes = 0
  /** Open elements that could not get a node of their own (too deep), and skipped ones with what is in them. */
  private tooDeep = 0
  private skipping = 0

  onopentagname(): void {
    this.pending = null
    this.marks = false
  }

  onattribute(name: string, value: string): void {
    if (this.skipping > 0 || !KEPT.has(name)) return
    this.pending ??= {}
    this.pending[name] = value.slice(0, MAX_VALUE_CHARS)
    if (MARKING.has(name)) this.marks = true
  }

  onopentag(tag: string): void {
    if (this.full) return
    if (this.skipping > 0 || SKIPPED.has(tag)) {
      if (!VOID.has(tag)) this.skipping++
      return
    }
    if (++this.nodes > MAX_NODES) return this.giveUp()
    if (this.current.depth >= MAX_DEPTH && !VOID.has(tag)) {
      this.tooDeep++
      return
    }
    this.open(tag)
  }

  ontext(text: string): void {
    if (this.skipping === 0 && !this.full) this.writer.write(text, this.current)
  }

  onclosetag(tag: string): void {
    if (this.full) return
    if (this.skipping > 0) {
      if (!VOID.has(tag)) this.skipping--
      return
    }
    if (VOID.has(tag)) return
    if (this.tooDeep > 0) {
      this.tooDeep--
      return
    }
    this.close()
  }

  finish(): PageTree {
    while (this.current.parent) this.close()
    this.writer.endLine()
    this.root.endLine = this.writer.lines.length
    return { root: this.root, lines: this.writer.lines, marked: this.marked }
  }

  private open(tag: string): void {
    const isBlock = !isInlineTag(tag)
    if (isBlock && tag !== 'img') this.writer.endLine()
    if (tag === 'br' || tag === 'hr') return
    const node = createNode(tag, this.current, this.writer.lines.length)
    if (this.pending) node.attributes = this.pending
    this.current.children.push(node)
    if (this.marks) this.marked.push(node)
    if (tag === 'img' && node.attributes.alt) this.writer.writeAlternative(node.attributes.alt, node)
    if (VOID.has(tag)) node.endLine = this.writer.lines.length + 1
    else this.current = node
  }

  private close(): void {
    const node = this.current
    if (!node.parent) return
    if (!isInlineTag(node.tag)) this.writer.endLine()
    node.endLine = this.writer.lines.length + (isInlineTag(node.tag) && this.writer.isOpen ? 1 : 0)
    this.current = node.parent
  }

  private giveUp(): void {
    this.full = true
    this.stop()
  }
}

const createNode = (tag: string, parent: PageNode | null, line: number): PageNode => ({
  tag,
  parent,
  children: [],
  attributes: NO_ATTRIBUTES,
  depth: parent ? parent.depth + 1 : 0,
  firstLine: line,
  endLine: line,
})
