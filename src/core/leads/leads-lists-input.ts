import { z } from 'zod'
import { idField, integerOf } from '../../lib/input/field-kinds.ts'
import { nameField } from '../fields/name-field.ts'
import { clearableField, field, read, refuse, saying } from '../../lib/input/input-fields.ts'
import type { Reading } from '../../lib/input/input-fields.ts'
import { pageFields } from '../../lib/input/page-fields.ts'

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
    { ...FOLDER, description: 'The folder to put it in; none when absent.' },
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
      description: 'The folder to put it in; null removes it from its folder.',
    },
    readId('leads_list_folder_id'),
  ),
})

export const MergeLeadsListInput = z.object({
  ...ListIdInput.shape,
  destination_leads_list_id: field<number>(
    { ...FOLDER, description: 'The list to move the leads to.' },
    readId('destination_leads_list_id'),
  ),
})

export const SaveLeadsListInput = z.object({
  name: nameField('The name of the list, up to 255 characters; case is ignored.'),
})
