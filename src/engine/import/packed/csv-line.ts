/** With any of these unquoted, a cell could look like several, whatever the delimiter is taken for. */
const MAY_DELIMIT = /[",;\t|\r\n]|^\s|\s$/

/** As RFC 4180 says. Wide sheets are mostly empty, which the library that writes our exports looks at cell by cell. */
export function csvLine(cells: readonly string[], width: number): string {
  const quoted = cells.map((cell) => (cell !== '' && MAY_DELIMIT.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
  return `${quoted.join(',')}${','.repeat(Math.max(0, width - cells.length))}\n`
}
