import type { SendingMailbox, MessageContent } from '../../db/campaigns/outbox-results-store.ts'
import { renderTemplate, templateProblem } from '../../engine/send/template.ts'
import type { MergeValues, TemplateFormat } from '../../engine/send/template.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import { senderName } from '../mailboxes/sender-name.ts'
import { unusable } from './campaign-rules.ts'

/** Fields of a lead that a merge tag can name. */
const LEAD_FIELDS = [
  'first_name',
  'last_name',
  'position',
  'company',
  'company_industry',
  'company_size',
  'website',
  'country_code',
  'phone_number',
  'linkedin_url',
  'twitter',
] as const

const SENDER_FIELDS = ['sender_name', 'sender_first_name', 'sender_last_name', 'sender_email'] as const

/** Whether a tag refers to something that a lead may lack. @param slugs of the account's custom attributes. */
export const leadTag = (name: string, slugs: readonly string[]): { name: string; custom: boolean } | null => {
  if (LEAD_FIELDS.some((field) => field === name)) return { name, custom: false }
  return slugs.includes(name) ? { name, custom: true } : null
}

/** Every name that a merge tag can have. @param slugs of the account's custom attributes. */
export const mergeNames = (slugs: readonly string[]): string[] => ['email', ...LEAD_FIELDS, ...SENDER_FIELDS, ...slugs]

type Sender = Pick<SendingMailbox, 'email' | 'first_name' | 'last_name' | 'sender_name'>

/** The values of merge tags in an email to one recipient; null if unknown. */
export function mergeValues(
  { recipientEmail, lead, slugs }: Pick<MessageContent, 'recipientEmail' | 'lead' | 'slugs'>,
  sender: Sender,
): MergeValues {
  const custom = lead?.custom_attributes ?? {}
  const ofLead = LEAD_FIELDS.map((name) => [name, textOf(lead?.[name])] as const)
  return {
    // First, so that no attribute replaces a field.
    ...Object.fromEntries(slugs.map((slug) => [slug, textOf(ownValue(custom, slug))])),
    ...Object.fromEntries(ofLead),
    email: recipientEmail,
    sender_name: senderName(sender),
    sender_first_name: sender.first_name,
    sender_last_name: sender.last_name,
    sender_email: sender.email,
  }
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null

/** Known for every recipient and every mailbox. */
const ALWAYS_KNOWN = new Set(['email', 'sender_email'])

/** A part of a step as written. */
export interface WrittenText {
  field: 'subject' | 'body'
  text: string | null
  format: TemplateFormat
}

/**
 * Refuses a text that could be sent to nobody: merge tags that are unknown or cannot be read.
 * @param slugs of the account's custom attributes.
 * @returns its merge tags without a fallback, which keep it from being sent to everybody.
 * @throws AppError validation_failed.
 */
export function tagsWithoutFallback({ field, text, format }: WrittenText, slugs: readonly string[]): readonly string[] {
  if (text === null) return []
  const names = mergeNames(slugs)
  const problem = templateProblem(text, names)
  if (problem !== null) throw unusable(`${field}: ${problem}`, field)
  const strangers = Object.fromEntries(names.map((name) => [name, ALWAYS_KNOWN.has(name) ? 'known' : null]))
  const rendered = renderTemplate(text, format, strangers)
  return rendered.outcome === 'unresolved' ? rendered.names : []
}

/** A sentence about the first of them; null if there is none. @throws AppError validation_failed. */
export function readTemplate(text: WrittenText, slugs: readonly string[]): string | null {
  const [name] = tagsWithoutFallback(text, slugs)
  return name === undefined ? null : fallbackNeeded(text, name)
}

export const fallbackNeeded = ({ field }: Pick<WrittenText, 'field'>, name: string): string =>
  `${field}: the merge tag ${name} needs a fallback, such as {{${name}|fallback:"there"}}.`
