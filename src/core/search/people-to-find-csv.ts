import { stringify } from 'csv-stringify/sync'
import { columnOfHeader, plainHeader } from '../fields/column-spellings.ts'
import { cellsOfCsv, unusableCsv } from '../verify/csv-columns.ts'
import type { FindRow } from './find-job-output.ts'
import { MAX_FIND_PEOPLE, PERSON_COLUMNS } from './find-people-input.ts'
import { defused } from '../../lib/text/spreadsheet-cell.ts'

/** Lists of people to find as CSV (RFC 4180): what callers send, and what spreadsheets open. */

const FIELD = 'people'

type FindColumn = (typeof PERSON_COLUMNS)[number]

const OWN_SPELLINGS: ReadonlyMap<string, FindColumn> = new Map([
  ...PERSON_COLUMNS.map((name) => [plainHeader(name), name] as const),
  ...['name', 'contact', 'contactname', 'nomcomplet', 'nombrecompleto'].map((name) => [name, 'full_name'] as const),
])

/** "First name" and "Vorname" mean `first_name` too, and a website stands for its domain. */
function columnOf(title: string): FindColumn | null {
  const own = OWN_SPELLINGS.get(plainHeader(title))
  if (own !== undefined) return own
  const usual = columnOfHeader(title)
  if (usual === 'website') return 'domain'
  return PERSON_COLUMNS.find((name) => name === usual) ?? null
}

/**
 * The rows of a CSV text with a header line, by its known columns; of two columns with the same meaning, the first counts.
 * @throws AppError wrong_params if it is not CSV, or none of its columns is known.
 */
export async function peopleOfCsv(bytes: AsyncIterable<Uint8Array>): Promise<Record<string, string>[]> {
  const names: FindColumn[] = []
  const placesOf = (header: readonly string[]): readonly number[] => {
    const found = header.map(columnOf)
    const known = PERSON_COLUMNS.filter((name) => found.includes(name))
    if (known.length === 0)
      throw unusableCsv(`The CSV needs a header row with columns such as ${PERSON_COLUMNS.join(', ')}.`, FIELD)
    names.push(...known)
    return known.map((name) => found.indexOf(name))
  }
  const rows = await cellsOfCsv(bytes, { field: FIELD, placesOf, maxRows: MAX_FIND_PEOPLE })
  return rows.map((cells) => Object.fromEntries(names.map((name, place) => [name, cells[place] ?? ''])))
}

const COLUMNS = [
  'ref',
  'status',
  'email',
  'score',
  'first_name',
  'last_name',
  'domain',
  'company',
  'position',
  'accept_all',
  'reason',
  'lead_id',
] as const satisfies readonly (keyof FindRow)[]

/** Results as CSV. Cells that a spreadsheet would take for formulas are escaped. */
export const csvOfFound = (rows: readonly FindRow[], { header = true } = {}): string =>
  stringify(
    rows.map(({ verification, ...row }) => [...COLUMNS.map((column) => row[column]), verification?.status ?? null]),
    { header, columns: [...COLUMNS, 'verification'], cast: { boolean: String, string: defused } },
  )
