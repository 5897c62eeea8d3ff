import { z } from 'zod'
import { asText, booleanField, choiceField, idField, objectOf } from '../../lib/input/field-kinds.ts'
import { field, read, refuse } from '../../lib/input/input-fields.ts'
import { Upload } from '../../lib/input/upload.ts'
import { pageFields } from '../../lib/input/page-fields.ts'
import { nameTextField } from '../fields/name-field.ts'
import { listIdField } from '../leads/leads-bulk.ts'

const MAX_ERRORS = 1_000
/** More than a file may have. */
const MAX_ROWS = 1_000_000
const MAX_MAPPED = 500

const csvField = field<Upload>(
  { type: 'string', description: 'The rows, if the body is JSON; otherwise the body is the file, as text/csv.' },
  (raw) => {
    if (raw instanceof Upload) return read(raw)
    return typeof raw === 'string' ? read(Upload.of(raw)) : refuse('wrong_params', 'csv must be a string.')
  },
)

const mappingField = field<Record<string, string>>(
  {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Column names and the field each one fills: email, full_name, a lead field, a slug, or - for none.',
  },
  (raw) => {
    const sent = objectOf(raw)
    const malformed = refuse('wrong_params', 'mapping must be an object from column to field.')
    if (sent === null) return malformed
    const entries = Object.entries(sent)
    if (entries.length > MAX_MAPPED) return refuse('wrong_params', `mapping accepts at most ${MAX_MAPPED} items.`)
    const targets = entries.map(([column, target]): [string, string | null] => [column.trim(), asText(target)])
    const usable = targets.filter((entry): entry is [string, string] => entry[1] !== null)
    return usable.length === targets.length ? read(Object.fromEntries(usable)) : malformed
  },
)

/** A label of the WHATWG Encoding standard. */
const encodingField = field<string>(
  { type: 'string', description: 'Text encoding, such as windows-1252; detected when absent.' },
  (raw) => {
    try {
      return read(new TextDecoder(asText(raw) ?? '').encoding)
    } catch {
      return refuse('wrong_params', 'encoding must be the name of a text encoding.')
    }
  },
)

export const StartImportInput = z.object({
  csv: csvField,
  name: nameTextField('name', 'Name for the import, such as the file name.'),
  mapping: mappingField,
  on_existing: choiceField(
    ['update', 'skip'] as const,
    'wrong_params',
    'on_existing must be update or skip.',
    "What to do with existing leads: update (default) overwrites with the file's values, skip leaves them unchanged.",
  ),
  dry_run: booleanField('dry_run', 'wrong_params', 'Only report what would happen.'),
  leads_list_id: listIdField('The list to add the leads to; the newest when absent.'),
  leads_list_name: nameTextField(
    'leads_list_name',
    'Instead of an id: the newest list with this name, created if needed.',
  ),
  encoding: encodingField,
})

export const ImportIdInput = z.object({ id: idField('The id of the import.') })

export const ListImportsInput = z.object(pageFields('imports'))

export const ImportErrorsInput = z.object({
  ...ImportIdInput.shape,
  ...pageFields('rows', { max: MAX_ERRORS, maxOffset: MAX_ROWS }),
})
