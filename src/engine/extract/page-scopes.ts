import { ElementScope } from './element-scope.ts'
import { hidesElement, reversesText } from './element-style.ts'
import { HIDDEN, REVERSED, STRUCTURED } from './page-text.ts'

type Attributes = ReadonlyMap<string, string>

/** Which elements around a text say something about it: hidden from readers, shown backwards, marked up as an address. */
export class PageScopes {
  /** The page carries structured data of any kind. */
  hasStructure = false
  private readonly hidden = new ElementScope()
  private readonly reversed = new ElementScope()
  private readonly structured = new ElementScope()
  private readonly scopes = [this.hidden, this.reversed, this.structured]
  /** Flags for a text node that stands here. */
  flags = 0
  private readonly reversedClasses: ReadonlySet<string>

  constructor(reversedClasses: ReadonlySet<string>) {
    this.reversedClasses = reversedClasses
  }

  get isHidden(): boolean {
    return this.hidden.active
  }

  private flagsNow(): number {
    const { hidden, reversed, structured } = this
    return (hidden.active ? HIDDEN : 0) | (reversed.active ? REVERSED : 0) | (structured.active ? STRUCTURED : 0)
  }

  /** Any element that has an end tag opens. */
  opened(tag: string, isInline: boolean, attributes: Attributes): void {
    if (this.flags !== 0) for (const scope of this.scopes) if (scope.active) scope.opened(tag)
    if (attributes.size > 0) this.enter(tag, isInline, attributes)
    else if (this.flags === 0) return
    this.flags = this.flagsNow()
  }

  private enter(tag: string, isInline: boolean, attributes: Attributes): void {
    const style = attributes.get('style')
    const hides = style !== undefined && hidesElement(style, isInline)
    if (!this.hidden.active && (hides || attributes.has('hidden'))) this.hidden.enter(tag)
    if (!this.reversed.active && this.isReversed(tag, style, attributes)) this.reversed.enter(tag)
    if (!this.structured.active && this.isStructured(attributes)) this.structured.enter(tag)
  }

  closed(tag: string): void {
    if (this.flags === 0) return
    for (const scope of this.scopes) if (scope.active) scope.closed(tag)
    this.flags = this.flagsNow()
  }

  private isReversed(tag: string, style: string | undefined, attributes: Attributes): boolean {
    if (style !== undefined && reversesText(style)) return true
    if (tag === 'bdo') return attributes.get('dir')?.toLowerCase() === 'rtl'
    if (this.reversedClasses.size === 0) return false
    return (attributes.get('class') ?? '').split(/\s+/, 50).some((name) => this.reversedClasses.has(name))
  }

  /** Microdata, RDFa and h-card say that their content is an address; hCard's `email` does so on a page with cards. */
  private isStructured(attributes: Attributes): boolean {
    if (attributes.has('itemprop') || attributes.has('itemtype') || attributes.has('typeof')) this.hasStructure = true
    const property = attributes.get('itemprop') ?? attributes.get('property')
    if (property !== undefined && /(?:^|[\s:])email$/i.test(property)) return true
    const names = attributes.get('class')
    if (names === undefined) return false
    if (/(?:^|\s)(?:vcard|h-card)(?:\s|$)/.test(names)) this.hasStructure = true
    return /(?:^|\s)u-email(?:\s|$)/.test(names) || (this.hasStructure && /(?:^|\s)email(?:\s|$)/.test(names))
  }
}
