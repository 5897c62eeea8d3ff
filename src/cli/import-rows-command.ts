import { readFileSync } from 'node:fs'
import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import { importCompanies } from '../core/data/import-companies.ts'
import { importPeople } from '../core/data/import-people.ts'
import type { FileReport, ImportOptions, ReadProgress } from '../core/data/import-rows.ts'
import { AppError } from '../errors.ts'
import { demandFiles } from './shared/given-paths.ts'
import { print, table, wantsJson } from './shared/output.ts'
import { stoppedBySignal } from './shared/stopped-by-signal.ts'
import { withContext } from './shared/with-context.ts'
import { ownValue } from '../lib/text/own-value.ts'

interface Options {
  map?: Record<string, string>
  mapping?: string
  name?: string
  date?: string
  encoding?: string
  priority?: boolean
  dryRun?: boolean
  records?: string
  guess?: boolean
  withoutAddresses?: boolean
  set?: Record<string, string>
}

/** `quarry import companies`, a subcommand of `import`. */
export function addImportCompaniesCommand(imports: Command): void {
  addRowsCommand(
    imports,
    'companies',
    'import companies from CSV, .xlsx, JSON lines or a JSON array (plain, gzip, zip)',
  )
    .option('--priority', "prefer these files' values over those from pages and other files")
    .option(
      '--set <field=value>',
      'the value of a field for companies whose rows tell none, such as country=IN; can be repeated',
      readPair,
    )
    .action((files: string[], options: Options, command: Command) =>
      importAll(command, files, options, (context, wanted) =>
        importCompanies(context, {
          ...wanted,
          priority: options.priority === true,
          ...(options.set !== undefined && { usual: options.set }),
        }),
      ),
    )
}

/** `quarry import people`, a subcommand of `import`. */
export function addImportPeopleCommand(imports: Command): void {
  addRowsCommand(imports, 'people', 'import people with addresses; people who have opted out are skipped')
    .option(
      '--without-addresses',
      'import people without an address as well: they are known, but no address is guessed',
    )
    .option(
      '--set <field=value>',
      'the value of a field for people whose rows tell none, such as website=acme.com for its staff; can be repeated',
      readPair,
    )
    .action((files: string[], options: Options, command: Command) =>
      importAll(command, files, options, (context, wanted) =>
        importPeople(context, {
          ...wanted,
          withoutAddresses: options.withoutAddresses === true,
          ...(options.set !== undefined && { usual: options.set }),
        }),
      ),
    )
}

function addRowsCommand(imports: Command, name: string, description: string): Command {
  return imports
    .command(name)
    .description(`${description}; run again to resume`)
    .argument('<file...>', 'paths or http(s) URLs')
    .option(
      '--map <column=field>',
      'the field for a column whose name is unclear, or field=path for JSON (city=offices[0].city); can be repeated',
      readPair,
    )
    .option('--mapping <file>', 'a JSON file of such mappings: {"column": "field"}')
    .option('--name <name>', 'name of the source, shown with its values (default: the file name)')
    .option('--date <date>', 'the date of the data, YYYY-MM-DD (default: today)', readDate)
    .option('--records <path>', 'path to the records in a JSON document: data.items (default: the longest list)')
    .option('--guess', 'recognise columns with unclear names by their values')
    .option('--encoding <label>', 'the text encoding, if it is detected wrongly')
    .option('--dry-run', 'read everything and report, but store nothing')
}

function readPair(text: string, pairs: Record<string, string> = {}): Record<string, string> {
  const at = text.lastIndexOf('=')
  if (at < 1 || at === text.length - 1) throw new InvalidArgumentError('It must have the form column=field.')
  return { ...pairs, [text.slice(0, at)]: text.slice(at + 1) }
}

function readDate(text: string): string {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(Date.parse(text)))
    throw new InvalidArgumentError('It must be a date in the form YYYY-MM-DD.')
  return text
}

type ImportOne = (context: Context, wanted: ImportOptions) => Promise<FileReport>

/** Reads files one after the other; the first Ctrl-C stops at the next slice of the current file, the second ends the process. */
async function importAll(command: Command, files: string[], options: Options, importOne: ImportOne): Promise<void> {
  await demandFiles([...files, ...(options.mapping === undefined ? [] : [options.mapping])])
  const { signal } = stoppedBySignal()
  const columns = { ...mappingFile(options.mapping), ...options.map }
  const { name, date, encoding, records, guess = false, dryRun = false } = options
  const reports: FileReport[] = []
  await withContext(async (context) => {
    for (const source of files) {
      if (signal.aborted) return
      const wanted = {
        source,
        columns,
        dryRun,
        guess,
        signal,
        onProgress: progressBar(wantsJson(command)),
        ...(name !== undefined && { name }),
        ...(date !== undefined && { seenOn: date }),
        ...(encoding !== undefined && { encoding }),
        ...(records !== undefined && { records }),
      }
      reports.push(await importOne(context, wanted))
      if (process.stderr.isTTY && !wantsJson(command)) process.stderr.write('\n')
    }
  })
  print(command, { files: reports }, reports.flatMap(reportLines))
  if (signal.aborted) process.exitCode = 1
}

function mappingFile(path: string | undefined): Record<string, string> {
  if (path === undefined) return {}
  const text = readFileSync(path, 'utf8')
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && Object.values(value).every((field) => typeof field === 'string'))
      return value as Record<string, string>
  } catch (cause) {
    throw new AppError('wrong_params', `The mapping file "${path}" is not valid JSON.`, { cause })
  }
  throw new AppError('wrong_params', `The mapping file "${path}" must contain {"column": "field"}.`)
}

function reportLines(report: FileReport): string[] {
  const { name, status, figures, rejectedRows } = report
  const { rows, created, changed, unchanged, waiting, repeated, rejected } = figures
  return [
    `${name}: ${STATES[status]} (${report.format}, ${report.encoding}${report.preset === null ? '' : `, ${report.preset}`})`,
    ...table(Object.entries(report.mapping).map(([field, names]) => [`  ${field}`, names.join(', ')])),
    ...(report.records === undefined ? [] : [`  records at ${report.records}`]),
    ...report.unusedColumns.map(unusedLine),
    ...(report.unused.length > report.unusedColumns.length
      ? [`  … and ${report.unused.length - report.unusedColumns.length} more unused columns`]
      : []),
    `  ${rows} rows: ${created} new, ${changed} changed, ${unchanged} known, ${waiting} waiting for a website, ${repeated} repeated, ${rejected} rejected`,
    ...(status === 'done' && created + changed + waiting === 0 ? ['  Nothing changed.'] : []),
    ...rejectedRows.map(
      ({ line, record, reason }) =>
        `  line ${line}${record === undefined ? '' : `, record ${record}`}: ${ownValue(REASONS, reason) ?? reason}`,
    ),
    ...(rejected > rejectedRows.length ? [`  … and ${rejected - rejectedRows.length} more`] : []),
    ...(status === 'interrupted' ? ['  Run the same command again to resume.'] : []),
  ]
}

/** A column with samples of its values, and a mapping ready to copy if its content can be guessed. */
function unusedLine({ column, samples, field, byValues }: FileReport['unusedColumns'][number]): string {
  const shown = samples.length === 0 ? 'empty' : samples.map((sample) => JSON.stringify(sample)).join(', ')
  if (field === null) return `  not used: ${column} (${shown})`
  return `  not used: ${column} (${shown}); ${byValues ? 'its values look like' : 'its name resembles'} ${field}: --map '${column}=${field}'`
}

const STATES: Record<FileReport['status'], string> = {
  done: 'imported',
  interrupted: 'interrupted',
  dry_run: 'would be imported',
}

const REASONS: Readonly<Record<string, string>> = {
  open_quote: 'a quotation mark is not closed',
  too_long: 'the row is too long',
  cell_count: 'the number of cells differs from the header',
  bad_json: 'it is not valid JSON',
  no_address: 'it has no address',
  no_person: 'it has neither an address nor a whole name',
  no_company: 'it has neither an address nor a company (--set website=… if all are with one)',
  unknown_company: 'no company, or more than one, has this name: give its website',
  no_name: 'it has neither a website nor a name',
  no_country:
    'it has a name but neither a website nor a country, so it could be any company with that name (--set country=… if all are in one)',
  bad_website: 'its website is not a domain name',
}

const BAR_WIDTH = 24

/** One line that is rewritten on a terminal; nothing elsewhere. */
function progressBar(json: boolean): (progress: ReadProgress) => void {
  if (json || !process.stderr.isTTY) return () => undefined
  const startedAt = performance.now()
  let shownAt = 0
  return ({ bytesRead, bytes, rows, indexing }) => {
    const now = performance.now()
    if (now - shownAt < 100 && !indexing) return
    shownAt = now
    const seconds = (now - startedAt) / 1_000
    const share = bytes === 0 ? 1 : Math.min(1, bytesRead / bytes)
    const left = share === 0 ? 0 : (seconds / share) * (1 - share)
    const bar = '█'.repeat(Math.round(share * BAR_WIDTH)).padEnd(BAR_WIDTH, '░')
    const rate = Math.round(rows / seconds).toLocaleString('en')
    const rest = indexing ? 'indexing names and words' : `${Math.ceil(left)} s left`
    process.stderr.write(
      `\r\x1b[K${bar} ${(share * 100).toFixed(0)} %, ${rows.toLocaleString('en')} rows (${rate}/s), ${rest}`,
    )
  }
}
