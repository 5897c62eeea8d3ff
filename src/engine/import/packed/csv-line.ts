/** With any of these unquoted, a cell could look like several, whatever the delimiter is taken for. */
const MAY_DELIMIT = /[",;\t|\r\n]|^\s|\s$/

/** As RFC 4180 says. Wide sheets are mostly empty, which the library that writes our exports looks at cell by cell. */
export function csvLine(cells: readonly string[], width: number): string {
  const quoted = cells.map((cell) => (cell !== '' && MAY_DELIMIT.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
  return `${quoted.join(',')}${','.repeat(Math.max(0, width - cells.length))}\n`
}

/** A record of a text, with its cells by column. */
export interface NumberedRow {
  /** The line of the text in which it begins. */
  number: number
  cells: ReadonlyMap<string, string>
}

/** Records as CSV in UTF-8 with a header. */
export function* numberedLines(rows: readonly NumberedRow[], maxColumns: number): Generator<Buffer> {
  const columns = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))].slice(0, maxColumns)
  yield headerLine(columns)
  const lineAt = rowsInPlace()
  for (const { number, cells } of rows)
    yield Buffer.from(
      lineAt(
        number,
        columns.map((column) => cells.get(column) ?? ''),
      ),
    )
}

export const headerLine = (columns: readonly string[]): Buffer => Buffer.from(`\uFEFF${csvLine(columns, 0)}`)

/**
 * Returns what writes the next row below a header: into the line where its record was, if it can be. One in the first line makes way
 * for the header, and moves those that follow it at once.
 */
export function rowsInPlace(): (number: number, cells: readonly string[]) => string {
  let next = 2
  return (number, cells) => {
    const blank = '\n'.repeat(Math.max(0, number - next))
    next = Math.max(next, number) + 1
    return blank + csvLine(cells, 0)
  }
}
