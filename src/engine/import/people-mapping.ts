import { lazily } from '../../lib/process/lazily.ts'
import { COLUMN_PERSONS, isOfPlace, withoutOwner } from '../../lib/vocabulary/column-persons.ts'
import { employerColumns } from './columns/establishment-names.ts'
import { furtherColumns, holdsWholeNames } from './columns/people-columns.ts'
import { columnKey, headerNames } from '../../lib/vocabulary/header-names.ts'
import { PERSON_FIELDS } from '../../lib/vocabulary/person-fields.ts'
import type { PersonField } from '../../lib/vocabulary/person-fields.ts'

const synonyms = lazily(() => headerNames('people-headers', PERSON_FIELDS))

/** The names that columns may have, each with its field: `hq location`. */
export const peopleHeaders = lazily((): readonly string[] =>
  [...synonyms()].map(([name, { field }]) => `${name} ${field}`),
)

/** Headers that name the whole name, or the part of it that no other column has. */
const EITHER_NAME = new Set('name nom nome nombre naam namn navn nimi jméno'.split(' '))
/** Headers of posts that name forms of address, `Ms` or `Dr.`, if another column names posts. */
const EITHER_TITLE = new Set(['title', 'titel'])
const NAME_FIELDS = ['first_name', 'last_name'] as const

/** What is the same for all rows of a list: the company whose staff it is. */
const USUAL_FIELDS: readonly string[] = ['company', 'website', 'country', 'state', 'city', 'source_url']

interface MoreOfFile {
  /** The first rows. */
  head?: readonly (readonly string[])[]
  /** Field → its value for rows that tell none. */
  usual?: Readonly<Record<string, string>>
}

/**
 * Decides which column of a file of people contains what.
 * @param given column → field from the operator, which overrides everything else.
 * @param withoutAddresses whether people without an address are wanted as well
 * @throws RangeError with a sentence for an unknown column or field, and for a file that names neither addresses nor, if
 *   that is enough, companies.
 */
export function mapPeopleColumns(
  header: readonly string[],
  given: Readonly<Record<string, string>> = {},
  withoutAddresses = false,
  { head = [], usual = {} }: MoreOfFile = {},
) {
  for (const field of Object.keys(usual))
    if (!USUAL_FIELDS.includes(field))
      throw new RangeError(`${JSON.stringify(field)} cannot be set. Fields: ${USUAL_FIELDS.join(', ')}.`)
  const wanted = new Map(Object.entries(given).map(([column, field]) => [columnKey(column), field]))
  const keys = header.map(columnKey)
  for (const [key, field] of wanted) {
    if (!keys.includes(key)) throw new RangeError(`The file has no column called ${JSON.stringify(key)}.`)
    if (!PERSON_FIELDS.some((name) => name === field))
      throw new RangeError(`${JSON.stringify(field)} is not a field. Fields: ${PERSON_FIELDS.join(', ')}.`)
  }
  const mapping = new Map<PersonField, number[]>()
  for (const [column, key] of keys.entries()) {
    const field = (wanted.get(key) as PersonField | undefined) ?? personFieldOf(header[column] ?? '')
    if (field !== undefined) mapping.set(field, [...(mapping.get(field) ?? []), column])
  }
  const positions = mapping.get('position') ?? []
  const posts = positions.filter((column) => wanted.has(keys[column] ?? '') || !EITHER_TITLE.has(keys[column] ?? ''))
  if (posts.length > 0) mapping.set('position', posts)
  const either = keys.findIndex((key) => EITHER_NAME.has(key) && !wanted.has(key))
  if (either !== -1) takeName(mapping, either)
  for (const [field, column] of employerColumns(header, mapping.has('position'))) {
    if (!mapping.has(field)) mapping.set(field, [column])
  }
  const isFree = (column: number): boolean => ![...mapping.values()].flat().includes(column)
  const further = furtherColumns({ keys, head, fields: new Set(mapping.keys()) })
  for (const [field, columns] of further) {
    const free = columns.filter(isFree)
    if (free.length > 0) mapping.set(field, [...(mapping.get(field) ?? []), ...free])
  }
  if (holdsWholeNames(mapping, head)) {
    mapping.set('full_name', mapping.get('first_name') ?? [])
    for (const field of NAME_FIELDS) mapping.delete(field)
  }
  if (!withoutAddresses && !mapping.has('email'))
    throw new RangeError(
      'No column contains addresses: name it with --map column=email, or import people without addresses with --without-addresses.',
    )
  const isPlaced = (['email', 'website', 'company'] as const).some(
    (field) => mapping.has(field) || Object.hasOwn(usual, field),
  )
  if (!isPlaced)
    throw new RangeError(
      'No column contains websites or names of companies: name it with --map column=website, or if all work at one company, give that with --set website=acme.com.',
    )
  const used = new Set([...mapping.values()].flat())
  return { preset: null, mapping, habits: { usual }, unused: header.filter((_, column) => !used.has(column)) }
}

/** Whether a column holds first names, of whoever the rows are about: `Vorname`, not `Contact first name`. */
export const namesPersons = (header: readonly string[]): boolean =>
  header.some((name) => synonyms().get(columnKey(name))?.field === 'first_name' && !EITHER_NAME.has(columnKey(name)))

/** Who else the person of a row may be in a list of companies. */
const LEADERS = 'cofounder founder owner ceo director president'.split(' ')
const WHOSE = new RegExp(String.raw`^(?:${[...COLUMN_PERSONS, ...LEADERS].join('|')})s?`)

/** What a column holds; `Company / Organisation` names it twice, `Nachname, Vorname` both parts of a name. */
export function personFieldOf(name: string): PersonField | undefined {
  const field = fieldOf(name)
  if (field !== undefined) return field
  const [first, second, ...more] = name.split(BETWEEN_NAMES, 3).map(fieldOf)
  if (first === undefined || more.length > 0) return undefined
  if (first === second) return first
  return first === 'last_name' && second === 'first_name' ? 'last_first_name' : undefined
}

/** `Nachname, Vorname`, `Cognome / Nome` */
const BETWEEN_NAMES = /\s*[/|,;&+]\s*/

const NAMES: ReadonlySet<string> = new Set(['full_name', 'last_first_name', 'first_name', 'last_name'])

function fieldOf(name: string): PersonField | undefined {
  const key = columnKey(name)
  const readings = [key, key.replace(WHOSE, ''), columnKey(withoutOwner(name))]
  const [named, ...others] = readings.map((reading) => synonyms().get(reading)?.field)
  return named ?? others.find((field) => field !== undefined && !(NAMES.has(field) && isOfPlace(name)))
}

/**
 * `Name` beside `Vorname` is the family name, `Nome` beside `Cognome` the first name, beside `Founder name` that of the company,
 * and alone each is the whole name.
 */
function takeName(mapping: Map<PersonField, number[]>, column: number): void {
  for (const [field, columns] of mapping) {
    const others = columns.filter((other) => other !== column)
    if (others.length > 0) mapping.set(field, others)
    else mapping.delete(field)
  }
  if (mapping.has('full_name')) {
    if (!mapping.has('company')) mapping.set('company', [column])
    return
  }
  const [missing, ...both] = NAME_FIELDS.filter((field) => !mapping.has(field))
  mapping.set(missing === undefined || both.length > 0 ? 'full_name' : missing, [column])
}
