import { rowsFromHeader } from './header-row.ts'

interface ReadRow {
  line: number
  cells: string[]
  problem: string | null
}

/**
 * The rows of a table of people from its header on. A list of nothing but addresses, one in each cell of its first row, has no
 * header and gets one.
 */
export async function* peopleRows<Row extends ReadRow>(rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  let isFirst = true
  for await (const row of rowsFromHeader(rows)) {
    const isList = (cells: readonly string[]): boolean => cells.length > 0 && cells.every((cell) => /\S@\S/.test(cell))
    if (isFirst && isList(row.cells.filter((cell) => cell.trim() !== '')))
      yield { ...row, line: 0, cells: row.cells.map((_, at) => (at === 0 ? 'Email' : `Email ${at + 1}`)) }
    isFirst = false
    yield row
  }
}
