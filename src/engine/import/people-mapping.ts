import { lazily } from '../../lib/process/lazily.ts'
import { columnKey, headerNames } from '../../lib/vocabulary/header-names.ts'

/** What a column of a file of people may contain. */
export const PERSON_FIELDS = [
  'email',
  'first_name',
  'last_name',
  'full_name',
  'position',
  'phone',
  'linkedin',
  'twitter',
  'country',
  'state',
  'city',
  'left_on',
  'source_url',
] as const
export type PersonField = (typeof PERSON_FIELDS)[number]

const synonyms = lazily(() => headerNames('people-headers', PERSON_FIELDS))

/** The names that columns may have, each with its field: `hq location`. */
export const peopleHeaders = lazily((): readonly string[] =>
  [...synonyms()].map(([name, { field }]) => `${name} ${field}`),
)

/**
 * Decides which column of a file of people contains what.
 * @param given column → field from the operator, which overrides everything else.
 * @throws RangeError with a sentence for an unknown column or field, and for a file without addresses.
 */
export function mapPeopleColumns(header: readonly string[], given: Readonly<Record<string, string>> = {}) {
  const wanted = new Map(Object.entries(given).map(([column, field]) => [columnKey(column), field]))
  const keys = header.map(columnKey)
  for (const [key, field] of wanted) {
    if (!keys.includes(key)) throw new RangeError(`The file has no column called ${JSON.stringify(key)}.`)
    if (!PERSON_FIELDS.some((name) => name === field))
      throw new RangeError(`${JSON.stringify(field)} is not a field. Fields: ${PERSON_FIELDS.join(', ')}.`)
  }
  const mapping = new Map<PersonField, number[]>()
  for (const [column, key] of keys.entries()) {
    const field = (wanted.get(key) as PersonField | undefined) ?? synonyms().get(key)?.field
    if (field !== undefined) mapping.set(field, [...(mapping.get(field) ?? []), column])
  }
  if (!mapping.has('email')) throw new RangeError('No column contains addresses: name it with --map column=email.')
  const used = new Set([...mapping.values()].flat())
  return { preset: null, mapping, unused: header.filter((_, column) => !used.has(column)) }
}
