import { Option } from 'commander'
import type { Command } from 'commander'
import type { Context } from '../context.ts'
import type { CrawlFigures } from '../core/crawl/crawl-domain.ts'
import { DomainSearch } from '../core/search/domain-search.ts'
import type { DomainSearchOutput, EmailEntry } from '../core/search/domain-search-output.ts'
import { followCrawl } from '../core/crawl/follow-crawl.ts'
import { perform } from '../core/capability/perform.ts'
import { positiveInteger, someOf } from './shared/arguments.ts'
import { addressCount, pageCount } from './shared/counted.ts'
import { print, table, wantsJson } from './shared/output.ts'
import { suffixLines } from './shared/local-suffix.ts'
import { operatorCall } from './shared/as-operator.ts'
import { stoppedBySignal } from './shared/stopped-by-signal.ts'
import { withContext } from './shared/with-context.ts'
import { timeLimit } from '../lib/process/with-deadline.ts'
import { DEPARTMENTS, SENIORITIES } from '../lib/text/vocabulary.ts'

interface Options extends Record<string, unknown> {
  wait: number
}

const DEFAULT_LIMIT = 25
const WAIT_SECONDS = 120

export function addSearchCommand(program: Command): void {
  program
    .command('search')
    .description("list a domain's known addresses; a new domain's site is crawled first")
    .argument('<domain>', "the company's domain")
    .option('--limit <n>', 'number of addresses to show', positiveInteger, DEFAULT_LIMIT)
    .addOption(new Option('--type <type>', 'which addresses').choices(['personal', 'generic']))
    .option('--department <list>', 'departments, comma-separated', someOf(DEPARTMENTS))
    .option('--seniority <list>', 'junior, senior, executive, comma-separated', someOf(SENIORITIES))
    .option('--wait <seconds>', 'how long to wait for the first crawl', positiveInteger, WAIT_SECONDS)
    .action(async (domain: string, options: Options, command: Command) => {
      const { signal } = stoppedBySignal(new Error('Interrupted. What was found so far is stored.'))
      const [found, hint] = await withContext(async (context) => {
        await context.queue.start()
        const firstCrawl = firstVisit(context, signal, options.wait, wantsJson(command))
        const call = await operatorCall(context, { signal, firstCrawl })
        const answer = await perform(DomainSearch, call, { domain, ...options })
        return [answer, suffixLines(context, answer.data.domain ?? domain, answer.meta.results)] as const
      }).catch((error: unknown) => {
        throw signal.aborted ? signal.reason : error // its statements then say that a caller hung up
      })
      print(command, { data: found.data, meta: found.meta }, [...describe(found), ...hint])
    })
}

/**
 * Visits the site in this process, or follows the process that is visiting it, for at most `seconds`; reports on standard error
 * what it waits for.
 */
function firstVisit(context: Context, interrupted: AbortSignal, seconds: number, quiet: boolean) {
  return async (domain: string): Promise<void> => {
    using limit = timeLimit(seconds * 1_000, interrupted)
    const say = (text: string) => quiet || process.stderr.write(text)
    const showFigures = ({ pages, addresses }: CrawlFigures) =>
      process.stderr.isTTY && say(`\r\x1b[K${pageCount(pages)} read, ${addressCount(addresses)}`)
    say(`${domain} has not been crawled yet. Waiting up to ${seconds} seconds for the first crawl …\n`)
    try {
      // The visit outlives the question: what it found, and that it was interrupted, is still stored.
      await context.database.pool.apart(() => followCrawl(context, domain, limit.signal, showFigures))
    } catch (error) {
      if (interrupted.aborted || !limit.isOver()) throw error
    } finally {
      if (process.stderr.isTTY) say('\r\x1b[K')
    }
  }
}

function describe({ data, meta }: DomainSearchOutput): string[] {
  const head = `${data.organization ?? data.domain}: ${addressCount(meta.results)}${data.pattern === null ? '' : `, pattern ${data.pattern}`}`
  const rows = data.emails.map(row)
  const listed =
    rows.length === 0 ? [] : ['', ...table([['ADDRESS', 'CONFIDENCE', 'NAME', 'POSITION', 'SOURCE'], ...rows])]
  return [head, ...visitLines(meta.crawl, data.domain ?? ''), ...listed]
}

/** The outcome of the visit whose results are shown; nothing if it went well and is long over. */
function visitLines(crawl: DomainSearchOutput['meta']['crawl'], domain: string): string[] {
  if (crawl === undefined) return []
  const { status, reason, pages } = crawl
  if (status === 'done') return [`Crawled: ${pageCount(pages)} read.`]
  if (status === 'blocked' || status === 'failed')
    return [
      `The crawl ${status === 'failed' ? 'failed' : 'was blocked'} (${reason ?? 'unknown reason'}), ${pageCount(pages)} read. To try again: quarry crawl ${domain}`,
    ]
  return [`The crawl is still running (${pageCount(pages)} read). To see more: quarry search ${domain}`]
}

const row = ({ value, confidence, first_name, last_name, position, sources }: EmailEntry): string[] => [
  value,
  String(confidence),
  [first_name, last_name].filter(Boolean).join(' '),
  position ?? '',
  sources[0]?.uri ?? '',
]
