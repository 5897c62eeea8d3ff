import { z } from 'zod'
import { asText, booleanField, choiceField, idField, integerOf } from '../../lib/input/field-kinds.ts'
import { field, read, refuse } from '../../lib/input/input-fields.ts'
import { Upload } from '../../lib/input/upload.ts'
import { pageFields } from '../../lib/input/page-fields.ts'
import { nameTextField } from '../fields/name-field.ts'

const MAX_ERRORS = 1_000
/** More than a file has. */
const MAX_ROWS = 1_000_000
const MAX_MAPPED = 500

const csvField = field<Upload>(
  { type: 'string', description: 'The rows, where the body is JSON; else the body is the file, as text/csv.' },
  (raw) => {
    if (raw instanceof Upload) return read(raw)
    return typeof raw === 'string' ? read(Upload.of(raw)) : refuse('wrong_params', 'csv must be a text.')
  },
)

const mappingField = field<Record<string, string>>(
  {
    type: 'object',
    additionalProperties: { type: 'string' },
    description: 'Names of columns and the field that each fills: email, a field of a lead, a slug, or - for none.',
  },
  (raw) => {
    const sent = typeof raw === 'string' ? parsed(raw) : raw
    const malformed = refuse('wrong_params', 'mapping must be an object of fields by column.')
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return malformed
    const entries = Object.entries(sent as Record<string, unknown>)
    if (entries.length > MAX_MAPPED) return refuse('wrong_params', `mapping accepts at most ${MAX_MAPPED} items.`)
    const targets = entries.map(([column, target]): [string, string | null] => [column.trim(), asText(target)])
    const usable = targets.filter((entry): entry is [string, string] => entry[1] !== null)
    return usable.length === targets.length ? read(Object.fromEntries(usable)) : malformed
  },
)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** A label of the WHATWG Encoding standard. */
const encodingField = field<string>(
  { type: 'string', description: 'The encoding of the text, such as windows-1252; found out when absent.' },
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
  name: nameTextField('name', 'A name for the import, such as that of the file.'),
  mapping: mappingField,
  on_existing: choiceField(
    ['update', 'skip'] as const,
    'wrong_params',
    'on_existing must be update or skip.',
    'What happens to leads that exist: update (default) fills in what the file says, skip leaves them.',
  ),
  dry_run: booleanField('dry_run', 'wrong_params', 'Only tells what would happen.'),
  leads_list_id: field<number>(
    { type: 'integer', minimum: 1, description: 'The list that takes the leads; the newest when absent.' },
    (raw) => read(Math.max(0, integerOf(raw) ?? 0)),
  ),
  leads_list_name: nameTextField('leads_list_name', 'Instead of an id: the newest list of this name, made if absent.'),
  encoding: encodingField,
})

export const ImportIdInput = z.object({ id: idField('The id of the import.') })

export const ListImportsInput = z.object(pageFields('imports'))

export const ImportErrorsInput = z.object({
  ...ImportIdInput.shape,
  ...pageFields('rows', { max: MAX_ERRORS, maxOffset: MAX_ROWS }),
})
