import { WORD_SIGN } from './worded-address.ts'

/**
 * Where the signs of an address stand in the source of a page. The pass asks, section after section in reading order,
 * whether a sign stands in it; a page without signs answers without a look at any section.
 */

/** Positions of one sign, found lazily; questions must come in ascending order. */
interface Mark {
  /** Whether it stands on the page at all. */
  readonly exists: boolean
  within(start: number, end: number): boolean
}

function textMark(html: string, sign: string): Mark {
  let next = html.indexOf(sign)
  return {
    exists: next >= 0,
    within(start, end) {
      if (next >= 0 && next < start) next = html.indexOf(sign, start)
      return next >= 0 && next < end
    },
  }
}

function patternMark(html: string, pattern: RegExp): Mark {
  const own = new RegExp(pattern.source, [...new Set(pattern.flags + 'g')].join(''))
  let next = own.exec(html)?.index ?? -1
  return {
    exists: next >= 0,
    within(start, end) {
      if (next >= 0 && next < start) {
        own.lastIndex = start
        next = own.exec(html)?.index ?? -1
      }
      return next >= 0 && next < end
    },
  }
}

/** `&#64;` and `&commat;`, once or twice encoded. */
const ENCODED_AT = /&(?:amp;)?(?:#0{0,5}64|#x0{0,5}40|commat)(?![0-9a-f])/i

/** All signs of one page. */
export class AddressMarks {
  private readonly everywhere: Mark[]
  private readonly words: Mark | null
  private readonly percent: Mark

  constructor(html: string) {
    const signs = [
      textMark(html, '@'),
      textMark(html, '\uff20'),
      textMark(html, '\ufe6b'),
      patternMark(html, ENCODED_AT),
    ]
    this.everywhere = signs.filter((mark) => mark.exists)
    const words = patternMark(html, WORD_SIGN)
    this.words = words.exists ? words : null
    this.percent = textMark(html, '%40')
  }

  /** The page spells addresses somewhere. */
  get spells(): boolean {
    return this.words !== null
  }

  /** Whether a sign stands in the section, percent-encoded ones apart. */
  within(start: number, end: number): boolean {
    let found = this.words?.within(start, end) ?? false
    for (const mark of this.everywhere) if (mark.within(start, end)) found = true
    return found
  }

  withinAttribute(start: number, end: number): boolean {
    return this.percent.within(start, end) || this.within(start, end)
  }
}
