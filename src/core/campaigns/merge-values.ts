import type { SendingMailbox, MessageContent } from '../../db/campaigns/outbox-results-store.ts'
import type { MergeValues } from '../../engine/send/template.ts'
import { ownValue } from '../../lib/text/own-value.ts'

/** Fields of a lead that a text may name. */
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

/** Every name that a merge tag may have. @param slugs of the account's custom attributes. */
export const mergeNames = (slugs: readonly string[]): string[] => ['email', ...LEAD_FIELDS, ...SENDER_FIELDS, ...slugs]

type Sender = Pick<SendingMailbox, 'email' | 'first_name' | 'last_name' | 'sender_name'>

/** What merge tags stand for in a mail to one recipient; null where it is not known. */
export function mergeValues(
  { recipientEmail, lead, slugs }: Pick<MessageContent, 'recipientEmail' | 'lead' | 'slugs'>,
  sender: Sender,
): MergeValues {
  const custom = lead?.custom_attributes ?? {}
  const ofLead = LEAD_FIELDS.map((name) => [name, textOf(lead?.[name])] as const)
  return {
    // First, so that no attribute takes the place of a field.
    ...Object.fromEntries(slugs.map((slug) => [slug, textOf(ownValue(custom, slug))])),
    ...Object.fromEntries(ofLead),
    email: recipientEmail,
    sender_name: senderName(sender),
    sender_first_name: sender.first_name,
    sender_last_name: sender.last_name,
    sender_email: sender.email,
  }
}

/** The name in From. */
export function senderName({ sender_name, first_name, last_name }: Sender): string | null {
  const full = [first_name, last_name].filter((part) => part !== null).join(' ')
  return sender_name ?? (full === '' ? null : full)
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null
