/** Elements whose end tag may be left out (WHATWG HTML 13.1.2.4): the next of its kind, or its parent's end, ends it. */
const OPTIONAL_END = new Set('p li dt dd tr td th option tbody thead tfoot'.split(' '))
/** How far back a closing tag looks for its element: deeper mismatches are ignored, so that any nesting is linear. */
const LOOK_BACK = 64

/**
 * Tells whether the pass is inside an element of some kind (hidden, written backwards). Only such elements and what is
 * in them are remembered, so that ordinary markup costs one comparison.
 */
export class ElementScope {
  private readonly open: string[] = []

  get active(): boolean {
    return this.open.length > 0
  }

  enter(tag: string): void {
    this.open.push(tag)
  }

  /** Any element that opens while the scope is active; void elements are the caller's to leave out. */
  opened(tag: string): void {
    if (OPTIONAL_END.has(tag) && this.open.at(-1) === tag) this.open.pop()
    if (this.open.length > 0) this.open.push(tag)
  }

  closed(tag: string): void {
    const floor = Math.max(0, this.open.length - LOOK_BACK)
    for (let index = this.open.length - 1; index >= floor; index--) {
      if (this.open[index] !== tag) continue
      this.open.length = index
      return
    }
    // The end tag of something around it: a root that needs no end tag of its own ends with it.
    if (this.open.length === 1 && OPTIONAL_END.has(this.open[0] ?? '')) this.open.length = 0
  }
}
