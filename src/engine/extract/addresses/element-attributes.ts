import type { AddressCollector } from './address-collector.ts'
import type { AddressRules } from './address-rules.ts'
import { isPartName, mayHideAddress, readAttribute, readSplit } from './attribute-addresses.ts'
import { ATTRIBUTES, BY_PREFIX, slot, slotOf } from '../page/attribute-slots.ts'
import type { AddressMarks } from '../page/page-marks.ts'
import type { TokenTape } from '../page/token-tape.ts'

/** The most parts of an address on one element; elements with more are hostile. */
const MAX_PARTS = 32

/** Where the addresses of an element go. */
export interface AddressSink {
  collector: AddressCollector
  rules: AddressRules
  /** Whether the pass is in an element hidden from readers. */
  isHidden: () => boolean
}

const CLASS = slot('class')
const CLOUDFLARE = slot('data-cfemail')
const HREF = slot('href')
const ITEMPROP = slot('itemprop')

/** The attributes of the element being opened, as offsets, and the addresses in them. */
export class ElementAttributes {
  /** One bit for every filled slot; set to 0 once the element has been read. The first attribute of a name counts. */
  present = 0
  /** Addresses in the element's `href`, to be labelled with the text of the link. */
  linked: string[] = []
  /** Classes of interest besides those of cards. */
  readonly tellingClasses = new Set<string>()
  private readonly html: string
  private readonly marks: AddressMarks
  private readonly sink: AddressSink
  private readonly offsets = new Int32Array(ATTRIBUTES.length * 2)
  private readonly parts = new Map<string, string>()
  private nameStart = 0
  private nameEnd = 0
  private valueStart = -1
  private valueEnd = -1

  constructor(html: string, marks: AddressMarks, sink: AddressSink) {
    this.html = html
    this.marks = marks
    this.sink = sink
  }

  setName(start: number, end: number): void {
    this.nameStart = start
    this.nameEnd = end
    this.valueStart = this.valueEnd = -1
  }

  setValue(start: number, end: number): void {
    this.valueStart = start
    this.valueEnd = end
  }

  /** Completes an attribute. */
  endOne(tape: TokenTape | null): void {
    const { valueStart, valueEnd } = this
    const marked = valueStart >= 0 && this.marks.within(valueStart, valueEnd)
    const place = slotOf(this.html, this.nameStart, this.nameEnd)
    if (place >= 0) {
      this.fill(place)
      tape?.attribute(place, valueStart, valueEnd)
    }
    this.valueStart = -1
    if (marked || this.mayHide(place, valueStart)) this.readAddresses(place, valueStart, valueEnd, marked)
  }

  private mayHide(place: number, valueStart: number): boolean {
    if (place === HREF) return mayHideAddress(this.html.charAt(valueStart))
    return place === BY_PREFIX || place === CLOUDFLARE
  }

  private fill(place: number): void {
    if ((this.present & (1 << place)) !== 0 || (place === CLASS && !this.isTelling())) return
    this.present |= 1 << place
    this.offsets[place * 2] = this.valueStart
    this.offsets[place * 2 + 1] = this.valueEnd
  }

  /** The raw value of an attribute; undefined if the element does not have it. */
  value(place: number): string | undefined {
    if ((this.present & (1 << place)) === 0) return undefined
    return this.html.slice(this.offsets[place * 2] ?? 0, Math.max(0, this.offsets[place * 2 + 1] ?? 0))
  }

  /** Completes the opening tag: combines parts of an address from several attributes. */
  endAll(): void {
    if (this.parts.size === 0) return
    const { collector, rules, isHidden } = this.sink
    for (const { address, channel } of readSplit(this.parts, rules)) collector.add(address, channel, isHidden())
    this.parts.clear()
  }

  /** The value after a quote that never closes, which swallows the rest of the page; null if there is none. */
  get unfinished(): string | null {
    if (this.valueStart < 0 || !this.marks.within(this.valueStart, this.valueEnd)) return null
    return this.html.slice(this.valueStart, this.valueEnd)
  }

  private isTelling(): boolean {
    const names = this.html.slice(this.valueStart, this.valueEnd)
    return /card|email/.test(names) || this.tellingClasses.size > 0
  }

  private readAddresses(place: number, start: number, end: number, marked: boolean): void {
    const { collector, rules, isHidden } = this.sink
    if (collector.dump || start < 0) return
    const known = place < 0 ? undefined : ATTRIBUTES[place]
    const name = known ?? this.html.slice(this.nameStart, this.nameEnd).toLowerCase()
    const value = this.html.slice(start, end)
    if (place === BY_PREFIX && this.parts.size < MAX_PARTS && isPartName(name)) this.parts.set(name, value)
    const isStructured = name === 'content' && this.value(ITEMPROP) === 'email'
    for (const { address, channel, name: label } of readAttribute(name, value, marked, rules)) {
      collector.add(address, isStructured ? 'structured' : channel, isHidden(), label)
      if (place === HREF) this.linked.push(address.full)
    }
  }
}
