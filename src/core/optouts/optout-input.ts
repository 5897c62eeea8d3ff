import { z } from 'zod'
import type { ErrorItem } from '../../errors.ts'
import { parseTypedAddress } from '../../lib/addresses/email-address.ts'
import { asText, domainField, textField } from '../../lib/input/field-kinds.ts'
import { field, quoted, read, refuse } from '../../lib/input/input-fields.ts'
import { pageFields } from '../../lib/input/page-fields.ts'

/** Parameters of the two lists of people who want no mail: the installation's, and an account's. */

const MAX_REASON_LENGTH = 255

const emailField = (description: string) =>
  field<string>({ type: 'string', maxLength: 254, description }, (raw) => {
    const address = parseTypedAddress((asText(raw) ?? '').slice(0, 500))
    return address === null
      ? refuse('invalid_email', `${quoted(raw)} is not a valid email address.`)
      : read(address.full)
  })

export const ListUnsubscribesInput = z.object(pageFields('addresses'))
export const UnsubscribeInput = z.object({
  email: emailField('The address that should get no more mail from this account.'),
})

export const ForgetPersonInput = z.object({
  email: emailField('The address of the person who asked.'),
  reason: textField('reason', MAX_REASON_LENGTH, 'What they asked for; stored with a hash of the address.'),
})

export const RemoveUnsubscribeInput = UnsubscribeInput.extend({
  reason: textField('reason', MAX_REASON_LENGTH, "Reason for lifting the recipient's unsubscribe; operator keys only."),
})

export const ListOptoutsInput = z.object(pageFields('entries'))

const subject = {
  email: emailField('The address whose owner has opted out.'),
  domain: domainField('The domain whose owner has opted out, including all its addresses.'),
}
export const OptoutInput = z.object(subject)
export const AddOptoutInput = z.object({
  ...subject,
  reason: textField('reason', MAX_REASON_LENGTH, "Reason, for the operator's records."),
})

export function subjectMissing(
  { email, domain }: { email?: string | undefined; domain?: string | undefined },
  broken: ReadonlySet<string | undefined>,
): ErrorItem[] {
  const given = [email, domain].filter((value) => value !== undefined).length
  if (given === 1 || broken.has('email') || broken.has('domain')) return []
  return [{ id: 'wrong_params', details: 'Send either email or domain.' }]
}
