import { z } from 'zod'
import { partsOfPastedName } from '../../engine/extract/names/pasted-full-name.ts'
import type { ErrorId, ErrorItem } from '../../errors.ts'
import { booleanField, companyField, domainField, integerOf, plainText } from '../../lib/input/field-kinds.ts'
import { linkedinHandleField } from '../fields/linkedin-handle-field.ts'
import { moreKeysField } from './affiliation/shown-affiliation.ts'
import { field, read, refuse, saying } from '../../lib/input/input-fields.ts'
import { pastedName } from '../../lib/text/pasted-name.ts'

const MAX_NAME_LENGTH = 100
const MIN_DURATION_S = 3
const MAX_DURATION_S = 20
export const DEFAULT_DURATION_S = 10

/** Signs that an address, a number or a link was sent instead of a name. */
const NO_NAME = /[@\d]|:\/\/|\bwww\./i
const LETTER = /\p{L}/u

const isName = (text: string | null): text is string => text !== null && LETTER.test(text) && !NO_NAME.test(text)

/** Null for what is no text, and for more than a name can be. */
function nameText(raw: unknown): string | null {
  const text = plainText(raw)
  return text === null || text.length > MAX_NAME_LENGTH ? null : pastedName(text)
}

const nameField = (name: 'first_name' | 'last_name', id: ErrorId, description: string) =>
  field<string>({ type: 'string', description, maxLength: MAX_NAME_LENGTH }, (raw) => {
    const text = nameText(raw)
    return isName(text) ? read(text) : refuse(id, saying(`${name} is not a valid name.`, raw))
  })

const fullNameField = field<string>(
  {
    type: 'string',
    description: 'Full name, such as "Jane Doe", instead of first_name and last_name.',
    maxLength: MAX_NAME_LENGTH,
  },
  (raw) => {
    const text = nameText(raw)
    return isName(text) && partsOfPastedName(text).last !== ''
      ? read(text)
      : refuse('invalid_full_name', 'full_name must contain a first and a last name.')
  },
)

const durationField = field<number>(
  {
    type: 'integer',
    minimum: MIN_DURATION_S,
    maximum: MAX_DURATION_S,
    default: DEFAULT_DURATION_S,
    description: `Maximum time for verification, in seconds. Default ${DEFAULT_DURATION_S}.`,
  },
  (raw) => {
    const seconds = integerOf(raw)
    return seconds !== null && seconds >= MIN_DURATION_S && seconds <= MAX_DURATION_S
      ? read(seconds)
      : refuse(
          'invalid_max_duration',
          saying(`max_duration must be an integer from ${MIN_DURATION_S} to ${MAX_DURATION_S}.`, raw),
        )
  },
)

/** The parameters of the finder, in documented order. */
export const FindEmailInput = z.object({
  domain: domainField('Company domain, such as "example.org". Wins over company.'),
  company: companyField('Company name, if the domain is not known: the whole name, ignoring case and legal form.'),
  linkedin_handle: linkedinHandleField(
    "The person's LinkedIn handle or profile URL; looked up in the index. Other arguments win over it.",
  ),
  first_name: nameField('first_name', 'invalid_first_name', 'First name of the person; requires last_name.'),
  last_name: nameField('last_name', 'invalid_last_name', 'Last name of the person; requires first_name.'),
  full_name: fullNameField,
  max_duration: durationField,
  include_former: booleanField(
    'include_former',
    'wrong_params',
    'true returns the published address even if the person has left. Default false.',
  ),
  include: moreKeysField,
})

export type FindEmailInput = z.output<typeof FindEmailInput>

/**
 * A company and a person must be named, each in one of the possible ways; an invalid value counts as an attempt.
 * @param unplaced what to say if no company is named.
 */
export function companyAndPerson(
  given: FindEmailInput,
  broken: ReadonlySet<string | undefined>,
  unplaced = 'Send domain, company or linkedin_handle.',
): ErrorItem[] {
  const has = (name: keyof FindEmailInput) => given[name] !== undefined || broken.has(name)
  const problems: ErrorItem[] = []
  if (!has('domain') && !has('company') && !has('linkedin_handle'))
    problems.push({ id: 'wrong_params', details: unplaced, field: 'domain' })
  const [first, last] = [has('first_name'), has('last_name')]
  const named = has('full_name') || (first && last) || (has('linkedin_handle') && !first && !last)
  if (!named)
    problems.push({
      id: 'wrong_params',
      details: 'Send first_name and last_name, or full_name.',
      field: first ? 'last_name' : 'first_name',
    })
  return problems
}
