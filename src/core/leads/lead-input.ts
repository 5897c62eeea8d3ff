import { z } from 'zod'
import type { ErrorItem } from '../../errors.ts'
import { asText, idField } from '../../lib/input/field-kinds.ts'
import { field, missing, read, refuse, quoted } from '../../lib/input/input-fields.ts'
import type { JsonSchema } from '../../lib/input/input-fields.ts'
import { readAddress } from '../../lib/addresses/address-syntax.ts'
import type { EmailAddress } from '../../lib/addresses/email-address.ts'

export const MAX_TEXT_LENGTH = 255
export const MAX_NOTES_LENGTH = 10_000

/**
 * A value of a record, as sent: whether the record can have it is decided when it is written (422), after the record was
 * found. A key that was not sent is undefined; null and "" clear.
 */
const recordField = (published: JsonSchema) => z.unknown().optional().meta(published)

const text = (description: string) => recordField({ type: 'string', maxLength: MAX_TEXT_LENGTH, description })

const email = recordField({ type: 'string', maxLength: 254, description: 'The address, such as "name@example.org".' })

/** The values of a lead other than its address, in documented order. */
const VALUES = {
  first_name: text('First name.'),
  last_name: text('Last name.'),
  position: text('Job title.'),
  company: text('Name of the company.'),
  company_industry: text('Industry of the company, in free text.'),
  company_size: text('Company size, such as "11-50".'),
  company_type: text('Company type, such as "privately held".'),
  confidence_score: recordField({
    type: 'integer',
    minimum: 0,
    maximum: 100,
    description: 'Confidence in the address, in percent.',
  }),
  website: text('Website of the company.'),
  country_code: text('Country, as an ISO 3166-1 alpha-2 code.'),
  linkedin_url: text('LinkedIn profile.'),
  phone_number: text('Phone number.'),
  twitter: text('Handle, without @.'),
  notes: recordField({ type: 'string', maxLength: MAX_NOTES_LENGTH, description: 'Notes.' }),
  source: text('Where the lead comes from.'),
}

export const LISTS = {
  leads_list_id: recordField({ type: 'integer', description: 'List to add the lead to.' }),
  leads_list_ids: recordField({
    type: 'array',
    items: { type: 'integer' },
    description: 'Lists for the lead; it is removed from all others. Default for a new lead: the newest list.',
  }),
  leads_list_name: recordField({
    type: 'string',
    maxLength: MAX_TEXT_LENGTH,
    description: 'Instead of ids: the newest list with this name, created if needed.',
  }),
}

export const custom_attributes = recordField({
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'Custom attributes by slug; others are left unchanged.',
})

const RECORD = { ...VALUES, ...LISTS, custom_attributes }

/** Spellings of other clients. */
export const LEAD_ALIASES = { lead_list_id: 'leads_list_id', industry: 'company_industry' } as const

export const LeadIdInput = z.object({ id: idField('The id of the lead.') })
export const SaveLeadInput = z.object({ email, ...RECORD })
export const UpdateLeadInput = z.object({ ...LeadIdInput.shape, email, ...RECORD })
/** What was sent about a lead. */
export type SentLead = z.output<typeof SaveLeadInput>

export const leadEmailMissing = ({ email: sent }: { email?: unknown }): ErrorItem[] =>
  missing('email', asText(sent) === '' ? null : sent)

const addressField = field<EmailAddress>(
  { type: 'string', maxLength: 254, description: 'The address to look for.' },
  (raw) => {
    const reading = readAddress(asText(raw) ?? '')
    return reading.kind === 'address'
      ? read(reading.address)
      : refuse('invalid_email', `${quoted(raw)} is not a valid email address.`)
  },
)

export const LeadExistsInput = z.object({ email: addressField })
