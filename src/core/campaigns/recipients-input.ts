import { z } from 'zod'
import type { ErrorItem } from '../../errors.ts'
import { parseTypedAddress } from '../../lib/addresses/email-address.ts'
import type { EmailAddress } from '../../lib/addresses/email-address.ts'
import { MAX_PASTED_CHARS, pastedAddresses } from '../../lib/addresses/pasted-addresses.ts'
import { idField, integerOf, listOf } from '../../lib/input/field-kinds.ts'
import { field, quoted, read, refuse } from '../../lib/input/input-fields.ts'
import { pageFields } from '../../lib/input/page-fields.ts'
import { expectedMissing, MATCHING } from '../leads/chosen-leads.ts'
import { listIdField } from '../leads/leads-bulk.ts'
import { sendingStatusField } from '../leads/leads-filter.ts'
import { idsField, campaignId } from './campaign-input.ts'

/** Most addresses, and most leads, per call. */
const MAX_ITEMS = 50
/** Of a pasted text, duplicates included. */
const MAX_ENTRIES = 1_000

/** Merges duplicates; a malformed address refuses the whole list. */
export const recipientsField = (description: string, maxItems: number) =>
  field<EmailAddress[]>({ type: 'array', items: { type: 'string' }, maxItems, description }, (raw) => {
    const texts =
      typeof raw === 'string' && raw.length <= MAX_PASTED_CHARS ? pastedAddresses(raw, MAX_ENTRIES) : listOf(raw)
    if (texts === null) return refuse('invalid_email', `${quoted(raw)} is not a valid email address.`)
    const addresses = new Map<string, EmailAddress>()
    for (const text of texts) {
      const address = parseTypedAddress(text)
      if (address === null) return refuse('invalid_email', `${quoted(text)} is not a valid email address.`)
      addresses.set(address.full, address)
    }
    if (addresses.size > maxItems) return refuse('wrong_params', `emails accepts at most ${maxItems} items.`)
    return read([...addresses.values()])
  })

const addressesField = (description: string) => recipientsField(description, MAX_ITEMS)

export const RECIPIENT_ALIASES = { email: 'emails' }

export const ListRecipientsInput = z.object({
  id: campaignId,
  sending_status: sendingStatusField,
  ...pageFields('recipients'),
})

export const AddRecipientsInput = z.object({
  id: campaignId,
  emails: addressesField(`Up to ${MAX_ITEMS} addresses; any that are not leads yet become leads.`),
  lead_ids: idsField('lead_ids', MAX_ITEMS, `Up to ${MAX_ITEMS} lead ids.`),
  leads_list_id: listIdField('Instead of emails and lead_ids: all leads of this list.'),
  ...MATCHING,
})
export type AddRecipientsInput = z.output<typeof AddRecipientsInput>

export function nobodyGiven(given: AddRecipientsInput, broken: ReadonlySet<string | undefined>): ErrorItem[] {
  const { emails, lead_ids, leads_list_id, filters } = given
  if (broken.has('leads_list_id')) return []
  const isNamed = emails !== undefined || lead_ids !== undefined || broken.has('emails') || broken.has('lead_ids')
  if (leads_list_id === undefined && filters === undefined && !broken.has('filters'))
    return isNamed ? [] : [{ id: 'wrong_params', details: 'Send emails or lead_ids.', field: 'emails' }]
  if (isNamed || (leads_list_id !== undefined && filters !== undefined))
    return [
      { id: 'wrong_params', details: 'Send either emails and lead_ids, leads_list_id or filters.', field: 'filters' },
    ]
  return expectedMissing(given)
}

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

const inTools = { campaign_id: idField('The id of the campaign.') }
const { id: _list, ...listFields } = ListRecipientsInput.shape
const { emails, lead_ids } = AddRecipientsInput.shape
const { id: _cancel, ...cancelFields } = CancelRecipientsInput.shape
const { id: _start, ...startFields } = StartCampaignInput.shape

/** The API's parameters, with the id under the name that tools use. */
export const ListRecipientsArguments = z.object({ ...inTools, ...listFields })

export const AddRecipientsArguments = z.object({ ...inTools, emails, lead_ids })

export const CancelRecipientsArguments = z.object({ ...inTools, ...cancelFields })

export const StartCampaignArguments = z.object({ ...inTools, ...startFields })

export const CampaignIdArguments = z.object(inTools)
