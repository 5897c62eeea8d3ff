import type { BadRow } from '../../db/leads/leads-imports-store.ts'
import type { TextRow } from '../../engine/import/row-reader.ts'
import { plainHeader } from '../fields/column-spellings.ts'
import { distinctNames, FULL_NAME } from './leads-import-columns.ts'
import type { PlannedColumn } from './leads-import-columns.ts'
import { readImportRow } from './leads-import-rows.ts'
import type { GoodRow } from './leads-import-rows.ts'

/** Several people in one row: in columns of their own, or together in each cell. */

/** What is each person's own; anything else in a row is about all of them. */
const OWN: ReadonlySet<string> = new Set([
  ...'email first_name last_name position phone_number linkedin_url twitter confidence_score'.split(' '),
  FULL_NAME,
])
const NAMES: ReadonlySet<string> = new Set([FULL_NAME, 'first_name', 'last_name'])

/** As many as columns. */
const MAX_PERSONS = 500

/**
 * The columns of each person of a row, the first one's as planned. `Contact 2` and `Email 2` beside `Contact 1` and `Email 1`
 * are the next person's, as are columns that are repeated; a second address without a name is another one of the same person,
 * unless there is nothing but addresses.
 */
export function planPersons(
  first: readonly PlannedColumn[],
  header: readonly string[],
  isLeftOut: (column: string) => boolean,
): (readonly PlannedColumn[])[] {
  const names = distinctNames(header)
  const stems = header.map((name) => plainHeader(name).replace(/\d+/g, ''))
  const shared = first.filter(({ field }) => !OWN.has(field))
  const isList = stems.every((stem) => stem === stems[0])
  const persons: (readonly PlannedColumn[])[] = [first]
  for (let at = 1; at < MAX_PERSONS; at++) {
    const own = first.flatMap((column) => {
      const index = OWN.has(column.field) ? repeatOf(stems, column.index, at) : -1
      const name = names[index]
      return name === undefined || isLeftOut(name) ? [] : [{ ...column, index, column: name }]
    })
    const has = (isOne: (field: string) => boolean): boolean => own.some(({ field }) => isOne(field))
    if (!has((field) => field === 'email') || !(isList || has((field) => NAMES.has(field)))) break
    persons.push([...own, ...shared])
  }
  return persons
}

/** The columns of all of them, in the order of the file. */
export const columnsOfAll = (persons: readonly (readonly PlannedColumn[])[]): PlannedColumn[] =>
  [...new Map(persons.flat().map((column) => [column.index, column])).values()].toSorted((a, b) => a.index - b.index)

/** What the columns of a file seem to be, with those of other people in a row. */
export function withOtherPersons<Guess extends { column: string; field: PlannedColumn['field'] | null }>(
  guesses: readonly Guess[],
  header: readonly string[],
): Guess[] {
  const plan = guesses.flatMap(({ column, field }, index) => (field === null ? [] : [{ column, field, index }]))
  const all = new Map(columnsOfAll(planPersons(plan, header, () => false)).map(({ index, field }) => [index, field]))
  return guesses.map((guess, index) => ({ ...guess, field: all.get(index) ?? null }))
}

/** Where the name of a column stands again behind it, for the `at`th time. */
function repeatOf(stems: readonly string[], index: number, at: number): number {
  const places = stems.flatMap((stem, place) => (place > index && stem === stems[index] ? [place] : []))
  return stems[index] === '' ? -1 : (places[at - 1] ?? -1)
}

/** Reads everybody in a row of a file; nobody in one that says nothing. A place for a person that is empty is skipped. */
export function readPersons(
  row: TextRow,
  persons: readonly (readonly PlannedColumn[])[],
  header: readonly string[],
): (GoodRow | BadRow)[] {
  const [first = [], ...others] = persons
  const read = readImportRow(row, first, header)
  if (read === null) return []
  // Of a row that is wrong as a whole, nobody can be read.
  if ('reason' in read && read.column === null && row.problem !== null) return [read]
  const filled = others.filter((plan) => isFilled(row, plan))
  if (filled.length > 0) {
    const all = [...(isFilled(row, first) ? [first] : []), ...filled]
    return all.flatMap((plan, person) => numbered(readImportRow(row, plan, header), person))
  }
  const parts = cellsOfEach(row.cells, first)
  if (parts === null) return [read]
  return parts.flatMap((cells, person) => numbered(readImportRow({ ...row, cells }, first, header), person))
}

const numbered = (read: GoodRow | BadRow | null, person: number): (GoodRow | BadRow)[] =>
  read === null ? [] : [person === 0 ? read : { ...read, person }]

const isFilled = ({ cells }: TextRow, plan: readonly PlannedColumn[]): boolean =>
  plan.some(({ field, index }) => OWN.has(field) && (cells[index] ?? '').trim() !== '')

/** Longer cells are notes. */
const MAX_CELL = 1_000
const BETWEEN = /[;|\n]|\/(?=\s)|,|&|\s(?:and|und|et|y|e|en)\s/u

/**
 * `Ada Poe / Ben Rae` beside `ada@tarn.example; ben@tarn.example`: the cells of each, if there are as many names as addresses.
 * Null where a row names one person, who may have several addresses.
 */
function cellsOfEach(cells: readonly string[], plan: readonly PlannedColumn[]): string[][] | null {
  const parts = new Map(
    plan.filter(({ field }) => OWN.has(field)).map(({ index }) => [index, partsOf(cells[index] ?? '')]),
  )
  const addresses = parts.get(plan.find(({ field }) => field === 'email')?.index ?? -1) ?? []
  const named = plan.find(({ field }) => NAMES.has(field))
  const names = parts.get(named?.index ?? -1)
  if (addresses.length < 2 || addresses.length > MAX_PERSONS || names?.length !== addresses.length) return null
  // `Poe, Ada` and `Ana Ortega y Luna` are one person each.
  if (named?.field === FULL_NAME && !names.every((name) => name.includes(' '))) return null
  if (!addresses.every((address) => address.includes('@'))) return null
  return addresses.map((_, person) =>
    cells.map((cell, index) => {
      const own = parts.get(index)
      return own?.length === addresses.length ? (own[person] ?? '') : cell
    }),
  )
}

const partsOf = (cell: string): string[] =>
  cell.length > MAX_CELL
    ? []
    : cell
        .split(BETWEEN)
        .map((part) => part.trim())
        .filter((part) => part !== '')
