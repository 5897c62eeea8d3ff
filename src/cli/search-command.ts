import type { Command } from 'commander'
import { DomainSearch } from '../core/domain-search.ts'
import type { DomainSearchOutput, EmailEntry } from '../core/domain-search-output.ts'
import { operatorCall } from '../core/operator-call.ts'
import { perform } from '../core/perform.ts'
import { positiveInteger } from './arguments.ts'
import { print, table, wantsJson } from './output.ts'
import { withContext } from './with-context.ts'

const DEFAULT_LIMIT = 25
const WAIT_MS = 120_000

export function addSearchCommand(program: Command): void {
  program
    .command('search')
    .description('list the addresses known for a domain; one never seen is crawled by the running server first')
    .argument('<domain>', 'domain of the company')
    .option('--limit <n>', 'addresses to show', positiveInteger, DEFAULT_LIMIT)
    .option('--type <type>', 'personal or generic')
    .option('--department <list>', 'departments, comma-separated')
    .option('--seniority <list>', 'junior, senior, executive, comma-separated')
    .option('--wait <seconds>', 'how long to wait for a first crawl', positiveInteger, WAIT_MS / 1_000)
    .action(async (domain: string, options: Record<string, unknown> & { wait: number }, command: Command) => {
      const found = await withContext(async (context) => {
        const progress = wantsJson(command) ? null : ({ message }: { message: string }) => showProgress(message)
        const waiting = { signal: new AbortController().signal, crawlWaitMs: options.wait * 1_000, progress }
        return perform(DomainSearch, await operatorCall(context, waiting), { domain, ...options })
      })
      showProgress('')
      print(command, { data: found.data, meta: found.meta }, describe(found))
    })
}

function showProgress(message: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${message}`)
}

function describe({ data, meta }: DomainSearchOutput): string[] {
  const head = `${data.organization ?? data.domain}: ${meta.results} addresses${data.pattern === null ? '' : `, pattern ${data.pattern}`}`
  const crawl = meta.crawl === undefined ? [] : [`Crawl ${meta.crawl.status}: ${meta.crawl.pages} pages read.`]
  const rows = data.emails.map(row)
  return [head, ...crawl, '', ...table([['ADDRESS', 'CONFIDENCE', 'NAME', 'POSITION', 'SOURCE'], ...rows])]
}

const row = ({ value, confidence, first_name, last_name, position, sources }: EmailEntry): string[] => [
  value,
  String(confidence),
  [first_name, last_name].filter(Boolean).join(' '),
  position ?? '',
  sources[0]?.uri ?? '',
]
