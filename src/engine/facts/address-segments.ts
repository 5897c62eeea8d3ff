import {
  isCalledStreet,
  isHouseNumber,
  isNamedHouse,
  isOtherText,
  isPoBox,
  isPremises,
  isStreet,
  isUnit,
} from './street.ts'
import { alternation } from '../../lib/text/alternation.ts'

/** A part of a line as addresses are put together of: between commas, bars and dots. */
export interface AddressSegment {
  text: string
  /** Which line of the block it is in. */
  line: number
}

const BETWEEN = new RegExp(
  alternation`
    \s*(?:[,|•·;]|\\{1,2}|\s[-–—]\s|\[)\s*|\s(?=(?:tel|telephone|phone|fax|ph|e-?mail|mobile?|t|f)\b\.?:)
    \s(?=(?:tel|phone|fax|vat|company (?:no|reg))\b)
    \s(?=(?:physical|mailing|street|shipping|billing|postal|visiting) (?:address|location)\b)
    \s(?=(?:anfahrt|lageplan|karte|google ?maps|maps?|(?:get )?directions|(?:view|show) (?:on )?(?:the )?map|itinéraire|cómo llegar|come arrivare|facebook|instagram|linkedin|twitter|youtube|xing|impressum|kontakt|datenschutz\p{L}*)(?!\p{L}))
    (?<=\d{4})\s(?=(?:or|and|for|if)\s)
    (?<=\p{L}{4})(?<!str|blvd|bldg|ctra|avda|carr|calz|edif|depto|boul)\.\s(?=\p{Lu}|\d+\s\p{L}{2})
    (?<=\d[A-Z]{2}|\d{4})\.\s(?=\p{Lu})|(?<=\d[ºª]?|s/n)\.\s(?=\d{4,5}\s\p{Lu})
    (?<=\b(?:Lda|Ltda|Inc|Ltd|S\.?A|S\.?L))\.\s(?=\p{Lu})
    (?<=\b(?:Inc|Ltd|LLC|LLP|Co|Corp|Limited|GmbH|Pty)\.?)\s(?=\d)`,
  'iu',
)
/** A label alone. */
const LABEL_ONLY = /^(?:post ?code|zip(?: code)?|address|city|state|country|street|map|directions)$/i
/** Before an address, in the same line: one that ends with a colon, a sentence, or one of these words. */
const LABELS: readonly [RegExp, RegExp, RegExp] = [
  /^[\p{L} ,&/-]{3,40}:\s+(?=\S)/iu,
  /^.{0,80}\s(?:at\s(?=\d)|przy\s(?=(?:ul|al|pl|os)\.))/iu,
  /^(?:(?:mailing|postal|street|office|our|corporate|visiting|registered|business|head|main|correspondence) ){0,2}(?:address|adresse|anschrift|post|location|office|headquarters|hq|dirección|direccion|domicilio(?: social| fiscal)?|indirizzo|sede(?: legale| sociale| social)?|siège(?: social)?|siedziba|adres|adress|adresa|morada|endereço|postcode|post code|visit(?: us)?(?: at)?|write to(?: us)?|find us(?: at)?)(?: address)?\s*[:\-–]?\s+(?=\S)/iu,
]
/** `Acme Mills 318 Weir Road Hope Valley`: where no mark parts a house from its name. */
const BEFORE_HOUSE =
  /(?<=\p{L}{3})(?<!\b(?:box|suite|ste|unit|room|floor|level|building|bldg|apt|flat|route|rte|highway|hwy|road|lot|no))\s(?=\d{1,5}\s(?:[NSEW]\.?\s)?(?:\p{Lu}[\p{L}'’.-]+\s){1,3}(?:street|st|avenue|ave|road|rd|drive|dr|boulevard|blvd|lane|ln|way|court|parkway|pkwy|pike)\b)/iu
/** `Elmstraße 1 68163 Mannheim`, `Via Alta 12/a 10060 Torino`: where no mark parts the house from the code of its town. */
const BEFORE_CODE =
  /\s(?=\d{4,5}\s\p{Lu}\p{Ll})(?<=\p{L}[\p{L}.]\s(?:n[.°º]{0,2}\s?)?\d{1,3}\s?(?:[a-z]|\/[a-z])?(?:\s?[-–/]\s?\d{1,3}[a-z]?)?\s)/u
/**
 * `RI 02832 (401) 555 0100`, `DE 19901 Get directions`: a number behind the code, or, where the code is certainly one, the text
 * of a link and the rest of a sentence.
 */
const BEHIND_CODE = new RegExp(
  [
    String.raw`(?<=\d{4}|\d[A-Z]{2})\s(?=\(\d{3}\)\s?\d{3}|\d{3}[-.]\d{3}[-.]\d{4}|\+\d|\(?0\d{2,4}\)?\s\d{3})`,
    String.raw`(?<=\b[A-Z]{2}\s\d{5}(?:-\d{4})?)\s(?=[\p{Ll}(])`,
    String.raw`(?<=\b(?:NSW|VIC|QLD|SA|WA|TAS|NT|ACT)\s\d{4})\s(?=[\p{L}(])`,
    String.raw`(?<=\b(?:[A-Z]{1,2}\d[A-Z\d]?\s\d[ABD-HJLNP-UW-Z]{2}|[A-Z]\d[A-Z]\s\d[A-Z]\d))\s(?=[\p{L}(])`,
  ].join('|'),
  'u',
)
const MAX_SEGMENTS = 3_000
const MAX_SEGMENT_CHARS = 160
/** Parts that an address may begin before its code, and go on behind it; a reader looks at no others. */
const BEFORE = 12
const BEHIND = 4

/**
 * The parts of the lines of a block, in order: of those lines that may hold a code, and around them. Taking a line apart costs
 * more than all else that is done with most lines.
 */
export function addressSegments(lines: readonly string[], mayHoldCode: (line: string) => boolean): AddressSegment[] {
  const parts: (AddressSegment[] | undefined)[] = []
  const partsOf = (line: number): AddressSegment[] => (parts[line] ??= partsIn(lines[line] ?? '', line))
  for (const [line, text] of lines.entries()) {
    if (!mayHoldCode(text)) continue
    partsOf(line)
    for (let at = line - 1, count = 0; at >= 0 && count < BEFORE; at--) count += partsOf(at).length
    for (let at = line + 1, count = 0; at < lines.length && count < BEHIND; at++) count += partsOf(at).length
  }
  return parts.flatMap((some) => some ?? []).slice(0, MAX_SEGMENTS)
}

function partsIn(text: string, line: number): AddressSegment[] {
  const segments: AddressSegment[] = []
  for (const between of text.slice(0, 500).split(BETWEEN))
    for (const part of atNumbers(between)) {
      const bare = withoutLabel(part).replace(/^[\s:"“”.]+|[\s:"“”\].]+$/gu, '')
      if (bare !== '' && bare.length <= MAX_SEGMENT_CHARS && !LABEL_ONLY.test(bare)) segments.push({ text: bare, line })
    }
  return segments
}

/** Both are before a number, which most parts do not have. */
const atNumbers = (part: string): string[] =>
  NUMBER.test(part)
    ? part.split(BEHIND_CODE).flatMap((one) => one.split(BEFORE_HOUSE).flatMap((house) => house.split(BEFORE_CODE)))
    : [part]
const NUMBER = /\s[\d(+]/

function withoutLabel(part: string): string {
  const [colon, sentence, words] = LABELS
  const label =
    (part.includes(':') && colon.exec(part)) || (SENTENCE.test(part) && sentence.exec(part)) || words.exec(part)
  return untold(label === null ? part : part.slice(label[0].length))
}

/** `La nostra sede è in Via Alta 5`: words of a sentence before what is called a street are none of it. */
function untold(part: string): string {
  const at = TELLS.exec(part)
  if (at === null) return part
  const told = part.slice(0, at.index).split(' ')
  return told.filter((word) => /^\p{Ll}{2,}$/u.test(word)).length >= 2 ? part.slice(at.index + at[0].length) : part
}
const TELLS =
  /\s(?:in|at|en|em|na|no|à|au|aux|alla|presso|bei|w|přes|på|i)\s(?=(?:via|viale|piazza|corso|largo|vicolo|strada|calle|c\/|plaza|paseo|avenida|avda?\.|rua|praça|rue|place|avenue|boulevard|carrer|ul\.)\s?\p{Lu})/iu
/** Found sooner than the whole, which looks for its end from everywhere. */
const SENTENCE = /\sat\s|\sprzy\s/i

/** The street that is before `end` (not reached), and where it begins; null where nothing is one. */
export function streetBefore(
  segments: readonly AddressSegment[],
  end: number,
  named: boolean,
): { street: string; start: number } | null {
  const last = segments[end]
  let start = -1
  for (let index = end - 1; index >= Math.max(0, end - MAX_STREET_SEGMENTS); index--) {
    const segment = segments[index]
    if (segment === undefined || isOtherText(segment.text) || (last?.line ?? 0) - segment.line > MAX_STREET_SEGMENTS)
      break
    if (
      (isStreet(segment.text) && mayBeOf(segments, index, start, end)) ||
      (isHouseNumber(segment.text) && isAmong(segments, index, end)) ||
      (named && isNamedHouse(segment.text)) ||
      (isCalledStreet(segment.text) && segments.slice(index + 1, end).every(({ text }) => isUnit(text)))
    ) {
      start = index
      // A box is the whole; a house may have a name before its street.
      if (isPoBox(segment.text) && !isStreetBeside(segments, index)) break
    } else if (start === index + 1 && (isUnit(segment.text) || isNumberOf(segments, start, end))) start = index
    else if (start >= 0) break
  }
  if (start < 0) return null
  const parts = segments.slice(start, end).map((one) => one.text)
  return { street: parts.join(', '), start }
}
const MAX_STREET_SEGMENTS = 5

/** `204 Main Street, PO Box 90` is a house with a box. */
const isStreetBeside = (segments: readonly AddressSegment[], index: number): boolean =>
  segments[index - 1]?.line === segments[index]?.line && isStreet(segments[index - 1]?.text ?? '')

/**
 * In the line of what is known to be of the street, all before it may be; in one above, a street if there is none yet, or what
 * is named like a building.
 */
const mayBeOf = (segments: readonly AddressSegment[], index: number, start: number, end: number): boolean =>
  start < 0 ||
  segments[index]?.line === segments[start]?.line ||
  isPremises(segments[index]?.text ?? '') ||
  !segments.slice(start, end).some(({ text }) => isStreet(text))

/** Whether a number has its street beside it: `12, rue Haute`, `Via Alta, 12`. */
const isAmong = (segments: readonly AddressSegment[], index: number, end: number): boolean =>
  index + 1 < end || isNamedBefore(segments, index)

/** Whether the number at `start` is of the street that is named before it, and not of one behind it. */
const isNumberOf = (segments: readonly AddressSegment[], start: number, end: number): boolean =>
  isHouseNumber(segments[start]?.text ?? '') &&
  (start + 1 >= end ||
    isCalledStreet(segments[start - 1]?.text ?? '') ||
    isUnit(segments[start + 1]?.text ?? '') ||
    !/^\p{L}{2}/u.test(segments[start + 1]?.text ?? '')) &&
  isNamedBefore(segments, start)

function isNamedBefore(segments: readonly AddressSegment[], index: number): boolean {
  const [before, number] = [segments[index - 1], segments[index]]
  return before !== undefined && before.line === number?.line && /^\p{L}[\p{L}\s.'’/-]{2,50}$/u.test(before.text)
}
