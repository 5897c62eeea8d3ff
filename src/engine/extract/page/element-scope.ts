/**
 * Elements whose end tag may be omitted (WHATWG HTML 13.1.2.4): the next of their kind, or the end of their parent, ends them.
 */
const OPTIONAL_END = new Set('p li dt dd tr td th option tbody thead tfoot'.split(' '))
/**
 * How many open elements a closing tag searches for its own: deeper mismatches are ignored, so that any nesting takes linear
 * time.
 */
const LOOK_BACK = 64

/**
 * Says whether the pass is inside an element of some kind (hidden, written backwards). Only such elements and their contents
 * are remembered, so that ordinary markup costs one comparison.
 */
export class ElementScope {
  private readonly open: string[] = []

  get active(): boolean {
    return this.open.length > 0
  }

  enter(tag: string): void {
    this.open.push(tag)
  }

  /** Registers any element that opens; the caller leaves out void elements. */
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
    // The end tag of an enclosing element also ends a root that needs no end tag of its own.
    if (this.open.length === 1 && OPTIONAL_END.has(this.open[0] ?? '')) this.open.length = 0
  }
}
