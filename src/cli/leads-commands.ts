import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import type { Call } from '../context.ts'
import type { Answer } from '../core/capability/capability.ts'
import { GetExportFile } from '../core/data/leads-exports.ts'
import { StartExport } from '../core/data/export-leads.ts'
import { LEADS_FILTER_ALIASES } from '../core/leads/leads-filter.ts'
import { GetImport, GetImportErrors } from '../core/data/leads-imports.ts'
import { StartImport } from '../core/data/import-leads.ts'
import type { ImportRecord } from '../core/data/leads-imports.ts'
import { mergeImports } from '../core/data/merge-imports.ts'
import { perform } from '../core/capability/perform.ts'
import { rowsOfFile, rowsOfPipe } from '../core/verify/sent-rows.ts'
import { AppError } from '../errors.ts'
import { parseBracketForm } from '../lib/input/bracket-form.ts'
import { quoted } from '../lib/input/input-fields.ts'
import { Upload } from '../lib/input/upload.ts'
import { asOperator } from './shared/as-operator.ts'
import { demandFiles } from './shared/given-paths.ts'
import { print, refuseOnTerminal, table, wantsJson, writeOut } from './shared/output.ts'
import { stoppedBySignal } from './shared/stopped-by-signal.ts'

interface ImportFlags {
  map?: Record<string, string>
  dryRun?: boolean
  skip?: boolean
  list?: string
}

interface ExportFlags {
  format?: string
  list?: string
  filter?: string[]
}

/** `quarry import leads` and `quarry export leads`; other commands share these groups. */
export function addLeadsCommands(program: Command): void {
  addImportLeads(groupOf(program, 'import', 'import files'))
  addExportLeads(groupOf(program, 'export', 'export the index or leads'))
}

const groupOf = (program: Command, name: string, description: string): Command =>
  program.commands.find((command) => command.name() === name) ?? program.command(name).description(description)

function addImportLeads(group: Command): void {
  group
    .command('leads')
    .description(
      'import leads from a CSV file in any encoding, a workbook (.xlsx, or tables called .xls), an address book (vCard, LDIF) or a list in JSON, YAML or Markdown',
    )
    .argument('<file>', 'a file with a header row, or - for standard input')
    .option('--map <column=field>', 'fill a field from this column; can be repeated', mapped)
    .option('--list <name>', 'the list to add them to, created if needed (default: the newest list)')
    .option('--skip', 'leave existing leads unchanged')
    .option('--dry-run', 'only report what would happen')
    .action(async (file: string, flags: ImportFlags, command: Command) => {
      const isPiped = file === '-'
      await demandFiles(isPiped ? [] : [file])
      await asOperator(async (call) => {
        const bytes = Readable.from(isPiped ? rowsOfPipe(process.stdin) : rowsOfFile(file), { objectMode: false })
        const uploading = stoppedBySignal(new Error('Interrupted. Nothing was imported.'))
        uploading.signal.addEventListener('abort', () => bytes.destroy(uploading.signal.reason as Error))
        const input = {
          csv: new Upload(whole(bytes, uploading.signal), file),
          name: isPiped ? 'standard input' : basename(file),
          mapping: flags.map ?? {},
          on_existing: flags.skip === true ? 'skip' : 'update',
          dry_run: flags.dryRun === true,
          leads_list_name: flags.list,
        }
        const { data: started } = await perform(StartImport, call, input)
        uploading.end()
        const done = await followImport(call, started.id)
        const errors = await perform(GetImportErrors, call, { id: done.id, limit: SHOWN_ERRORS })
        print(command, { ...done, errors: errors.data.errors }, summary(done, errors.data.errors))
      })
    })
}

function addExportLeads(group: Command): void {
  group
    .command('leads')
    .description('write leads to standard output')
    .option('--format <format>', 'csv, xlsx or jsonl (default: csv, with --json jsonl)')
    .option('--list <id>', 'only leads in this list')
    .option(
      '--filter <name=value>',
      'only leads that match this filter, as in GET /v2/leads; can be repeated',
      anotherOne,
    )
    .action(async ({ list, filter, ...flags }: ExportFlags, command: Command) => {
      const format = flags.format ?? (wantsJson(command) ? 'jsonl' : 'csv')
      refuseOnTerminal(format)
      const filters = readFilters(filter ?? [])
      await asOperator(async (call) => {
        const { data } = await perform(StartExport, call, { leads_list_id: list, ...filters, format })
        const { file }: Answer = await perform(GetExportFile, call, { id: data.id })
        for await (const chunk of file?.chunks ?? []) await writeOut(chunk)
      })
    })
}

const SHOWN_ERRORS = 1_000
const POLL_MS = 200

/** A stream that was stopped may look as if it had ended, and half a file is not to be imported. */
async function* whole(bytes: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  yield* bytes
  signal.throwIfAborted()
}

/** Merges alongside other processes until this import has ended. */
async function followImport(call: Call, id: number): Promise<ImportRecord> {
  const ended = new AbortController()
  const working = mergeImports(call, ended.signal)
  const { signal } = stoppedBySignal(
    new Error('Interrupted. The import goes on as soon as a server or worker is running.'),
  )
  for (;;) {
    if (signal.aborted) {
      ended.abort()
      await working
      throw signal.reason
    }
    const { data } = await perform(GetImport, call, { id })
    if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${data.done} of ${data.total} rows`)
    if (data.finished_at !== null) {
      if (process.stderr.isTTY) process.stderr.write('\n')
      ended.abort()
      await working
      return data
    }
    await sleep(POLL_MS)
  }
}

function summary(
  done: ImportRecord,
  errors: readonly { line: number; column: string | null; reason: string }[],
): string[] {
  const { created, updated, unchanged, skipped, failed, total, status, dry_run: dryRun, left_out: leftOut = [] } = done
  const counts = `${created} new, ${updated} changed, ${unchanged} unchanged, ${skipped} skipped, ${failed} rejected`
  const first = `${dryRun ? 'Dry run, nothing was written' : `Import ${status}`}: ${counts}, of ${total} rows.`
  const unused = leftOut.map((column) => JSON.stringify(column)).join(', ')
  const columns = unused === '' ? [] : [`No field is filled from ${unused}: use --map Column=field.`]
  return [first, ...columns, ...table(errors.map(({ line, column, reason }) => [`line ${line}`, column ?? '', reason]))]
}

function mapped(text: string, earlier: Record<string, string> = {}): Record<string, string> {
  const at = text.lastIndexOf('=')
  if (at < 1) throw new InvalidArgumentError('It must look like Column=field.')
  return { ...earlier, [text.slice(0, at)]: text.slice(at + 1) }
}

const anotherOne = (text: string, earlier: readonly string[] = []): string[] => [...earlier, text]

/** As in a query: `company=Birch`, `sending_status[]=sent`, `custom_attributes[shoe]=41`. */
function readFilters(filters: readonly string[]): Record<string, unknown> {
  const pairs = filters.map((text): [string, string] => {
    const at = text.indexOf('=')
    if (at < 1) throw new AppError('wrong_params', 'A filter must look like name=value.')
    return [text.slice(0, at), text.slice(at + 1)]
  })
  const read = parseBracketForm(new URLSearchParams(pairs).toString())
  const unknown = Object.keys(read).find(
    (name) => !(Object.hasOwn(StartExport.input.shape, name) || Object.hasOwn(LEADS_FILTER_ALIASES, name)),
  )
  if (unknown !== undefined) throw new AppError('wrong_params', `There is no filter named ${quoted(unknown)}.`)
  return read
}
