import { slot } from './page/attribute-slots.ts'
import type { ElementAttributes } from './addresses/element-attributes.ts'
import { ElementScope } from './page/element-scope.ts'
import { hidesElement, reversesText } from './page/element-style.ts'
import { HIDDEN, REVERSED, STRUCTURED } from './addresses/page-text.ts'

const [CLASS, DIR, HIDES, ITEMPROP] = [slot('class'), slot('dir'), slot('hidden'), slot('itemprop')]
const ITEMSCOPE = slot('itemscope')
const [ITEMTYPE, PROPERTY, STYLE, TYPEOF] = [slot('itemtype'), slot('property'), slot('style'), slot('typeof')]
const STRUCTURES = (1 << ITEMPROP) | (1 << ITEMTYPE) | (1 << TYPEOF)
const OPENS_ITEM = (1 << ITEMSCOPE) | (1 << TYPEOF)
/** Attributes that can begin a scope. */
const TELLING = STRUCTURES | OPENS_ITEM | (1 << CLASS) | (1 << DIR) | (1 << HIDES) | (1 << PROPERTY) | (1 << STYLE)

/** What the elements around a text say about it: hidden from readers, shown backwards, marked up as an address. */
export class PageScopes {
  /** The page has structured data of any kind. */
  hasStructure = false
  /** Some element describes an item: microdata, RDFa or hCard. */
  hasItems = false
  private readonly hidden = new ElementScope()
  private readonly reversed = new ElementScope()
  private readonly structured = new ElementScope()
  private readonly scopes = [this.hidden, this.reversed, this.structured]
  /** Flags for a text node at the current position. */
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

  /** Whether an element that opens here changes anything. */
  concerns(element: ElementAttributes): boolean {
    return this.flags !== 0 || (element.present & TELLING) !== 0
  }

  /** Opens an element that has an end tag. */
  opened(tag: string, isInline: boolean, element: ElementAttributes): void {
    if (this.flags !== 0) for (const scope of this.scopes) if (scope.active) scope.opened(tag)
    if ((element.present & TELLING) !== 0) this.enter(tag, isInline, element)
    this.flags = this.flagsNow()
  }

  private enter(tag: string, isInline: boolean, element: ElementAttributes): void {
    const style = element.value(STYLE)
    const hides = style !== undefined && hidesElement(style, isInline)
    if (!this.hidden.active && (hides || (element.present & (1 << HIDES)) !== 0)) this.hidden.enter(tag)
    if (!this.reversed.active && this.isReversed(tag, style, element)) this.reversed.enter(tag)
    if (!this.structured.active && this.isStructured(element)) this.structured.enter(tag)
  }

  closed(tag: string): void {
    for (const scope of this.scopes) if (scope.active) scope.closed(tag)
    this.flags = this.flagsNow()
  }

  private isReversed(tag: string, style: string | undefined, element: ElementAttributes): boolean {
    if (style !== undefined && reversesText(style)) return true
    if (tag === 'bdo') return element.value(DIR)?.toLowerCase() === 'rtl'
    if (this.reversedClasses.size === 0) return false
    return (element.value(CLASS) ?? '').split(/\s+/, 50).some((name) => this.reversedClasses.has(name))
  }

  /** Microdata, RDFa and h-card mark their content as an address; so does hCard's `email` on a page with cards. */
  private isStructured(element: ElementAttributes): boolean {
    if ((element.present & STRUCTURES) !== 0) this.hasStructure = true
    if ((element.present & OPENS_ITEM) !== 0) this.hasItems = true
    const property = element.value(ITEMPROP) ?? element.value(PROPERTY)
    if (property !== undefined && /(?:^|[\s:])email$/i.test(property)) return true
    const names = element.value(CLASS)
    if (names === undefined) return false
    if (/(?:^|\s)(?:vcard|h-card)(?:\s|$)/.test(names)) this.hasStructure = this.hasItems = true
    return /(?:^|\s)u-email(?:\s|$)/.test(names) || (this.hasStructure && /(?:^|\s)email(?:\s|$)/.test(names))
  }
}
