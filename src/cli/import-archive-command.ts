import type { Command } from 'commander'
import { importArchives } from '../core/data/import-archives.ts'
import type { ArchivesProgress } from '../core/data/import-archives.ts'
import { print, table, wantsJson } from './shared/output.ts'
import { stoppedBySignal } from './shared/stopped-by-signal.ts'
import { withContext } from './shared/with-context.ts'

interface Options {
  prefix: string
  addressesOnly?: boolean
}

/** `quarry import warc`, a subcommand of `import`. */
export function addImportArchiveCommand(imports: Command): void {
  imports
    .command('warc')
    .description('import web archives (WARC, WET, WAT, ARC; gzipped or plain); run again to resume')
    .argument('<file...>', 'paths or http(s) URLs of archives, or of lists of archives (.txt, .paths, .paths.gz)')
    .option('--prefix <url>', 'prefix for each line of a list, such as https://data.example/', '')
    .option('--addresses-only', 'import addresses only, without people and companies (twice as fast)')
    .action(async (sources: string[], options: Options, command: Command) => {
      const { signal } = stoppedBySignal()
      const { prefix, addressesOnly = false } = options
      const onProgress = progressLine(wantsJson(command))
      const { files } = await withContext((context) =>
        importArchives(context, { sources, prefix, addressesOnly, signal, onProgress }),
      )
      if (process.stderr.isTTY && !wantsJson(command)) process.stderr.write('\n')
      const rows = files.map(({ source, status, problem, figures }) => [
        source,
        problem ?? status,
        String(figures.records ?? 0),
        String(figures.pages ?? 0),
        String(figures.addresses ?? 0),
        notesOn(figures),
      ])
      print(command, { files }, [
        ...table([['FILE', 'STATE', 'RECORDS', 'PAGES', 'ADDRESSES', 'NOTES'], ...rows]),
        ...files
          .flatMap(({ figures }) => figures.named ?? [])
          .map((name) => `Skipped because its date is impossible: ${name}`),
        ...(files.some(isIncomplete) ? [ENDS_EARLY] : []),
        ...(!signal.aborted && files.some(({ status }) => status === 'queued') ? [ELSEWHERE] : []),
        ...(signal.aborted ? ['Interrupted. Run the same command again to resume.'] : []),
      ])
      if (files.some((file) => file.status === 'failed' || isIncomplete(file)) || signal.aborted) process.exitCode = 1
    })
}

const isIncomplete = ({ status }: { status: string }): boolean => status === 'incomplete'
const ELSEWHERE = 'Queued: another process is reading the file.'
const ENDS_EARLY =
  'Incomplete: the file ends in the middle of a record. Download the complete file and run the command again.'

function notesOn(totals: Partial<ArchivesProgress['totals']>): string {
  const { damaged = 0, oversized = 0, garbage = 0, misdated = 0, truncated = false } = totals
  return [
    ...(misdated > 0 ? [`${misdated} with an impossible date`] : []),
    ...(damaged > 0 ? [`${damaged} damaged`] : []),
    ...(oversized > 0 ? [`${oversized} too large`] : []),
    ...(garbage > 0 ? [`${garbage} unreadable stretches`] : []),
    ...(truncated ? ['ends early'] : []),
  ].join(', ')
}

/** One line that is rewritten on a terminal; nothing elsewhere. */
function progressLine(json: boolean): (progress: ArchivesProgress) => void {
  const startedAt = performance.now()
  if (json || !process.stderr.isTTY) return () => undefined
  let before = 0
  let pagesBefore = 0
  let pages = 0
  return ({ files, filesDone, totals }) => {
    // Totals restart with each file.
    if (totals.pages < before) pagesBefore = pages
    before = totals.pages
    pages = pagesBefore + totals.pages
    const seconds = (performance.now() - startedAt) / 1_000
    const megabytes = (totals.offset / 1_048_576).toFixed(0)
    process.stderr.write(
      `\r\x1b[Kfile ${filesDone + 1} of ${files}, ${megabytes} MB read, ${pages} pages (${(pages / seconds).toFixed(0)}/s), ${totals.addresses} addresses`,
    )
  }
}
