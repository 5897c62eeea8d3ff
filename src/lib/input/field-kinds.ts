import type { ErrorId } from '../../errors.ts'
import { isPublicSuffix, normalizeDomain } from '../addresses/domain-name.ts'
import { field, isAbsent, quoted, read, refuse, saying } from './input-fields.ts'
import type { Reading } from './input-fields.ts'
import { isRecord, jsonOrNull } from '../text/json-record.ts'

/** The kinds of parameters that several capabilities share. */

/** A repeated or bracketed plain value arrives as an array, whose last item counts. */
const single = (raw: unknown): unknown => (Array.isArray(raw) ? raw.at(-1) : raw)

/** A plain value as trimmed text; null for anything else and for text with NUL, which PostgreSQL cannot store. */
export const asText = (raw: unknown): string | null => {
  const value = single(raw)
  if (typeof value === 'string') return value.includes('\0') ? null : value.trim()
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

/** Plain text, trimmed; null for anything else, including numbers and booleans, which a text parameter does not accept. */
export const plainText = (raw: unknown): string | null => (typeof single(raw) === 'string' ? asText(raw) : null)

/** An RFC 3986 host, or any pasted text that contains one; read in its normal form. */
export const domainField = (description: string) =>
  field<string>({ type: 'string', description, maxLength: 500 }, (raw) => {
    const domain = normalizeDomain((plainText(raw) ?? '').slice(0, 2_000))
    if (domain === null) return refuse('invalid_domain', `${quoted(raw)} is not a valid domain name.`)
    return isPublicSuffix(domain) ? refuse('invalid_domain', publicSuffixSentence(domain)) : read(domain)
  })

/** The refusal of a domain that belongs to no company. */
export const publicSuffixSentence = (domain: string): string =>
  `${domain} is a public suffix: companies register their domains under it.`

const MAX_COMPANY_LENGTH = 200

export const companyField = (description: string) =>
  field<string>({ type: 'string', description, maxLength: MAX_COMPANY_LENGTH }, (raw) => {
    const company = plainText(raw)
    const usable = company !== null && company.length <= MAX_COMPANY_LENGTH && /[\p{L}\p{N}]/u.test(company)
    return usable ? read(company) : refuse('invalid_company', saying('company is not a valid company name.', raw))
  })

export interface IntegerBounds {
  name: string
  min: number
  max: number
  default?: number
  description: string
}

/** `limit` or `offset`: a value out of range is an error, never clamped. */
export const pageField = ({ name, min, max, description, default: fallback }: IntegerBounds) =>
  field<number>(
    {
      type: 'integer',
      minimum: min,
      maximum: max,
      ...(fallback === undefined ? {} : { default: fallback }),
      description,
    },
    (raw) => {
      const value = integerOf(raw)
      return value !== null && value >= min && value <= max
        ? read(value)
        : refuse('pagination_error', saying(`${name} must be an integer from ${min} to ${max}.`, raw))
    },
  )

/** A whole number, also one written as text; null for anything else. */
export function integerOf(raw: unknown): number | null {
  const value = single(raw)
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null
  if (typeof value !== 'string' || !/^[+-]?\d{1,15}$/.test(value.trim())) return null
  return Number(value)
}

/** An id. A value that cannot be one gives `not_found` rather than an error about the parameter. */
export const idField = (description: string) =>
  field<number>({ type: 'integer', minimum: 1, description }, (raw) => {
    const id = integerOf(raw)
    return id !== null && id > 0 ? read(id) : refuse('not_found', saying(isTooLarge(raw) ? TOO_LARGE : NO_ID, raw))
  })

const NO_ID = 'No record has this id: ids are whole numbers of at least 1.'
const TOO_LARGE = 'No record has an id that large.'

/** Whether the value is a whole number too large for `integerOf`. */
function isTooLarge(raw: unknown): boolean {
  const value = single(raw)
  if (typeof value === 'number') return value > Number.MAX_SAFE_INTEGER
  return typeof value === 'string' && /^\+?\d{16,}$/.test(value.trim())
}

/**
 * The id of a record other than the one the call is about. A value that cannot be one is refused in the same way as an id that
 * does not exist.
 */
export const otherIdField = (name: string, description: string) =>
  field<number>({ type: 'integer', minimum: 1, description }, readOtherId(name))

export const readOtherId =
  (name: string) =>
  (raw: unknown): Reading<number> => {
    const id = integerOf(raw)
    return id !== null && id > 0 ? read(id) : refuse('validation_failed', saying(`${name} must be an id.`, raw))
  }

const TRUE = new Set(['true', '1', 'yes', 'on'])
const FALSE = new Set(['false', '0', 'no', 'off'])

export const booleanField = (name: string, id: ErrorId, description: string) =>
  field<boolean>({ type: 'boolean', description }, (raw) => {
    const word = (asText(raw) ?? '').toLowerCase()
    if (TRUE.has(word)) return read(true)
    return FALSE.has(word) ? read(false) : refuse(id, saying(`${name} must be true or false.`, raw))
  })

/** Reads a text of at most `maxLength` UTF-16 units. */
export const textReader =
  (name: string, maxLength: number) =>
  (raw: unknown): Reading<string> => {
    const text = plainText(raw)?.toWellFormed() ?? null
    const usable = text !== null && text.length <= maxLength
    return usable
      ? read(text)
      : refuse('wrong_params', saying(`${name} must be a string of at most ${maxLength} characters.`, raw))
  }

export const textField = (name: string, maxLength: number, description: string) =>
  field<string>({ type: 'string', maxLength, description }, textReader(name, maxLength))

/** One word of an enumeration, compared case-insensitively. */
export const choiceField = <T extends string>(
  values: readonly T[],
  id: ErrorId,
  sentence: string,
  description: string,
) =>
  field<T>({ type: 'string', enum: values, description }, (raw) => {
    const word = (asText(raw) ?? '').toLowerCase()
    const known = values.find((value) => value === word)
    return known === undefined ? refuse(id, saying(sentence, raw)) : read(known)
  })

/** Several words of an enumeration: an array, a comma-separated string, or both; duplicates are merged. */
export const choicesField = <T extends string>(name: string, values: readonly T[], id: ErrorId, description: string) =>
  field<T[]>({ type: 'array', items: { type: 'string', enum: values }, description }, (raw) => {
    const words = listOf(raw)
    if (words === null) return refuse(id, `${quoted(raw)} is not a known ${name}.`)
    const known = new Set<T>()
    for (const word of words) {
      const value = values.find((candidate) => candidate === word.toLowerCase())
      if (value === undefined) return refuse(id, `${quoted(word)} is not a known ${name}.`)
      known.add(value)
    }
    return read([...known])
  })

/** Free texts: at most `maxItems`, each of at most `maxLength` characters. */
export const textsField = (
  limits: { maxItems: number; maxLength: number },
  refusal: Reading<never>,
  description: string,
) =>
  field<string[]>(
    { type: 'array', items: { type: 'string', maxLength: limits.maxLength }, maxItems: limits.maxItems, description },
    (raw) => {
      const items = listOf(raw)
      if (items === null || items.length > limits.maxItems) return refusal
      return items.some((item) => item.length > limits.maxLength) ? refusal : read(items)
    },
  )

/** More than a list parameter can need. */
const MAX_LIST_PARTS = 20_000

/** The items of a list parameter; null when an item is neither text (see `asText`) nor a number, or when there are too many. */
export function listOf(raw: unknown): string[] | null {
  const items: string[] = []
  let parts = 0
  for (const part of Array.isArray(raw) ? raw : [raw]) {
    if (isAbsent(part)) continue
    const text = typeof part === 'string' || typeof part === 'number' ? asText(part) : null
    if (text === null) return null
    for (const item of text.split(',', MAX_LIST_PARTS + 1).map(trimmed)) {
      if (++parts > MAX_LIST_PARTS) return null
      if (item !== '') items.push(item)
    }
  }
  return items
}

const trimmed = (text: string): string => text.trim()

/** A plain object, also one written as JSON text; null for anything else. */
export function objectOf(raw: unknown): Record<string, unknown> | null {
  const value: unknown = typeof raw === 'string' ? jsonOrNull(raw) : raw
  return isRecord(value) ? value : null
}
