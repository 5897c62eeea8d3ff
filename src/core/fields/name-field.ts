/** Input fields shared by several rooms. */

import { AppError } from '../../errors.ts'
import type { ErrorItem } from '../../errors.ts'
import { plainText } from '../../lib/input/field-kinds.ts'
import { field, missing, read, refuse, saying } from '../../lib/input/input-fields.ts'

/** For names that people give to lists, folders and keys; in UTF-16 units. */
const MAX_NAME_LENGTH = 255

const SEEN = /[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{Default_Ignorable_Code_Point}]/u

/** A name without visible characters counts as not sent. */
const seen = (text: string): string => (SEEN.test(text) ? text.toWellFormed() : '')

/** `checkName` limits the length, because that is a different error from a missing name. */
export const nameField = (description: string) =>
  field<string>({ type: 'string', maxLength: MAX_NAME_LENGTH, description }, (raw) => {
    const name = plainText(raw)
    return name === null ? refuse('wrong_params', saying('name must be a string.', raw)) : read(seen(name))
  })

/** A name among other parameters: too long a name is a wrong parameter. */
export const nameTextField = (name: string, description: string) =>
  field<string>({ type: 'string', maxLength: MAX_NAME_LENGTH, description }, (raw) => {
    const text = plainText(raw)
    return text === null || text.length > MAX_NAME_LENGTH
      ? refuse('wrong_params', saying(`${name} must be a string of at most ${MAX_NAME_LENGTH} characters.`, raw))
      : read(seen(text))
  })

/** @throws AppError validation_failed if the name is too long for a record. */
export function checkName(name: string): void {
  if (name.length <= MAX_NAME_LENGTH) return
  throw invalidField('name', `must have at most ${MAX_NAME_LENGTH} characters.`)
}

/** @returns 422 for a value that a record cannot have: `{field} {problem}`. */
export const invalidField = (name: string, problem: string): AppError =>
  new AppError('validation_failed', `${name} ${problem}`, { field: name })

export const nameMissing = ({ name }: { name?: string | undefined }): ErrorItem[] => missing('name', name)
