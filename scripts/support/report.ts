/**
 * What every `eval:*` and `bench:*` command ends with: a table for people, then one line of JSON with the figures and
 * their bars. The process exits with 1 if a bar is missed.
 */

export interface Bar {
  /** The name of the figure it applies to. */
  figure: string
  min?: number
  max?: number
}

export interface Report {
  title: string
  /** Printed unchanged, one line each; the first row contains the headings. */
  rows: readonly (readonly (string | number)[])[]
  figures: Record<string, number>
  bars: readonly Bar[]
}

/** Prints the report and sets the exit code. */
export function report({ title, rows, figures, bars }: Report): void {
  console.log(`\n${title}\n`)
  console.log(renderTable(rows))
  const missed = bars.filter((bar) => !holds(bar, figures[bar.figure]))
  for (const bar of missed) console.log(`MISSED: ${bar.figure} is ${figures[bar.figure]}, wanted ${wanted(bar)}`)
  console.log(JSON.stringify({ figures, bars, missed: missed.map((bar) => bar.figure) }))
  if (missed.length > 0) process.exitCode = 1
}

/** Pads columns to their widest cell; numbers are aligned right. */
export function renderTable(rows: Report['rows']): string {
  const widths: number[] = []
  for (const row of rows) row.forEach((cell, i) => (widths[i] = Math.max(widths[i] ?? 0, String(cell).length)))
  return rows
    .map((row) =>
      row
        .map((cell, i) => pad(cell, widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

const pad = (cell: string | number, width: number): string =>
  typeof cell === 'number' ? String(cell).padStart(width) : cell.padEnd(width)

const holds = (bar: Bar, value: number | undefined): boolean =>
  value !== undefined && !Number.isNaN(value) && value >= (bar.min ?? -Infinity) && value <= (bar.max ?? Infinity)

const wanted = (bar: Bar): string =>
  [bar.min === undefined ? '' : `at least ${bar.min}`, bar.max === undefined ? '' : `at most ${bar.max}`]
    .filter(Boolean)
    .join(', ')
