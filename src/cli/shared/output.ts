import { once } from 'node:events'
import type { Command } from 'commander'
import { AppError } from '../../errors.ts'
import { failureText, fileProblem } from '../../lib/process/file-problem.ts'
import { terminalText, terminalWidth } from '../../lib/text/terminal-text.ts'

/** Whether `--json` was given, at any level. */
export const wantsJson = (command: Command): boolean => command.optsWithGlobals<{ json?: boolean }>().json === true

/** Prints a result: as JSON, or as lines for people. */
export function print(command: Command, value: unknown, lines: readonly string[]): void {
  const isExact = wantsJson(command) && !process.stdout.isTTY
  const text = wantsJson(command) ? JSON.stringify(value, null, 2) : lines.join('\n')
  console.log(isExact ? text : terminalText(text))
}

/** What would begin a new row, or a column: names are written by callers. */
const BREAKS = /[\t\r\n\v\f\u0085\u2028\u2029]+/g

/** Columns padded to their widest cell; each row is one line. */
export function table(given: readonly (readonly string[])[]): string[] {
  const rows = given.map((row) => row.map((cell) => cell.replace(BREAKS, ' ')))
  const widths: number[] = []
  for (const row of rows)
    row.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, terminalWidth(cell))))
  return rows.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - terminalWidth(cell)))
      .join('  ')
      .trimEnd(),
  )
}

/** The exit code of a program ended by SIGPIPE. */
const NOBODY_READS = 141

/** Standard output accepts no more, as `outputFailed` has recorded. */
class OutputEnded extends Error {}

/** Writes to standard output as fast as it is read. @throws OutputEnded, which `fail` does not print */
export async function writeOut(bytes: string | Uint8Array): Promise<void> {
  if (process.exitCode === NOBODY_READS) throw new OutputEnded()
  const isShown = process.stdout.isTTY && typeof bytes === 'string'
  if (process.stdout.write(isShown ? terminalText(bytes) : bytes)) return
  await once(process.stdout, 'drain').catch(() => {
    throw new OutputEnded()
  })
}

/** A reader such as `head` may have enough: that is not an error, and the command still cleans up. */
export function outputFailed(error: NodeJS.ErrnoException): void {
  const problem = fileProblem(error)
  if (error.code === 'EPIPE') process.exitCode = NOBODY_READS
  else fail(problem === null ? error : new Error(`The output ${problem}`))
}

/** @throws AppError for a binary format that would go to a terminal. */
export function refuseOnTerminal(format: string): void {
  if (process.stdout.isTTY && BINARY.has(format))
    throw new AppError('wrong_params', `${format} is a binary format. Redirect it to a file: … > export.${format}`)
}

const BINARY: ReadonlySet<string> = new Set(['parquet', 'xlsx'])

/** Prints one sentence on standard error and sets exit code 1. */
export function fail(error: unknown): void {
  if (error instanceof OutputEnded) return
  const sentence = error instanceof AppError ? error.errors.map((item) => item.details).join(' ') : failureText(error)
  process.stderr.write(`quarry: ${terminalText(sentence)}\n`)
  process.exitCode = 1
}
