import { parseHostName } from '../../lib/addresses/domain-name.ts'
import { isOneWord, readAddress } from '../../lib/addresses/address-syntax.ts'
import type { CleanText } from '../../lib/text/untrusted-text.ts'
import { ownText, untrustedText, untrustedUrl } from '../../lib/text/untrusted-text.ts'
import { bareRecord, ownValue } from '../../lib/text/own-value.ts'

/** Cleans every string under `data` on its way to a model, according to its field. */

type Kind = 'address' | 'domain' | 'url' | 'long' | 'mail'

const KINDS: Readonly<Record<string, Kind>> = {
  value: 'address',
  email: 'address',
  domain: 'domain',
  linked_domains: 'domain',
  uri: 'url',
  url: 'url',
  website: 'url',
  target_url: 'url',
  linkedin: 'url',
  linkedin_url: 'url',
  logo: 'url',
  avatar: 'url',
  sourceUrl: 'url',
  description: 'long',
  notes: 'long',
  bio: 'long',
  text_untrusted: 'mail',
}

/** Records in which a field has a different meaning than elsewhere, and its name there. */
const INSIDE: Readonly<Record<string, Readonly<Record<string, string>>>> = { why: { value: 'why.value' } }

/** Most characters of a name or title, of longer text and of an email, and most entries of a list. */
export interface Limits {
  short: number
  long: number
  mail: number
  entries: number
}

/** The usual limits, followed by ever narrower ones for a record that would be too large for a client. */
export const LIMITS: readonly [Limits, ...Limits[]] = [
  { short: 200, long: 500, mail: 10_000, entries: Infinity },
  { short: 50, long: 100, mail: 2_000, entries: 100 },
  { short: 50, long: 100, mail: 500, entries: 10 },
]

export interface Cleaned {
  data: unknown
  /** Fields whose text or list was cut, so that a shortened value is not saved over the full one. */
  cutFields: Set<string>
  /** Fields with a text. */
  present: Set<string>
  /** An upper bound on the weight of the data: cheap to compute, and mostly far below the value that would require measuring. */
  maxWeight: number
}

/** Upper bounds: a three-byte character weighs seven; a number takes 25 bytes; quotes, colon and comma four. */
const WEIGHT_OF_UNIT = 7
const WEIGHT_OF_VALUE = 25 + 4

export interface Cleaning {
  limits?: Limits
  /** The field whose list is cut elsewhere, between rows. */
  pagedList?: string | undefined
  /** Fields written by the account's own people, with lines and markup. */
  written?: readonly string[] | undefined
}

export function cleanData(data: unknown, { limits = LIMITS[0], pagedList, written = [] }: Cleaning): Cleaned {
  const cutFields = new Set<string>()
  const present = new Set<string>()
  let maxWeight = 0
  const clean = (value: unknown, field: string): unknown => {
    maxWeight += WEIGHT_OF_VALUE
    if (typeof value === 'string') {
      present.add(field)
      const text = written.includes(field)
        ? cutText(ownText(value, limits.mail), field, cutFields)
        : cleanString(value, field, limits, cutFields)
      maxWeight += (text?.length ?? 0) * WEIGHT_OF_UNIT
      return text
    }
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) {
      const most = field === pagedList ? value.length : limits.entries
      if (value.length > most) cutFields.add(field)
      return value.slice(0, most).map((item) => clean(item, field))
    }
    const cleaned = bareRecord<unknown>()
    for (const [key, inner] of Object.entries(value)) {
      maxWeight += key.length * WEIGHT_OF_UNIT
      const other = ownValue(INSIDE, field)
      cleaned[key] = clean(inner, (other && ownValue(other, key)) ?? key)
    }
    return cleaned
  }
  return { data: clean(data, ''), cutFields, present, maxWeight }
}

function cleanString(
  value: string,
  field: string,
  { short, long, mail }: Limits,
  cutFields: Set<string>,
): string | null {
  switch (ownValue(KINDS, field)) {
    case 'address':
      if (readAddress(value).kind === 'none') return isOneWord(value) ? value : null
      return untrustedText(value, 254).text
    case 'domain':
      return parseHostName(value)
    case 'url':
      return untrustedUrl(value)
    case 'mail':
      return cutText(untrustedText(value, mail), field, cutFields)
    default:
      return cutText(untrustedText(value, ownValue(KINDS, field) === 'long' ? long : short), field, cutFields)
  }
}

function cutText({ text, cut }: CleanText, field: string, cutFields: Set<string>): string {
  if (cut) cutFields.add(field)
  return text
}

/** Most characters of an argument echoed in `meta`, and of a sentence of Quarry's there, which ends with what to do. */
const MAX_ECHO = 80
const MAX_SENTENCE = 200

/** Fields of `meta` that hold such sentences. */
const SENTENCES: ReadonlySet<string> = new Set(['sentence', 'details', 'warnings', 'problem', 'estimate.why'])

/** `meta` contains our words and numbers, and what the caller sent, echoed in one short line. */
function cleanMeta(value: unknown, field: string, record: string): unknown {
  const isSentence = SENTENCES.has(field) || SENTENCES.has(`${record}.${field}`)
  if (typeof value === 'string') return untrustedText(value, isSentence ? MAX_SENTENCE : MAX_ECHO).text
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => cleanMeta(item, field, record))
  return cleanRecord(value as Record<string, unknown>, field)
}

/** @param name of the field that holds the record; empty for `meta` itself */
export const cleanRecord = (record: Record<string, unknown>, name = ''): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, cleanMeta(value, key, name)]))
