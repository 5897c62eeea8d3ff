import type { Command } from 'commander'
import { followCrawl } from '../core/crawl/follow-crawl.ts'
import type { CrawlFigures } from '../core/crawl/crawl-domain.ts'
import { AppError } from '../errors.ts'
import { isPublicSuffix, normalizeDomain } from '../lib/addresses/domain-name.ts'
import { publicSuffixSentence } from '../lib/input/field-kinds.ts'
import { quoted } from '../lib/input/input-fields.ts'
import { addressCount, pageCount } from './shared/counted.ts'
import { print, wantsJson } from './shared/output.ts'
import { suffixLines } from './shared/local-suffix.ts'
import { stoppedBySignal } from './shared/stopped-by-signal.ts'
import { withContext } from './shared/with-context.ts'

export function addCrawlCommand(program: Command): void {
  program
    .command('crawl')
    .description('crawl a site now and store the results')
    .argument('<domain>', "the site's domain")
    .action(async (text: string, _: unknown, command: Command) => {
      const domain = normalizeDomain(text)
      if (domain === null) throw new AppError('invalid_domain', `${quoted(text)} is not a valid domain name.`)
      if (isPublicSuffix(domain)) throw new AppError('invalid_domain', publicSuffixSentence(domain))
      const { signal } = stoppedBySignal(new Error('Interrupted. What was found so far is stored.'))
      const showProgress = progressLine(wantsJson(command))
      const sayWaiting = () =>
        wantsJson(command) ||
        process.stderr.write(`Another process is already crawling ${domain}. Waiting for it to finish …\n`)
      const [report, hint] = await withContext(async (context) => {
        const done = await followCrawl(context, domain, signal, showProgress, sayWaiting)
        return [done, suffixLines(context, domain, done.addresses)] as const
      })
      if (process.stderr.isTTY && !wantsJson(command)) process.stderr.write('\n')
      print(command, report, [
        `${domain}: ${report.status}${report.reason === null ? '' : ` (${report.reason})`}, ${pageCount(report.pages)}, ${addressCount(report.addresses)}.`,
        `Next visit ${report.next_crawl_at.slice(0, 10)}. To see the addresses: quarry search ${domain}`,
        ...hint,
      ])
      if (report.status !== 'done') process.exitCode = 1
    })
}

/** One line that is rewritten on a terminal; nothing elsewhere. */
function progressLine(json: boolean): (figures: CrawlFigures) => void {
  const startedAt = performance.now()
  if (json || !process.stderr.isTTY) return () => undefined
  return ({ pages, queued, addresses }) => {
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0)
    process.stderr.write(`\r\x1b[K${pageCount(pages)} read, ${queued} queued, ${addressCount(addresses)}, ${seconds} s`)
  }
}
