import type { Call, Part } from '../../context.ts'
import type { LeadColumn } from '../../db/leads/lead-statements.ts'
import type { AddressedLead, LeadChanges } from '../../db/leads/leads-store.ts'
import { AppError } from '../../errors.ts'
import { readAddress } from '../../lib/addresses/address-syntax.ts'
import { asText, integerOf, listOf, objectOf, plainText } from '../../lib/input/field-kinds.ts'
import { isAbsent, quoted, saying } from '../../lib/input/input-fields.ts'
import { optoutDomains, optoutDigest } from '../optouts/optout-digests.ts'
import { MAX_NOTES_LENGTH, MAX_TEXT_LENGTH } from './lead-input.ts'
import type { SentLead } from './lead-input.ts'
import { bareRecord } from '../../lib/text/own-value.ts'

/** Turns what was sent about a lead into what the store writes. Throws one AppError validation_failed for invalid values. */

const MAX_LISTS = 1_000
const MAX_CONFIDENCE = 100

export const invalidLead = (details: string, field?: string): AppError =>
  new AppError('validation_failed', details, field === undefined ? {} : { field })

type Reader = (raw: unknown, name: string) => string | number

/** Composed letters: `é` as one character and as two are the same name, and one search finds both. */
const textOf =
  (maxLength: number): Reader =>
  (raw, name) => {
    const text = plainText(raw)?.toWellFormed().normalize('NFC')
    if (text === undefined) throw invalidLead(saying(`${name} must be a string.`, raw), name)
    if (text.length > maxLength) throw invalidLead(`${name} must not be longer than ${maxLength} characters.`, name)
    return text
  }

const shortText = textOf(MAX_TEXT_LENGTH)

/** Programs send phone numbers and sizes as JSON numbers, too; one that is not a safe integer may have lost digits on the way. */
const digits: Reader = (raw, name) => shortText(Number.isSafeInteger(raw) ? String(raw) : raw, name)

/** An attribute may be anything that is written in one word. */
const plainValue: Reader = (raw, name) =>
  typeof raw === 'boolean' || (Number.isFinite(raw) && !Number.isInteger(raw)) ? String(raw) : digits(raw, name)

const confidence: Reader = (raw, name) => {
  const score = integerOf(raw)
  if (score === null || score < 0 || score > MAX_CONFIDENCE)
    throw invalidLead(`${name} must be an integer from 0 to ${MAX_CONFIDENCE}.`, name)
  return score
}

/** Checks only the form of ISO 3166-1 alpha-2. */
const countryCode: Reader = (raw, name) => {
  const code = String(shortText(raw, name)).toUpperCase()
  if (!/^[A-Z]{2}$/.test(code)) throw invalidLead(`${name} must be a two-letter country code.`, name)
  return code
}

const READERS: Record<LeadColumn, Reader> = {
  first_name: shortText,
  last_name: shortText,
  position: shortText,
  company: shortText,
  company_industry: shortText,
  company_size: digits,
  company_type: shortText,
  confidence_score: confidence,
  website: shortText,
  country_code: countryCode,
  linkedin_url: shortText,
  phone_number: digits,
  twitter: shortText,
  notes: textOf(MAX_NOTES_LENGTH),
  source: shortText,
}

/** Columns that accept a value from outside. */
export const LEAD_VALUE_COLUMNS = Object.keys(READERS) as LeadColumn[]

/** A value in the form its column needs; any other name is an attribute. @throws AppError validation_failed. */
export const leadValue = (name: string, raw: unknown): string | number =>
  (READERS[name as LeadColumn] ?? plainValue)(raw, name)

/** Counts as absent: blank text clears a value, as null does. */
const isBlank = (raw: unknown): boolean => isAbsent(typeof raw === 'string' ? raw.trim() : raw)

/** Values, attributes and lists, as far as they were sent; the account's slugs are read only if needed. */
export async function leadChanges(call: Part<'principal', 'customAttributes'>, sent: SentLead): Promise<LeadChanges> {
  const lists = wantedLists(sent)
  return {
    values: leadValues(sent),
    attributes: await attributesOf(call, sent.custom_attributes),
    ...(lists && { lists }),
  }
}

/** @param where a prefix of field names in errors. */
export function leadValues(sent: Partial<Record<LeadColumn, unknown>>, where = ''): LeadChanges['values'] {
  const values: LeadChanges['values'] = {}
  for (const [column, readValue] of Object.entries(READERS) as [LeadColumn, Reader][]) {
    const raw = sent[column]
    if (raw !== undefined) values[column] = isBlank(raw) ? null : readValue(raw, where + column)
  }
  return values
}

/** Attributes to set and to clear, by slug. @throws AppError validation_failed for slugs that the account does not have. */
export async function attributesOf(
  call: Part<'principal', 'customAttributes'>,
  raw: unknown,
): Promise<LeadChanges['attributes']> {
  const attributes = { set: bareRecord<string>(), clear: [] as string[] }
  if (isBlank(raw)) return attributes
  const sent = attributesIn(raw)
  const slugs = new Set(await call.store.customAttributes.slugs(call.principal.accountId))
  for (const [slug, value] of Object.entries(sent)) {
    if (!slugs.has(slug))
      throw invalidLead(`custom_attributes: no attribute has the slug ${quoted(slug)}.`, 'custom_attributes')
    if (isBlank(value)) attributes.clear.push(slug)
    else attributes.set[slug] = String(plainValue(value, `custom_attributes.${slug}`))
  }
  return attributes
}

/** The values that were sent, by slug or label. @throws AppError validation_failed for what is not an object. */
export function attributesIn(raw: unknown): object {
  const sent = objectOf(raw)
  if (sent === null)
    throw invalidLead('custom_attributes must be an object of strings keyed by slug.', 'custom_attributes')
  return sent
}

/** Undefined if no list was sent. Of several lists, a lead shows the last one: the one sent as `leads_list_id`. */
export function wantedLists({
  leads_list_id,
  leads_list_ids,
  leads_list_name,
}: Partial<SentLead>): LeadChanges['lists'] {
  const name = isBlank(leads_list_name) ? null : String(shortText(leads_list_name, 'leads_list_name'))
  const ids = [...idsOf(leads_list_ids, 'leads_list_ids'), ...idsOf(leads_list_id, 'leads_list_id')]
  if (name !== null) {
    if (ids.length > 0) throw invalidLead('leads_list_name must not be sent together with an id.', 'leads_list_name')
    return { name }
  }
  const isSent = leads_list_id !== undefined || leads_list_ids !== undefined
  return isSent ? { ids: [...new Set(ids.reverse())].reverse() } : undefined
}

function idsOf(raw: unknown, name: string): number[] {
  if (isBlank(raw)) return []
  const items = listOf(raw)
  const ids = items?.map((item) => integerOf(item)) ?? [null]
  if (ids.length > MAX_LISTS) throw invalidLead(`${name} must not contain more than ${MAX_LISTS} items.`, name)
  if (ids.some((id) => id === null)) throw invalidLead(`${name} must contain list ids.`, name)
  return ids.filter((id) => id !== null)
}

/** A lead's address, with the names under which its owner may have opted out. */
export function leadAddress(
  call: Pick<Call, 'optoutKey'>,
  raw: unknown,
): Pick<AddressedLead, 'address' | 'optoutDigests'> {
  if (isBlank(raw)) throw invalidLead('email must not be blank.', 'email')
  const reading = readAddress(asText(raw) ?? '')
  if (reading.kind !== 'address') throw invalidLead('email is not a valid email address.', 'email')
  const { full, domain } = reading.address
  const names = [full, ...optoutDomains(domain)]
  return { address: { full, domain }, optoutDigests: names.map((name) => optoutDigest(call.optoutKey, name)) }
}
