import { z } from 'zod'
import type { ErrorItem } from '../../errors.ts'
import { parseEmailAddress } from '../../lib/addresses/email-address.ts'
import type { EmailAddress } from '../../lib/addresses/email-address.ts'
import { integerOf, listOf } from '../../lib/input/field-kinds.ts'
import { field, quoted, read, refuse } from '../../lib/input/input-fields.ts'
import { pageFields } from '../../lib/input/page-fields.ts'
import { idsField, campaignId } from './campaign-input.ts'

/** At most so many addresses, and so many leads, a call. */
const MAX_ITEMS = 50

/** Repeats are merged; one that is malformed refuses all. */
const addressesField = (description: string) =>
  field<EmailAddress[]>({ type: 'array', items: { type: 'string' }, maxItems: MAX_ITEMS, description }, (raw) => {
    const texts = listOf(raw)
    if (texts === null) return refuse('invalid_email', `${quoted(raw)} is not a valid email address.`)
    const addresses = new Map<string, EmailAddress>()
    for (const text of texts) {
      const address = parseEmailAddress(text)
      if (address === null) return refuse('invalid_email', `${quoted(text)} is not a valid email address.`)
      addresses.set(address.full, address)
    }
    if (addresses.size > MAX_ITEMS) return refuse('wrong_params', `emails accepts at most ${MAX_ITEMS} items.`)
    return read([...addresses.values()])
  })

export const RECIPIENT_ALIASES = { email: 'emails' }

export const ListRecipientsInput = z.object({ id: campaignId, ...pageFields('recipients') })

export const AddRecipientsInput = z.object({
  id: campaignId,
  emails: addressesField(`Up to ${MAX_ITEMS} addresses; those that are not leads yet become leads.`),
  lead_ids: idsField('lead_ids', MAX_ITEMS, `Up to ${MAX_ITEMS} lead ids.`),
})
export type AddRecipientsInput = z.output<typeof AddRecipientsInput>

export const nobodyGiven = (
  { emails, lead_ids }: AddRecipientsInput,
  broken: ReadonlySet<string | undefined>,
): ErrorItem[] =>
  emails !== undefined || lead_ids !== undefined || broken.has('emails') || broken.has('lead_ids')
    ? []
    : [{ id: 'wrong_params', details: 'Send emails or lead_ids.', field: 'emails' }]

export const StartCampaignInput = z.object({
  id: campaignId,
  expected_recipients: field<number>(
    { type: 'integer', minimum: 0, description: 'Expected number of recipients; if it differs, nothing starts.' },
    (raw) => {
      const count = integerOf(raw)
      return count === null || count < 0
        ? refuse('wrong_params', 'expected_recipients must be a number of recipients.')
        : read(count)
    },
  ),
})

export const CancelRecipientsInput = z.object({
  id: campaignId,
  emails: addressesField(`Up to ${MAX_ITEMS} addresses.`),
})
export type CancelRecipientsInput = z.output<typeof CancelRecipientsInput>

export const noAddressGiven = ({ emails }: CancelRecipientsInput): ErrorItem[] =>
  emails === undefined ? [{ id: 'wrong_params', details: 'The emails parameter is missing.', field: 'emails' }] : []
