import { z } from 'zod'
import { idField, otherIdField, readOtherId } from '../../lib/input/field-kinds.ts'
import { nameField } from '../fields/name-field.ts'
import { clearableField } from '../../lib/input/input-fields.ts'
import { pageFields } from '../../lib/input/page-fields.ts'

export const ListIdInput = z.object({ id: idField('The id of the list.') })

export const ListLeadsListsInput = z.object(pageFields('lists'))

export const GetLeadsListInput = z.object({ ...ListIdInput.shape, ...pageFields('leads of the list') })

export const CreateLeadsListInput = z.object({
  name: nameField('The name of the list, up to 255 characters.'),
  leads_list_folder_id: otherIdField('leads_list_folder_id', 'The folder to put it in; none when absent.'),
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
    readOtherId('leads_list_folder_id'),
  ),
})

export const MergeLeadsListInput = z.object({
  ...ListIdInput.shape,
  destination_leads_list_id: otherIdField('destination_leads_list_id', 'The list to move the leads to.'),
})

export const SaveLeadsListInput = z.object({
  name: nameField('The name of the list, up to 255 characters; case is ignored.'),
})
