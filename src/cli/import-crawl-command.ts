import { domainToASCII } from 'node:url'
import { InvalidArgumentError } from 'commander'
import type { Command } from 'commander'
import { CRAWL_PAGE_KINDS, importCrawl, USUAL_CRAWL_PAGES } from '../core/data/import-crawl.ts'
import type { CrawlImportProgress } from '../core/data/import-crawl.ts'
import { AppError } from '../errors.ts'
import { quoted } from '../lib/input/input-fields.ts'
import { plural } from '../lib/text/plural.ts'
import { positiveInteger } from './shared/arguments.ts'
import { print, table, wantsJson } from './shared/output.ts'
import { stoppedBySignal } from './shared/stopped-by-signal.ts'
import { withContext } from './shared/with-context.ts'

type Kind = (typeof CRAWL_PAGE_KINDS)[number]

interface Options {
  index?: string[]
  prefix?: string
  indexPrefix?: string
  tlds?: string[]
  pages?: readonly Kind[]
  languages?: string[]
  limit?: number
  addressesOnly?: boolean
}

/** `quarry import crawl`, a subcommand of `import`. */
export function addImportCrawlCommand(imports: Command): void {
  imports
    .command('crawl')
    .description('import selected pages of a public crawl, fetching only their bytes; run again to resume')
    .argument(
      '[file...]',
      'paths or http(s) URLs of index files (Parquet or CDXJ), or of lists of them (.txt, .paths, .paths.gz)',
    )
    .option('--index <file...>', 'the same files, as an option')
    .option('--prefix <place>', 'prefix for archive names: a URL such as https://data.example/, or a folder')
    .option('--index-prefix <url>', 'prefix for each line of a list of index files')
    .option('--tlds <list>', 'top-level domains, comma-separated: de,at,ch (default: all)', domains)
    .option(
      '--pages <list>',
      `kinds of pages, comma-separated, from ${CRAWL_PAGE_KINDS.join(', ')} (default: ${USUAL_CRAWL_PAGES.join(', ')})`,
      kinds,
    )
    .option('--languages <list>', 'language codes as in the index, comma-separated: deu,eng (default: all)', names)
    .option('--limit <number>', 'maximum number of pages from all index files together', positiveInteger)
    .option('--addresses-only', 'import addresses only, without people and companies (twice as fast)')
    .action(async (files: string[], options: Options, command: Command) => {
      const { signal } = stoppedBySignal()
      const {
        index = [],
        prefix = '',
        indexPrefix = '',
        tlds = [],
        pages = USUAL_CRAWL_PAGES,
        languages = [],
        limit = null,
        addressesOnly = false,
      } = options
      const indexes = [...files, ...index]
      if (indexes.length === 0)
        throw new AppError('wrong_params', 'Name at least one index file, such as --index part-00000.parquet.')
      const choice = { tlds, pages, languages }
      const onProgress = progressLine(wantsJson(command))
      const wanted = { indexes, indexPrefix, prefix, choice, limit, addressesOnly, signal, onProgress }
      const done = await withContext((context) => importCrawl(context, wanted))
      if (process.stderr.isTTY && !wantsJson(command)) process.stderr.write('\n')
      print(command, done, [
        ...linesOf(done),
        ...(signal.aborted ? ['Interrupted. Run the same command again to resume.'] : []),
      ])
      if (signal.aborted || isUnfinished(done) || isElsewhere(done)) process.exitCode = 1
    })
}

const isUnfinished = ({ indexes, parts }: CrawlImportProgress): boolean =>
  indexes.some(({ status }) => status !== 'done') || (parts?.done ?? 0) < (parts?.parts ?? 0)

/** Not a single record was where the index says. */
const isElsewhere = ({ parts, missing }: CrawlImportProgress): boolean => missing > 0 && (parts?.pages ?? 0) === 0

function linesOf(progress: CrawlImportProgress): string[] {
  const { indexes, parts, requests, bytes, missing } = progress
  const rows = indexes.map(({ source, status, problem, chosen = null, bytes: size = null }) => [
    source,
    problem ?? status,
    chosen === null ? '' : String(chosen),
    size === null ? '' : megabytes(size),
  ])
  return [
    ...table([['INDEX', 'STATE', 'CHOSEN', 'MB'], ...rows]),
    ...(parts === null
      ? []
      : [`${parts.done} of ${parts.parts} parts read: ${parts.pages} pages, ${parts.addresses} addresses.`]),
    ...(parts === null || parts.damaged === 0 ? [] : [`${recordCount(parts.damaged)} damaged.`]),
    ...(parts === null || parts.failed === 0
      ? []
      : [`${parts.failed} parts failed: ${parts.problem ?? ''} Run the same command again.`]),
    ...(missing === 0
      ? []
      : [`${recordCount(missing)} not found in their archives${isElsewhere(progress) ? ': check --prefix' : ''}.`]),
    `Fetched in this run: ${megabytes(bytes)} MB in ${requests} requests.`,
  ]
}

const recordCount = (records: number): string => plural('en', records, 'record was', 'records were')

const megabytes = (bytes: number): string => (bytes / 1_000_000).toFixed(1)

function names(text: string): string[] {
  const found = text.split(',').map((one) => one.trim().toLowerCase().replace(/^\./, ''))
  if (found.some((one) => !/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(one)))
    throw new InvalidArgumentError(`It must be a comma-separated list, not "${quoted(text)}".`)
  return [...new Set(found)]
}

/** In the form that URLs have: `xn--p1ai`. */
const domains = (text: string): string[] =>
  names(
    text
      .split(',')
      .map((one) => domainToASCII(one.trim().replace(/^\./, '')) || one)
      .join(','),
  )

function kinds(text: string): Kind[] {
  const found = names(text)
  const wrong = found.find((one) => !CRAWL_PAGE_KINDS.some((kind) => kind === one))
  if (wrong !== undefined)
    throw new InvalidArgumentError(`"${quoted(wrong)}" is not a kind of page. Use ${CRAWL_PAGE_KINDS.join(', ')}.`)
  return CRAWL_PAGE_KINDS.filter((kind) => found.includes(kind))
}

/** One line that is rewritten on a terminal; nothing elsewhere. */
function progressLine(json: boolean): (progress: CrawlImportProgress) => void {
  if (json || !process.stderr.isTTY) return () => undefined
  const startedAt = performance.now()
  return ({ indexes, parts, bytes }) => {
    const seconds = (performance.now() - startedAt) / 1_000
    const done = indexes.filter(({ status }) => status === 'done').length
    process.stderr.write(
      `\r\x1b[Kindex file ${Math.min(done + 1, indexes.length)} of ${indexes.length}, ${parts?.done ?? 0} of ${parts?.parts ?? 0} parts, ` +
        `${parts?.pages ?? 0} pages, ${parts?.addresses ?? 0} addresses, ${megabytes(bytes)} MB (${megabytes(bytes / seconds)}/s)`,
    )
  }
}
