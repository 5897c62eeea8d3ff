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

/** Records as CSV in UTF-8 with a header, each in the line where it was if it can be: one in the first line makes way for the header. */
export function* numberedLines(rows: readonly NumberedRow[], maxColumns: number): Generator<Buffer> {
  const columns = [...new Set(rows.flatMap(({ cells }) => [...cells.keys()]))].slice(0, maxColumns)
  yield Buffer.from(`\uFEFF${csvLine(columns, 0)}`)
  let next = 2
  for (const { number, cells } of rows) {
    const line = csvLine(
      columns.map((column) => cells.get(column) ?? ''),
      0,
    )
    yield Buffer.from(`${'\n'.repeat(Math.max(0, number - next))}${line}`)
    next = Math.max(next, number) + 1
  }
}
