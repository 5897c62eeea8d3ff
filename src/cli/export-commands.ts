import { once } from 'node:events'
import type { WriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { Option } from 'commander'
import type { Command } from 'commander'
import { exportFilter, exportIndex, exportPerson } from '../core/data/export-index.ts'
import type { ExportFormat } from '../core/data/export-index.ts'
import { refuseOnTerminal, writeOut } from './shared/output.ts'
import { stoppedBySignal } from './shared/stopped-by-signal.ts'
import { withContext } from './shared/with-context.ts'

interface Options {
  format: ExportFormat
  domain?: string
  country?: string
  output?: string
}

/** `quarry export …`: the index as files, and what is known about one person. */
export function addExportCommands(program: Command): void {
  const exports =
    program.commands.find((command) => command.name() === 'export') ??
    program.command('export').description('export the index or leads')
  for (const kind of ['companies', 'people', 'addresses'] as const) {
    exports
      .command(kind)
      .description(`export the index's ${kind}`)
      .addOption(new Option('--format <format>', 'output format').choices(['jsonl', 'csv', 'parquet']).default('jsonl'))
      .option('--domain <domain>', 'only this domain')
      .option('--country <code>', 'only companies in this country (two-letter code)')
      .option('--output <file>', 'the file to write (default: standard output)')
      .action((options: Options) => writeExport(kind, options))
  }
  exports
    .command('person')
    .description("export everything stored about an address's owner as JSON (to delete it: optouts add)")
    .argument('<email>')
    .action(async (email: string) => {
      const found = await withContext((context) => exportPerson(context, email))
      await writeOut(`${JSON.stringify(found, null, 2)}\n`)
    })
}

async function writeExport(kind: 'companies' | 'people' | 'addresses', options: Options): Promise<void> {
  if (options.output === undefined) refuseOnTerminal(options.format)
  const { signal } = stoppedBySignal()
  const { format, output } = options
  const filter = exportFilter(options)
  await using handle = output === undefined ? null : await open(output, 'a')
  const rows = await withContext(async (context) => {
    const file = handle === null || output === undefined ? null : await emptied(handle, output)
    const write = file === null ? writeOut : writeInto(file)
    const count = await exportIndex(context, { kind, format, ...filter, signal, write })
    if (file !== null) await finished(file.end())
    return count
  })
  if (output !== undefined || process.stderr.isTTY) process.stderr.write(`${rows} rows\n`)
  if (signal.aborted) process.exitCode = 1
}

/** Empties the file only now that the database has answered. Later errors name the file too. */
async function emptied(handle: FileHandle, path: string): Promise<WriteStream> {
  if ((await handle.stat()).isFile()) await handle.truncate()
  return handle.createWriteStream().on('error', (error) => void Object.assign(error, { path }))
}

const writeInto = (file: WriteStream) => async (bytes: string | Uint8Array) => {
  if (file.errored !== null) throw file.errored
  if (!file.write(bytes)) await once(file, 'drain')
}
