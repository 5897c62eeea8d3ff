import type { LeadColumn } from '../../db/leads/lead-statements.ts'
import { AppError } from '../../errors.ts'
import { quoted } from '../../lib/input/input-fields.ts'
import { LEAD_VALUE_COLUMNS } from '../leads/lead-changes.ts'
import { columnOfHeader, plainHeader } from '../fields/column-spellings.ts'
import { invalidField } from '../fields/name-field.ts'
import { ownValue } from '../../lib/text/own-value.ts'

/** A first and a last name in one cell; columns that have only one of them take precedence. */
export const FULL_NAME = 'full_name'

/** The field that a column of a file fills. */
export type ImportTarget = 'email' | typeof FULL_NAME | LeadColumn | `custom_attributes.${string}`

export interface PlannedColumn {
  /** Its place in a row. */
  index: number
  /** The name in the file. */
  column: string
  field: ImportTarget
}

/** The word in a mapping for a column that is left out. */
export const IGNORED = '-'

const ATTRIBUTE = 'custom_attributes.'
const MAX_COLUMNS = 500
const MAX_NAME_LENGTH = 100

/** Targets that a mapping may name. */
export const isKnownTarget = (target: string, slugs: readonly string[]): boolean =>
  target === IGNORED ||
  target === 'email' ||
  target === FULL_NAME ||
  isColumn(target) ||
  slugs.includes(withoutPrefix(target))

const isColumn = (name: string): name is LeadColumn => (LEAD_VALUE_COLUMNS as readonly string[]).includes(name)
const withoutPrefix = (target: string): string =>
  target.startsWith(ATTRIBUTE) ? target.slice(ATTRIBUTE.length) : target

/**
 * Decides what the columns of a file mean: what the mapping says, otherwise what their names say. Of two columns for one field,
 * the first counts; a column without a name or mapping is left out.
 * @throws AppError validation_failed if the header does not fit.
 */
export function planColumns(
  header: readonly string[],
  mapping: Readonly<Record<string, string>>,
  slugs: readonly string[],
): PlannedColumn[] {
  const names = distinctNames(header)
  if (names.length > MAX_COLUMNS) throw invalidField('csv', `must have at most ${MAX_COLUMNS} columns.`)
  if (header.some((cell) => cell.includes('@'))) throw invalidField('csv', 'must begin with a header row.')
  const unknown = Object.keys(mapping).find((column) => !names.includes(column))
  if (unknown !== undefined) throw invalidField('mapping', `names column ${quoted(unknown)}, which is not in the file.`)
  const taken = new Set<string>()
  const plan: PlannedColumn[] = []
  const take = (index: number, field: ImportTarget | null): void => {
    const column = names[index] ?? ''
    if (field === null || taken.has(field)) return
    taken.add(field)
    plan.push({ index, column, field })
  }
  const isMapped = (name: string): boolean => Object.hasOwn(mapping, name)
  names.forEach((name, index) => isMapped(name) && take(index, targetOf(ownValue(mapping, name) ?? IGNORED)))
  names.forEach((name, index) => isMapped(name) || take(index, guess(name, slugs)))
  if (!taken.has('email'))
    throw new AppError('validation_failed', 'csv must have a column of email addresses; map one to email.', {
      field: 'csv',
      reason: 'no_address_column',
    })
  return plan.toSorted((a, b) => a.index - b.index)
}

/** What each column of a file seems to be, for people to review; null if that cannot be told. */
export function guessColumns(
  header: readonly string[],
  slugs: readonly string[],
): { column: string; field: ImportTarget | null }[] {
  const taken = new Set<string>()
  const known = header.map((cell) => guess(cell, slugs))
  const hasNames = known.some((field) => field === 'first_name' || field === 'last_name')
  return distinctNames(header).map((column, index) => {
    // Whose name it is is only certain once somebody has looked.
    const guessed = known[index] ?? (!hasNames && plainHeader(column) === 'name' ? FULL_NAME : null)
    const field = guessed === null || taken.has(guessed) ? null : guessed
    if (field !== null) taken.add(field)
    return { column, field }
  })
}

/** The second `Name` of a file becomes `Name (2)`; a column without a name gets its number. */
function distinctNames(header: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return header.map((cell, index) => {
    const name = cell.trim().slice(0, MAX_NAME_LENGTH).toWellFormed() || `Column ${index + 1}`
    const times = (seen.get(name) ?? 0) + 1
    seen.set(name, times)
    return times === 1 ? name : `${name} (${times})`
  })
}

function targetOf(target: string): ImportTarget | null {
  if (target === IGNORED) return null
  return target === 'email' || target === FULL_NAME || isColumn(target)
    ? target
    : `custom_attributes.${withoutPrefix(target)}`
}

const FULL_NAMES: ReadonlySet<string> = new Set(
  'fullname contactname personname vollername vollstandigername nomcomplet nombrecompleto nombreyapellidos nomecompleto volledigenaam'.split(
    ' ',
  ),
)

function guess(name: string, slugs: readonly string[]): ImportTarget | null {
  const spelling = plainHeader(name)
  const slug = slugs.find((candidate) => plainHeader(candidate) === spelling)
  if (slug !== undefined) return `custom_attributes.${slug}`
  return FULL_NAMES.has(spelling) ? FULL_NAME : columnOfHeader(name)
}
