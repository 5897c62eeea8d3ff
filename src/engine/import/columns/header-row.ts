import { lazily } from '../../../lib/process/lazily.ts'
import { columnKey, headerKeys } from '../../../lib/vocabulary/header-names.ts'
import { fieldOfColumn } from './field-of-column.ts'

/** Reports begin with a title, a date and filters; tables for people have groups of columns above their columns. */
const MAX_ROWS_ABOVE = 20
const LEAST_NAMES = 2
/** The share of a row's cells that are names of columns. */
const LEAST_SHARE = 0.5

interface ReadRow {
  cells: readonly string[]
  problem: string | null
}

const names = lazily(() => headerKeys())

const isName = (cell: string): boolean =>
  fieldOfColumn(cell, (key) => {
    const field = names().get(key)
    return field === undefined ? undefined : { field, rank: 0 }
  }) !== null

/** As many names of columns are those of a table, whatever else it has. */
const ENOUGH_NAMES = 5

/** How many different names of columns a row holds; none if they are few and it is mostly something else. */
export function columnNamesIn({ cells, problem }: ReadRow): number {
  if (problem !== null) return 0
  const written = cells.filter((cell) => columnKey(cell) !== '')
  const known = new Set(written.filter(isName).map(columnKey))
  return known.size < Math.min(ENOUGH_NAMES, LEAST_SHARE * written.length) ? 0 : known.size
}

/** Which row names the columns: the first, unless a row soon after it holds more names of columns. */
export function headerRow(rows: readonly ReadRow[]): number {
  const [first, ...others] = rows.slice(0, MAX_ROWS_ABOVE + 1).map(columnNamesIn)
  const most = Math.max(0, ...others)
  return most >= LEAST_NAMES && most > (first ?? 0) ? others.indexOf(most) + 1 : 0
}

/** `Company` above `Name`: what is called alike in every group of columns is named with its group, which is written once. */
function named<Row extends ReadRow>(rows: readonly Row[]): Row[] {
  const at = headerRow(rows)
  const [header, ...others] = rows.slice(at)
  const above = rows[at - 1]
  if (header === undefined || above === undefined || above.problem !== null) return rows.slice(at)
  let group = ''
  const cells = header.cells.map((cell, column) => {
    group = above.cells[column]?.trim() || group
    return OF_GROUP.test(cell) && isName(`${group} ${cell}`) ? `${group} ${cell}` : cell
  })
  return [{ ...header, cells }, ...others]
}
const OF_GROUP = /^\s*(?:name|nom|nome|naam|nombre|namn|navn)\s*$/i

/** The rows of a table from its header on. */
export async function* rowsFromHeader<Row extends ReadRow>(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  const head: Row[] = []
  let isBegun = false
  for await (const row of rows) {
    if (isBegun) {
      yield row
      continue
    }
    head.push(row)
    if (head.length <= MAX_ROWS_ABOVE) continue
    isBegun = true
    yield* named(head)
  }
  if (!isBegun) yield* named(head)
}
