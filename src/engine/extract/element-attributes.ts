import type { AddressCollector } from './address-collector.ts'
import type { AddressRules } from './address-rules.ts'
import { isPartName, readAttribute, readSplit } from './attribute-addresses.ts'
import type { AddressMarks } from './page-marks.ts'

/** Attributes of one element that are kept; elements with more are hostile. */
const MAX_ATTRIBUTES = 256

/** Where what an element says goes. */
export interface AddressSink {
  collector: AddressCollector
  rules: AddressRules
  /** Whether the pass stands in an element that readers do not see. */
  isHidden(): boolean
}

/** The attributes of the element that is being opened: those that are asked for by name, and those with a sign in them. */
export class ElementAttributes {
  /** Raw values by lower-case name; the first of a name counts. */
  readonly values = new Map<string, string>()
  /** Addresses that the element's `href` names, to be labelled with the text of the link. */
  linked: string[] = []
  /** Classes that are asked for besides those of cards. */
  readonly tellingClasses = new Set<string>()
  private readonly html: string
  private readonly marks: AddressMarks
  private readonly sink: AddressSink
  private hasParts = false
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
    this.valueStart = -1
  }

  setValue(start: number, end: number): void {
    this.valueStart = start
    this.valueEnd = end
  }

  /** The attribute is complete. @param tag the element it stands on */
  endOne(tag: string): void {
    const { valueStart, valueEnd, values } = this
    const marked = valueStart >= 0 && this.marks.within(valueStart, valueEnd)
    this.valueStart = -1
    if (!marked && !isAskedFor(this.html, this.nameStart, this.nameEnd) && !tag.endsWith('frame')) return
    const name = this.html.slice(this.nameStart, this.nameEnd).toLowerCase()
    const value = valueStart < 0 ? '' : this.html.slice(valueStart, valueEnd)
    if (name === 'class' && !this.isTelling(value)) return
    if (values.size < MAX_ATTRIBUTES && !values.has(name)) values.set(name, value)
    if (marked || mayDecode(name)) this.readAddresses(name, value, marked)
    if (name.startsWith('data-') && isPartName(name)) this.hasParts = true
  }

  /** The opening tag is complete: parts of an address on several attributes come together. */
  endAll(): void {
    if (!this.hasParts) return
    this.hasParts = false
    const { collector, rules, isHidden } = this.sink
    for (const { address, channel } of readSplit(this.values, rules)) collector.add(address, channel, isHidden())
  }

  clear(): void {
    if (this.values.size > 0) this.values.clear()
  }

  /** The value of a quote that never closes: it swallows the rest of the page. Null when there is none. */
  get unfinished(): string | null {
    if (this.valueStart < 0 || !this.marks.within(this.valueStart, this.valueEnd)) return null
    return this.html.slice(this.valueStart, this.valueEnd)
  }

  private isTelling(names: string): boolean {
    return names.includes('card') || names.includes('email') || this.tellingClasses.size > 0
  }

  private readAddresses(name: string, value: string, marked: boolean): void {
    const { collector, rules, isHidden } = this.sink
    if (collector.dump) return
    const isStructured = name === 'content' && this.values.get('itemprop') === 'email'
    for (const { address, channel, name: label } of readAttribute(name, value, marked, rules)) {
      collector.add(address, isStructured ? 'structured' : channel, isHidden(), label)
      if (name === 'href') this.linked.push(address.full)
    }
  }
}

const mayDecode = (name: string): boolean => name === 'href' || name.startsWith('on') || name.startsWith('data-')

/**
 * Whether an attribute is asked for whatever its value: decided on first letter and length, because most attributes of a
 * page (`id`, `src`, `width`) are not, and cutting out every name costs as much as the pass itself.
 */
function isAskedFor(html: string, start: number, end: number): boolean {
  const lengths = ASKED_LENGTHS[(html.charCodeAt(start) | LOWER_CASE) - FIRST_LETTER]
  return lengths !== undefined && ((lengths >> Math.min(end - start, LONG)) & 1) === 1
}

const LOWER_CASE = 0x20
const FIRST_LETTER = 0x61
/** Names of this length and more share a bit. */
const LONG = 11
const ASKED =
  'alt aria-label class content dir href hidden itemprop itemtype lang name property rel style type title typeof xml:lang'
/** For each first letter a bit for every length; `on…` and `data-…` of any length. */
const ASKED_LENGTHS: readonly number[] = lengthsByLetter()

function lengthsByLetter(): number[] {
  const lengths = Array.from({ length: 26 }, () => 0)
  const add = (letter: string, length: number): void => {
    const index = letter.charCodeAt(0) - FIRST_LETTER
    lengths[index] = (lengths[index] ?? 0) | (1 << Math.min(length, LONG))
  }
  for (const name of ASKED.split(' ')) add(name, name.length)
  for (let length = 'data-'.length + 1; length <= LONG; length++) add('d', length)
  for (let length = 'onload'.length; length <= LONG; length++) add('o', length)
  return lengths
}
