/**
 * Finds the signs of an address in the source of a page. The pass asks about one section after another, in reading order,
 * whether it contains a sign; on a page without signs, and before the next sign, the answer takes one comparison.
 */

/** One sign and its next position from the current section on, found lazily. */
interface Mark {
  next: number
  find(from: number): number
}

const NOWHERE = Number.POSITIVE_INFINITY
/** `&#64;`, `&#x40;` and `&commat;`, encoded once or twice (`&amp;#64;`). */
const REFERENCE = /&(?:amp;)?(?:#(?:0{0,5}64|x0{0,5}40)(?![0-9a-f])|commat)/iy
/** The last one occurs in the links with which Cloudflare hides addresses. */
const SIGNS = ['@', '\uff20', '\ufe6b', '%40', 'email-protection']
/** Characters after the `&` of those: `#`, `a`, `c`, `A`, `C`. They rule out most references of a page (`&nbsp;`). */
const MAY_FOLLOW = new Set([0x23, 0x61, 0x63, 0x41, 0x43])

const textMark = (html: string, sign: string): Mark => lazyMark((from) => html.indexOf(sign, from))

function referenceMark(html: string): Mark {
  return lazyMark((from) => {
    for (let at = html.indexOf('&', from); at >= 0; at = html.indexOf('&', at + 1)) {
      REFERENCE.lastIndex = at
      if (MAY_FOLLOW.has(html.charCodeAt(at + 1)) && REFERENCE.test(html)) return at
    }
    return -1
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
  /** No sign comes before this offset. */
  private nearest: number

  constructor(html: string) {
    const marks = [...SIGNS.map((sign) => textMark(html, sign)), referenceMark(html)]
    this.marks = marks.filter((mark) => mark.next < NOWHERE)
    this.nearest = this.after(0)
  }

  /** Whether a sign is in the section; sections must be asked about in reading order. */
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
