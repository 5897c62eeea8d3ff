import type { CountryCode, PhoneNumber } from 'libphonenumber-js/min'
import { numberReader } from './number-reader.ts'
import type { NumberReader } from './number-reader.ts'
import type { FoundPhone } from '../page/page-facts.ts'
import { phoneCandidates, splitCandidate } from './phone-candidates.ts'
import type { PhoneCandidate } from './phone-candidates.ts'
import { isFaxBefore, isNumberOfSomethingElse, saysPhone } from './phone-context.ts'

export interface PhoneInput {
  /** Lines of text in reading order: no number extends across two of them. */
  lines: readonly string[]
  /** Offsets in a line at which elements begin: a number may begin and end there without a blank. */
  borders?: readonly ReadonlySet<number>[]
  /** `href` of `tel:` links (with or without scheme). */
  telLinks?: readonly string[]
  /** Numbering plan for numbers without a prefix, from `guessCountry`. */
  country: CountryCode | null
  /** That of the domain, where an address abroad spoke for another one: for numbers that are called so and fit only here. */
  home?: CountryCode | null
}

/** How the numbers of a page are read. */
interface Plan {
  country: CountryCode | null
  home: CountryCode | null
  parse: NumberReader
}

const MAX_PHONES = 200
/** Numbers repeat: in the footer, or with the extensions of many people. */
const MAX_SPOTS = 2_000
const MAX_LINES = 20_000
const MAX_LINE_CHARS = 5_000
const MAX_TEL_LINKS = 500
const MAX_LINK_CHARS = 80
const LABEL_CHARS = 40
/** Every number has three digits, and most lines have none. */
const THREE_DIGITS = /\d\D*\d\D*\d/
/** E.164: at most 15 digits; no plan has whole numbers of fewer than 6 worth keeping. */
const MIN_DIGITS = 6
const MAX_DIGITS = 15

/** A number within a firm, after the firm's own: `ext. 12`, `Durchwahl 12`, `poste 12`, `toestel 12`, `wewn. 12`. */
const EXTENSION =
  /^[\s,;:(–-]{0,3}(?:ext(?:ensi[oó]n|n)?|x|durchwahl|dw|nebenstelle|nst|app(?:arat)?|poste|interno|int|anexo|ramal|toestel|tst|wewn?(?:ętrzny)?|linka|kl(?:apka)?|mellék|ankn(?:ytning)?|anknytn|lokal|alanumero)\.?:?\s{0,2}#?(\d{1,6})(?!\d)/i
/** Area code and number as grouped in Britain: `01634 375552`, `020 7946 0123`, `0845 519 7209`, `07535 657 161`. */
const BRITISH =
  /^\(?(?:0(?:1\d{3}|7\d{3}|8(?:00|08|4[345]|7[0-3]))\)? ?\d{3} ?\d{3,4}|0(?:2\d|11\d|1\d1)\)? ?\d{3,4} ?\d{4}|020[78]\)? ?\d{3} ?\d{4}|0800 \d{2} \d{2} \d{3})$/
/** The way numbers are written in North America, and hardly anywhere else. */
const NORTH_AMERICAN = /^(?:\+?1[-. ]{0,3})?(?:\(\d{3}\)[-. ]{0,3}|\d{3}([-. ]))\s?\d{3}\s?[-. –]\s?\d{4}$/

type LinePhone = Omit<PhoneSpot, 'line'>

/** A number where it stands in the text. */
export interface PhoneSpot extends FoundPhone {
  /** Index of its line. */
  line: number
  /** Offsets in that line. */
  start: number
  end: number
}

export interface LocatedPhones {
  /** Each number once, in reading order. */
  phones: FoundPhone[]
  /** Wherever a number stands, in reading order. */
  spots: PhoneSpot[]
  /** By `href`. */
  linked: ReadonlyMap<string, FoundPhone>
}

/**
 * Telephone and fax numbers of a page that are valid in their country's plan, in E.164, each once, in reading order. `tel:`
 * links are taken whatever surrounds them. Prices, dates, coordinates, registration and account numbers are left out.
 */
export const findPhones = (input: PhoneInput): FoundPhone[] => locatePhones(input).phones

/** The same with the places of the numbers. */
export function locatePhones({ lines, borders = [], telLinks = [], country, home = null }: PhoneInput): LocatedPhones {
  const found = new Map<string, FoundPhone>()
  const spots: PhoneSpot[] = []
  const linked = new Map<string, FoundPhone>()
  const plan = { country, home, parse: numberReader() }
  let before = ''
  for (let index = 0; index < lines.length && index < MAX_LINES; index++) {
    if (found.size >= MAX_PHONES || spots.length >= MAX_SPOTS) break
    const text = (lines[index] ?? '').slice(0, MAX_LINE_CHARS)
    if (THREE_DIGITS.test(text)) {
      for (const { start, end, ...phone } of phonesOf({ text, borders: borders[index] ?? NO_BORDERS }, before, plan)) {
        spots.push({ ...phone, line: index, start, end })
        keep(found, phone)
      }
    }
    before = text
  }
  for (const link of telLinks.slice(0, MAX_TEL_LINKS)) {
    const phone = linked.has(link) ? null : phoneOfLink(link, plan)
    // A fax is linked like a phone: the text beside it says more.
    if (phone && found.size < MAX_PHONES && !found.has(phone.number)) found.set(phone.number, phone)
    if (phone) linked.set(link, phone)
  }
  return { phones: [...found.values()], spots, linked }
}

/** A number given both as a phone and as a fax is a phone. */
function keep(found: Map<string, FoundPhone>, phone: FoundPhone): void {
  const known = found.get(phone.number)
  if (!known) found.set(phone.number, phone)
  else if (known.kind === 'fax' && phone.kind === 'phone') known.kind = 'phone'
}

/** No element begins within the line. */
export const NO_BORDERS: ReadonlySet<number> = new Set()

interface NumberLine {
  text: string
  borders: ReadonlySet<number>
}

function phonesOf(line: NumberLine, before: string, plan: Plan): LinePhone[] {
  const { text } = line
  const phones: LinePhone[] = []
  let end = 0
  for (const candidate of phoneCandidates(text)) {
    if (candidate.index < end) continue
    const whole = readAt(line, candidate, end, before, plan)
    const read = whole
      ? [whole]
      : splitCandidate(candidate).flatMap((part) => readAt(line, part, end, before, plan) ?? [])
    phones.push(...read)
    if (read.length > 0) end = candidate.index + candidate.raw.length
  }
  return phones
}

function readAt(
  line: NumberLine,
  candidate: PhoneCandidate,
  end: number,
  before: string,
  plan: Plan,
): LinePhone | null {
  const { raw, index } = candidate
  const { text } = line
  const sameLine = text.slice(Math.max(end, index - LABEL_CHARS), index)
  const head = end > 0 || sameLine.trim() !== '' ? sameLine : `${before.slice(-LABEL_CHARS)} `
  const tail = text.slice(index + raw.length, index + raw.length + LABEL_CHARS)
  if (!stands(line, index, raw) || isNumberOfSomethingElse(raw, head, tail)) return null
  const number = read(candidate, plan, saysPhone(head))
  if (!number) return null
  return {
    number: e164(number, EXTENSION.exec(tail)?.[1]),
    kind: isFaxBefore(head, tail) ? 'fax' : 'phone',
    raw: raw.trim(),
    start: index,
    end: index + raw.length,
  }
}

/**
 * Whether it is not cut out of a longer word, link, file name or decimal; a capitalised label may follow it directly
 * (`3900Fax`).
 */
function stands({ text, borders }: NumberLine, index: number, raw: string): boolean {
  const left = borders.has(index) ? ' ' : (text[index - 1] ?? ' ')
  const end = index + raw.length
  const right = borders.has(end) ? '' : text.slice(end, end + 2)
  if (/[\p{N}_@=/#%&$€£¥]/u.test(left) || (/\p{L}/u.test(left) && !/[:.)]$/.test(left) && /^\d/.test(raw))) return false
  return !/^(?:[\p{N}_@%=]|[.,]\d|\p{L})/u.test(right) || /^(?:x\d|ex|\p{Lu}\p{Ll})/iu.test(right)
}

function read({ raw, dialled }: PhoneCandidate, { country, home, parse }: Plan, labelled: boolean): PhoneNumber | null {
  const written = raw.trim()
  const digits = countDigits(dialled)
  if (digits < MIN_DIGITS || digits > MAX_DIGITS) return null
  if (!labelled && /^\d+$/.test(written) && !/^0[1-9]/.test(written)) return null
  const dressed = countryOfDress(written)
  return (
    parse(dialled, country ?? dressed) ??
    parseElsewhere(dialled.trim(), digits, dressed, parse) ??
    (labelled && home !== null && home !== country ? parse(dialled, home) : null)
  )
}

/** The country whose way of writing numbers is unique. */
function countryOfDress(raw: string): CountryCode | null {
  if (NORTH_AMERICAN.test(raw)) return 'US'
  return BRITISH.test(raw) ? 'GB' : null
}

/**
 * A number of a country other than the page's: with an exit code, in that country's way of writing, or without its plus sign.
 */
function parseElsewhere(
  text: string,
  digits: number,
  dressed: CountryCode | null,
  parse: NumberReader,
): PhoneNumber | null {
  if (/^00[1-9]/.test(text)) return parse(`+${text.slice(2)}`, null)
  if (dressed !== null) return parse(text, dressed)
  return digits >= 10 && /^[1-9]\d{0,2}[\s().-]/.test(text) ? parse(`+${text}`, null) : null
}

function phoneOfLink(link: string, plan: Plan): FoundPhone | null {
  const raw = decode(link.replace(/^tel:/i, '').slice(0, MAX_LINK_CHARS)).trim()
  const [main = '', extension] = raw.split(/(?:;ext=|[,;x]| ?ext\.? ?)(?=\d)/i)
  const number = read({ raw: main, dialled: main, index: 0 }, plan, true)
  return number ? { number: e164(number, extension?.replace(/\D/g, '').slice(0, 6)), kind: 'phone', raw } : null
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const e164 = (number: PhoneNumber, extension: string | undefined): string =>
  extension ? `${number.number};ext=${extension}` : number.number

const countDigits = (text: string): number => text.replace(/[^0-9]+/g, '').length
