import type { Command } from 'commander'
import { AppError } from '../errors.ts'

/** Whether `--json` was given, at whatever level. */
export const wantsJson = (command: Command): boolean => command.optsWithGlobals<{ json?: boolean }>().json === true

/** Prints a result: as JSON, or as the lines that people read. */
export function print(command: Command, value: unknown, lines: readonly string[]): void {
  console.log(wantsJson(command) ? JSON.stringify(value, null, 2) : lines.join('\n'))
}

/** Columns padded to their widest cell. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = []
  for (const row of rows) row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, cell.length)))
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** One sentence on standard error and exit code 1. */
export function fail(error: unknown): void {
  const sentence = error instanceof AppError ? error.errors.map((item) => item.details).join(' ') : messageOf(error)
  process.stderr.write(`quarry: ${sentence}\n`)
  process.exitCode = 1
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
