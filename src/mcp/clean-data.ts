import { parseHostName } from '../lib/domain-name.ts'
import { readAddress } from '../lib/address-syntax.ts'
import { untrustedText, untrustedUrl } from '../lib/untrusted-text.ts'

/** Every string under `data` on its way to a model, cleaned as what its field holds. */

type Kind = 'address' | 'domain' | 'url' | 'long'

const KINDS: Readonly<Record<string, Kind>> = {
  value: 'address',
  email: 'address',
  domain: 'domain',
  linked_domains: 'domain',
  uri: 'url',
  url: 'url',
  website: 'url',
  linkedin: 'url',
  linkedin_url: 'url',
  logo: 'url',
  description: 'long',
  notes: 'long',
  bio: 'long',
}

/** Characters of a name or title, and of longer text. */
const MAX_SHORT_TEXT = 200
const MAX_LONG_TEXT = 500

export interface Cleaned {
  data: unknown
  /** Fields whose text was cut, so that nobody saves the stump over the whole. */
  cutFields: Set<string>
  /** Fields that hold something. */
  present: Set<string>
}

export function cleanData(data: unknown): Cleaned {
  const cutFields = new Set<string>()
  const present = new Set<string>()
  const clean = (value: unknown, field: string): unknown => {
    if (typeof value === 'string') {
      present.add(field)
      return cleanString(value, field, cutFields)
    }
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((item) => clean(item, field))
    const cleaned: Record<string, unknown> = {}
    for (const [key, inner] of Object.entries(value)) cleaned[key] = clean(inner, key)
    return cleaned
  }
  return { data: clean(data, ''), cutFields, present }
}

function cleanString(value: string, field: string, cutFields: Set<string>): string | null {
  switch (KINDS[field]) {
    case 'address':
      return readAddress(value).kind === 'none' ? null : untrustedText(value, 254).text
    case 'domain':
      return parseHostName(value)
    case 'url':
      return untrustedUrl(value)
    default: {
      const { text, cut } = untrustedText(value, KINDS[field] === 'long' ? MAX_LONG_TEXT : MAX_SHORT_TEXT)
      if (cut) cutFields.add(field)
      return text
    }
  }
}

/** Characters of an argument repeated in `meta`. */
const MAX_ECHO = 80

/** `meta` holds our words and numbers, and what the caller sent: repeated in one short line. */
function cleanMeta(value: unknown): unknown {
  if (typeof value === 'string') return untrustedText(value, MAX_ECHO).text
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(cleanMeta)
  return cleanRecord(value as Record<string, unknown>)
}

export const cleanRecord = (record: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, cleanMeta(value)]))
