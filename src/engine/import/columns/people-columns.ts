import type { PersonField } from '../../../lib/vocabulary/person-fields.ts'
import { alternation } from '../../../lib/text/alternation.ts'

/** What the columns of a file of people tell only together, or by what is in them. */

interface PeopleTable {
  /** The names of its columns as they are compared. */
  keys: readonly string[]
  /** The first rows. */
  head: readonly (readonly string[])[]
  /** Those that have a column. */
  fields: ReadonlySet<PersonField>
}

/** `Secondary Email`, `E-mail 2 Address`: of the same person, for when the first is empty. */
const FURTHER_ADDRESS = new RegExp(
  `^(?:${alternation`
    (?:secondary|tertiary|second|third|alternate|alternative|alt|other|zweite|weitere|autre|otro|altra|andere)e?mail(?:address|adresse)?
    e?mail(?:address|adresse)?[2-9](?:address|value)?
  `})$`,
)
/** The whole name in directories of staff, where no other column has names, the best first. */
const WHOLE_NAMES = ['preferredname', 'displayname', 'legalname', 'knownas', 'commonname', 'authorname', 'dname', 'cn']
const NAME_FIELDS = ['full_name', 'last_first_name', 'first_name', 'last_name'] as const
const PROFILE = /(?:^|[\s;,|/.])linkedin\.com\/in\/[^/\s]/i

/** Columns, each with its field, whose names do not tell it without the others or their values. */
export function furtherColumns({ keys, head, fields }: PeopleTable): (readonly [PersonField, readonly number[]])[] {
  const addresses = keys.flatMap((key, at) => (fields.has('email') && FURTHER_ADDRESS.test(key) ? [at] : []))
  const isNamed = NAME_FIELDS.some((field) => fields.has(field))
  const [name] = isNamed ? [] : WHOLE_NAMES.map((one) => keys.indexOf(one)).filter((at) => at !== -1)
  const profile = fields.has('linkedin') ? -1 : keys.findIndex((_, at) => holdsProfiles(head, at))
  return [
    ...(addresses.length === 0 ? [] : [['email', addresses] as const]),
    ...(name === undefined ? [] : [['full_name', [name]] as const]),
    ...(profile === -1 ? [] : [['linkedin', [profile]] as const]),
  ]
}

/** Not everybody has one. */
const LEAST_PROFILES = 0.2

/** Whether cells of a column lead to people's profiles, whatever else they lead to: `socials[].link`. */
function holdsProfiles(head: readonly (readonly string[])[], column: number): boolean {
  const cells = head.map((row) => row[column]?.trim() ?? '').filter((cell) => cell !== '')
  return cells.length > 0 && cells.filter((cell) => PROFILE.test(cell)).length >= LEAST_PROFILES * cells.length
}

/** Fewer rows do not tell that a column is always empty. */
const LEAST_ROWS = 5

/** Telephones export `Ada Poe` as the first name of everybody, beside last names that are all empty. */
export function holdsWholeNames(
  mapping: ReadonlyMap<PersonField, readonly number[]>,
  head: readonly (readonly string[])[],
): boolean {
  const cellsOf = (field: PersonField): string[] =>
    (mapping.get(field) ?? []).flatMap((at) => head.map((row) => row[at]?.trim() ?? '')).filter((cell) => cell !== '')
  const first = cellsOf('first_name')
  if (mapping.has('full_name') || !mapping.has('last_name') || first.length < LEAST_ROWS) return false
  if (cellsOf('last_name').length > 0 || cellsOf('second_last_name').length > 0) return false
  return first.filter((cell) => /\S\s+\S/.test(cell)).length * 2 > first.length
}
