import type { AddressCollector } from './address-collector.ts'
import type { AddressRules } from './address-rules.ts'
import { readRun } from './text-run.ts'
import type { TextPiece } from './text-run.ts'
import { maySpell } from './worded-address.ts'

/** The most text nodes read as one run; a longer run is cut, so that joining stays linear. */
const MAX_PIECES = 500
const FIELDS = 3
const BLANK = 0x20

export const HIDDEN = 1
export const REVERSED = 2
export const STRUCTURED = 4

/** The run of text nodes since the last block boundary, as offsets into the source: cut out only if it contains a sign. */
export class PageText {
  private readonly html: string
  /** Start, end and flags of each piece; never shortened, so that it need not grow again for the next run. */
  private readonly pieces: number[] = []
  private length = 0
  private marked = false

  constructor(html: string) {
    this.html = html
  }

  /** @param marked whether the piece has a sign of an address */
  add(start: number, end: number, flags: number, marked: boolean): void {
    if (this.length === 0 && isBlank(this.html, start, end)) return
    this.pieces[this.length] = start
    this.pieces[this.length + 1] = end
    this.pieces[this.length + 2] = flags
    this.length += FIELDS
    this.marked ||= marked
  }

  get isFull(): boolean {
    return this.length >= MAX_PIECES * FIELDS
  }

  /** Ends the run. */
  flush(collector: AddressCollector, rules: AddressRules): void {
    if (this.length === 0) return
    const worded = maySpell(this.html.slice(this.pieces[0], this.pieces[this.length - 2]))
    if ((this.marked || worded) && !collector.dump) this.read(collector, rules, worded)
    this.length = 0
    this.marked = false
  }

  private read(collector: AddressCollector, rules: AddressRules, worded: boolean): void {
    const pieces: TextPiece[] = []
    let all = STRUCTURED
    for (let index = 0; index < this.length; index += FIELDS) {
      const [start = 0, end = 0, flags = 0] = this.pieces.slice(index, index + FIELDS)
      const raw = this.html.slice(start, end)
      pieces.push({ raw, hidden: (flags & HIDDEN) !== 0, reversed: (flags & REVERSED) !== 0 })
      all &= flags
    }
    for (const { address, channel, hidden, label } of readRun(pieces, rules, worded)) {
      collector.add(address, channel, hidden, label)
      if (all === STRUCTURED) collector.add(address, 'structured', hidden)
    }
  }
}

/** Whether the source between two tags is only there to indent them. */
function isBlank(html: string, start: number, end: number): boolean {
  for (let index = start; index < end; index++) if (html.charCodeAt(index) > BLANK) return false
  return true
}
