/**
 * Where the signs of an address stand in the source of a page. The pass asks, section after section in reading order,
 * whether one stands in it; on a page without signs, and before the next one, the answer is a comparison.
 */

/** One sign: its first position from where the pass stands, found lazily. */
interface Mark {
  next: number
  find(from: number): number
}

const NOWHERE = Number.POSITIVE_INFINITY
/** `&#64;`, `&#x40;` and `&commat;`, encoded once or twice; without the `&`, so that both are one search. */
const REFERENCE = /#(?:0{0,5}64|[xX]0{0,5}40)(?![0-9a-fA-F])|commat/g

const textMark = (html: string, sign: string): Mark => lazyMark((from) => html.indexOf(sign, from))

function referenceMark(html: string): Mark {
  return lazyMark((from) => {
    REFERENCE.lastIndex = from
    return REFERENCE.exec(html)?.index ?? -1
  })
}

function lazyMark(indexFrom: (from: number) => number): Mark {
  const find = (from: number): number => {
    const index = indexFrom(from)
    return index < 0 ? NOWHERE : index
  }
  return { next: find(0), find }
}

/** All signs of one page. */
export class AddressMarks {
  private readonly marks: Mark[]
  /** No sign stands before it. */
  private nearest: number

  constructor(html: string) {
    const marks = [...['@', '\uff20', '\ufe6b', '%40'].map((sign) => textMark(html, sign)), referenceMark(html)]
    this.marks = marks.filter((mark) => mark.next < NOWHERE)
    this.nearest = this.after(0)
  }

  /** Whether a sign stands in the section; sections must come in reading order. */
  within(start: number, end: number): boolean {
    if (end <= this.nearest) return false
    if (start > this.nearest) this.nearest = this.after(start)
    return this.nearest < end
  }

  private after(start: number): number {
    let nearest = NOWHERE
    for (const mark of this.marks) {
      if (mark.next < start) mark.next = mark.find(start)
      if (mark.next < nearest) nearest = mark.next
    }
    return nearest
  }
}
