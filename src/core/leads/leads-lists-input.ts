import { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { ErrorItem } from '../../errors.ts'
import { idField, integerOf, plainText } from '../../lib/input/field-kinds.ts'
import { clearableField, field, read, refuse, saying } from '../../lib/input/input-fields.ts'
import type { Reading } from '../../lib/input/input-fields.ts'
import { pageFields } from '../../lib/input/page-fields.ts'

/** Of lists and folders, in UTF-16 units. */
const MAX_NAME_LENGTH = 255

/** How long it may be is for `checkName`: that is another error than a missing one. */
export const nameField = (description: string) =>
  field<string>({ type: 'string', maxLength: MAX_NAME_LENGTH, description }, (raw) => {
    const name = plainText(raw)
    return name === null ? refuse('wrong_params', saying('name must be a text.', raw)) : read(name.toWellFormed())
  })

/** A name beside other parameters: one that is too long is a wrong parameter. */
export const nameTextField = (name: string, description: string) =>
  field<string>({ type: 'string', maxLength: MAX_NAME_LENGTH, description }, (raw) => {
    const text = plainText(raw)
    return text === null || text.length > MAX_NAME_LENGTH
      ? refuse('wrong_params', saying(`${name} must be a text of at most ${MAX_NAME_LENGTH} characters.`, raw))
      : read(text.toWellFormed())
  })

/** @throws AppError validation_failed when the name is too long for a record. */
export function checkName(name: string): void {
  if (name.length <= MAX_NAME_LENGTH) return
  throw invalid('name', `must have at most ${MAX_NAME_LENGTH} characters.`)
}

/** @returns 422 for a value that a record cannot take: `{field} {problem}`. */
export const invalid = (name: string, problem: string): AppError =>
  new AppError('validation_failed', `${name} ${problem}`, { field: name })

export const nameMissing = ({ name }: { name?: string | undefined }): ErrorItem[] =>
  name === undefined ? [{ id: 'wrong_params', details: 'The name parameter is missing.', field: 'name' }] : []

/** The id of another record; one that does not exist is refused the same way where it is looked for. */
const readId =
  (name: string) =>
  (raw: unknown): Reading<number> => {
    const id = integerOf(raw)
    return id !== null && id > 0 ? read(id) : refuse('validation_failed', saying(`${name} must be an id.`, raw))
  }

const FOLDER = { type: 'integer', minimum: 1 }

export const ListIdInput = z.object({ id: idField('The id of the list.') })

export const ListLeadsListsInput = z.object(pageFields('lists'))

export const GetLeadsListInput = z.object({ ...ListIdInput.shape, ...pageFields('leads of the list') })

export const CreateLeadsListInput = z.object({
  name: nameField('The name of the list, up to 255 characters.'),
  leads_list_folder_id: field<number>(
    { ...FOLDER, description: 'The folder to file it in; without one it is not filed.' },
    readId('leads_list_folder_id'),
  ),
})

export const UpdateLeadsListInput = z.object({
  ...ListIdInput.shape,
  name: nameField('The name of the list, up to 255 characters.'),
  leads_list_folder_id: clearableField<number>(
    {
      type: ['integer', 'null'],
      minimum: 1,
      description: 'The folder to file it in; null takes it out of its folder.',
    },
    readId('leads_list_folder_id'),
  ),
})

export const MergeLeadsListInput = z.object({
  ...ListIdInput.shape,
  destination_leads_list_id: field<number>(
    { ...FOLDER, description: 'The list that takes the leads.' },
    readId('destination_leads_list_id'),
  ),
})

export const SaveLeadsListInput = z.object({
  name: nameField('The name of the list, up to 255 characters; upper and lower case are the same.'),
})
