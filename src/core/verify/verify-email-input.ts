import { z } from 'zod'
import { readAddress } from '../../lib/addresses/address-syntax.ts'
import type { AddressReading } from '../../lib/addresses/address-syntax.ts'
import { pastedAddresses } from '../../lib/addresses/pasted-addresses.ts'
import { asText, booleanField } from '../../lib/input/field-kinds.ts'
import { field, quoted, read, refuse } from '../../lib/input/input-fields.ts'

type UsableAddress = Exclude<AddressReading, { kind: 'none' }>

const emailField = field<UsableAddress>(
  { type: 'string', description: 'The address to check, such as "name@example.org".', maxLength: 254 },
  (raw) => {
    const text = asText(raw) ?? ''
    const [first = '', second] = text.length > MAX_TEXT ? [text] : pastedAddresses(text, 1)
    if (second !== undefined && [first, second].every(isAddress))
      return refuse('invalid_email', 'email accepts one address, and several were sent.')
    const reading = readAddress(second === undefined ? first : text)
    return reading.kind === 'none'
      ? refuse('invalid_email', `${quoted(raw)} is not a valid email address.`)
      : read<UsableAddress>(reading)
  },
)

/** Longer than two addresses; whatever is longer is none. */
const MAX_TEXT = 1_000

const isAddress = (text: string): boolean => readAddress(text).kind === 'address'

/** The parameters of a verification, in documented order. */
export const VerifyEmailInput = z.object({
  email: emailField,
  explain: booleanField(
    'explain',
    'wrong_params',
    'true adds evidence: the dialogue with DNS and the mail server, step by step.',
  ),
})

export type VerifyEmailInput = z.output<typeof VerifyEmailInput>
