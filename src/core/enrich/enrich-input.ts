import { z } from 'zod'
import type { ErrorItem } from '../../errors.ts'
import { parseTypedAddress } from '../../lib/addresses/email-address.ts'
import { asText, choicesField, domainField } from '../../lib/input/field-kinds.ts'
import { field, quoted, read, refuse } from '../../lib/input/input-fields.ts'
import { moreKeysField } from '../search/affiliation/shown-affiliation.ts'
import { linkedinHandleField } from '../fields/linkedin-handle-field.ts'

const emailField = field<{ full: string; domain: string }>(
  { type: 'string', description: 'The person\'s email address, such as "name@example.org".', maxLength: 254 },
  (raw) => {
    const address = parseTypedAddress(asText(raw) ?? '')
    return address === null ? refuse('invalid_email', `${quoted(raw)} is not a valid email address.`) : read(address)
  },
)

/** Its presence counts, whatever its value, even if it has none. */
const clearbitField = z
  .unknown()
  .transform((raw) => raw !== undefined)
  .optional()
  .meta({ type: 'string', description: "If present (even empty), the answer uses Clearbit's schema." })

/** Keys that the documented company does not have: `/v2` shows them on request, models always get them. */
export const companyKeysField = choicesField(
  'include',
  ['locations'] as const,
  'wrong_params',
  'More keys to show: locations (other_locations: where else the company is).',
)

/** A person by address or profile, in documented order. */
export const EnrichPersonInput = z.object({
  email: emailField,
  linkedin_handle: linkedinHandleField(
    "The person's LinkedIn handle or profile URL; looked up in the index. Takes precedence over email.",
  ),
  clearbit_format: clearbitField,
  include: moreKeysField,
})

export const EnrichCompanyInput = z.object({
  domain: domainField('The company\'s domain, such as "example.org".'),
  clearbit_format: clearbitField,
  include: companyKeysField,
})

export const EnrichCombinedInput = EnrichPersonInput.extend({ include: companyKeysField })

export type EnrichPersonInput = z.output<typeof EnrichPersonInput>
export type EnrichCompanyInput = z.output<typeof EnrichCompanyInput>

export function personNamed(
  given: Pick<EnrichPersonInput, 'email' | 'linkedin_handle'>,
  broken: ReadonlySet<string | undefined>,
): ErrorItem[] {
  const has = (name: 'email' | 'linkedin_handle') => given[name] !== undefined || broken.has(name)
  if (has('email') || has('linkedin_handle')) return []
  return [{ id: 'wrong_params', details: 'Send email or linkedin_handle.', field: 'email' }]
}
