import type { CompanyFacts } from '../../lib/companies/company-facts.ts'
import { addressSegments, streetBefore, type AddressSegment } from './address-segments.ts'
import { isStreet, isUnit } from './street.ts'
import { anglicPlace } from './anglic-address.ts'
import { codeFirstPlace } from './code-first-address.ts'
import { japanesePlace } from './japanese-address.ts'
import { codelessPlace, mayEndWithoutCode } from './codeless-address.ts'
import type { AddressContext, CodePlace } from './code-place.ts'

export type PostalFacts = Pick<CompanyFacts, 'street_address' | 'city' | 'state' | 'postal_code' | 'country'>

export interface FoundPostal {
  facts: PostalFacts
  /** Lines of the block that it is in, the last one reached. */
  first: number
  last: number
  /** Its label says that this is the seat. */
  isSeat: boolean
  /** Its label says that this is the address of the house. */
  isLabelled: boolean
}

const SEAT =
  /(?<!\p{L})(?:head ?office|headquarters?|headquartered|hq|registered (?:office|address)|corporate (?:office|address|headquarters)|main office|home office|primary office|world ?wide headquarters|hauptsitz|firmensitz|geschäftssitz|sitz der gesellschaft|mit sitz in|siège(?: social)?|sede (?:legale|central|social|principale)|domicilio social|oficina central|casa matriz|hoofdkantoor|(?:statutaire|maatschappelijke) zetel|huvudkontor|hovedkontor|forretningsadresse|hjemsted|pääkonttori|kotipaikka|siedzib[aąęy]|(?:se )?sídl(?:o|em)|székhely\p{L}{0,4}|sediu(?:l)?(?: social)?|sedež|sjedište|registrirano sjedište|genel merkez\p{L}{0,3}|έδρα)(?!\p{L})/iu
const LABELLED =
  /\b(?:(?:postal|mailing|street|our|business|office|visiting|company) address|postanschrift|unsere anschrift|write to us|visit us)\b|^address:?$/iu
/** Whether some line is the label of an address of the house. */
export const hasAddressLabel = (lines: readonly string[]): boolean =>
  lines.some((line) => line.length < 200 && (SEAT.test(line) || LABELLED.test(line)))

const MAX_FOUND = 60
/** A label is at most so many lines above its address: the name of the company may be between. */
const LABEL_LINES = 3

/** Postal addresses of a block, each anchored at its post code, in order. Bounded and linear in the lines. */
export function postalAddresses(lines: readonly string[], context: AddressContext): FoundPostal[] {
  const segments = addressSegments(lines, (line) => mayEnd(line, context))
  const found: FoundPostal[] = []
  let after = 0
  for (let index = 0; index < segments.length && found.length < MAX_FOUND; index++) {
    const text = segments[index]?.text ?? ''
    const hasCode = mayHoldCode(text, context)
    if (!hasCode && !mayEndWithoutCode(text, context)) continue
    const place = !hasCode
      ? codelessPlace(segments, index, context)
      : (japanesePlace(segments, index) ??
        anglicPlace(segments, index, context) ??
        codeFirstPlace(segments, index, context) ??
        codelessPlace(segments, index, context))
    if (place === null) continue
    const postal = withStreet(segments, index, place, after)
    // What is before a code and its town is not the street of the next.
    if (postal !== null)
      found.push({ ...postal, isSeat: isSaidAt(SEAT, lines, postal), isLabelled: isSaidAt(LABELLED, lines, postal) })
    after = index + 1
  }
  return found
}

const mayEnd = (line: string, context: AddressContext): boolean =>
  mayHoldCode(line, context) || mayEndWithoutCode(line, context)

/** Every code has three digits, or a letter behind one; in Ireland the name of a county may stand for one. */
const mayHoldCode = (text: string, { suffix }: AddressContext): boolean => suffix === 'ie' || CODE_SIGN.test(text)
const CODE_SIGN = /\d\d\d|[０-９]{3}|\d[a-z]|\d\d [A-Z][A-Z\d]{3}(?!\w)/i

function withStreet(
  segments: readonly AddressSegment[],
  index: number,
  { city, state, code, country, streetEnd, street, named }: CodePlace,
  after: number,
): Omit<FoundPostal, 'isSeat' | 'isLabelled'> | null {
  // A suite may share its segment with the town: its street is before.
  const own = street === null || isUnit(street)
  const behind = own && STREET_LAST.has(country) ? streetBehind(segments, index) : null
  // `D - 86911 Dießen`: the letters of the country are a part of their own.
  const end = /^[A-Z]{1,2}$/.test(segments[streetEnd - 1]?.text ?? '') ? streetEnd - 1 : streetEnd
  const before = own && behind === null ? streetBefore(segments, end, named) : null
  const said = before === null ? (own ? behind : street) : [before.street, street].filter(Boolean).join(', ')
  const start = before?.start ?? Math.max(streetEnd - 1, 0)
  // What belongs to the address before is not a street of this one.
  if (said === null || (before !== null && before.start < after)) return null
  return {
    facts: {
      street_address: said.slice(0, MAX_STREET),
      city: city === '' ? null : city,
      state,
      postal_code: code === '' ? null : code,
      country,
    },
    first: segments[start]?.line ?? 0,
    last: segments[index]?.line ?? 0,
  }
}
const MAX_STREET = 200
/** Where the street is written behind the town. */
const STREET_LAST: ReadonlySet<string> = new Set(['HU'])

const streetBehind = (segments: readonly AddressSegment[], index: number): string | null => {
  const { text = '' } = segments[index + 1] ?? {}
  // `Fő utca 11. II/5`: the floor behind the house.
  return isStreet(text.replace(/(?<=\d)\.\s.*$/u, '')) ? text : null
}

function isSaidAt(label: RegExp, lines: readonly string[], { first, last }: { first: number; last: number }): boolean {
  return lines.slice(Math.max(0, first - LABEL_LINES), last + 1).some((line) => line.length < 200 && label.test(line))
}
