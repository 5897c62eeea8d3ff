import { isFolded } from './html-text.ts'
import { blockOf } from './page-node.ts'
import type { PageNode } from './page-node.ts'

/** Text between two block borders or line breaks, white space folded. */
export interface PageLine {
  index: number
  text: string
  /** The block that contains the line. */
  block: PageNode
  /** The parts of the text by element, in order; `start` is an offset in `text`. */
  pieces: readonly LinePiece[]
  /** From the `alt` of a picture, which is weaker evidence than text. */
  isAlternative: boolean
}

export interface LinePiece {
  text: string
  start: number
  /** Innermost element. */
  node: PageNode
}

/** Prose has long paragraphs, but names and addresses in records are on short lines; the rest of a long line is not read. */
const MAX_LINE_CHARS = 20_000
const MAX_LINES = 50_000
const MAX_PIECES = 400

const INVISIBLE = /[\u00ad\ufeff]|\u200b|\u200c|\u200d/g
const BLANKS = /\s+/g
/** The plain hyphen and the non-breaking one: `Ann‑Kathrin`. */
const HYPHENS = /[\u2010\u2011]/g

/** Collects pieces of text into lines. */
export class LineWriter {
  readonly lines: PageLine[] = []
  private pieces: LinePiece[] = []
  private length = 0

  get isOpen(): boolean {
    return this.pieces.length > 0
  }

  /** Characters of the line being written. */
  get openChars(): number {
    return this.length
  }

  /** Whether the last text of the open line is in that element itself. */
  endsIn(node: PageNode): boolean {
    const last = this.pieces.findLast(({ text }) => text.trim() !== '')
    return last?.node === node
  }

  write(text: string, node: PageNode): void {
    if (this.length >= MAX_LINE_CHARS || this.lines.length >= MAX_LINES) return
    const last = this.pieces.at(-1)
    const folded = fold(text.slice(0, MAX_LINE_CHARS - this.length))
    const visible = last === undefined || last.text.endsWith(' ') ? folded.trimStart() : folded
    if (visible === '') return
    if (last && (last.node === node || this.pieces.length >= MAX_PIECES)) last.text += visible
    else this.pieces.push({ text: visible, start: this.length, node })
    this.length += visible.length
  }

  /** Writes white space between two elements of a line. */
  writeBlank(node: PageNode): void {
    if (this.pieces.length > 0) this.write(' ', node)
  }

  /** The alternative text of a picture becomes a line of its own, after the line it interrupts. */
  writeAlternative(text: string, node: PageNode): void {
    const folded = fold(text.slice(0, 200)).trim()
    if (folded === '' || this.lines.length >= MAX_LINES) return
    this.endLine()
    this.push([{ text: folded, start: 0, node }], true)
  }

  endLine(): void {
    if (this.pieces.length === 0) return
    const pieces = this.pieces
    this.pieces = []
    this.length = 0
    this.push(pieces, false)
  }

  private push(pieces: LinePiece[], isAlternative: boolean): void {
    const [first] = pieces
    const text = pieces.length === 1 && first ? first.text : pieces.map((piece) => piece.text).join('')
    if (!first || text.trim() === '') return
    const block = pieces.length === 1 ? blockOf(first.node) : commonBlock(pieces)
    this.lines.push({ index: this.lines.length, text, block, pieces, isAlternative })
  }
}

const fold = (text: string): string =>
  isFolded(text) ? text : withoutIcons(text.replace(INVISIBLE, '').replace(HYPHENS, '-').replace(BLANKS, ' '))

/** Emoji, dingbats and the private characters of icon fonts, but for those by which numbers are told (☎ ✆ 📞). */
const ICONS =
  /(?:(?![\u{260e}\u{2706}\u{1f4de}])[\u{1f000}-\u{1faff}\u{25a0}-\u{27bf}\u{2b00}-\u{2bff}\u{e000}-\u{f8ff}]|\u{fe0f}|\u{20e3})+/gu
const MAY_DRAW = /[\u25a0-\u27bf\u2b00-\u2bff\ud83c-\ud83e\ue000-\uf8ff]/

/** An icon is no part of the words beside it; between words it parts them. Blanks are single here: each icon looks past them. */
const withoutIcons = (text: string): string =>
  MAY_DRAW.test(text)
    ? text
        .replace(ICONS, (icon, at: number) =>
          text.slice(0, at).trim() === '' || text.slice(at + icon.length).trim() === '' ? ' ' : ' · ',
        )
        .replace(BLANKS, ' ')
    : text

/** The pieces of a line share their block unless the markup is broken; then the outermost block is right. */
function commonBlock(pieces: readonly LinePiece[]): PageNode {
  return pieces
    .map((piece) => blockOf(piece.node))
    .reduce((outer, block) => (block.depth < outer.depth ? block : outer))
}
