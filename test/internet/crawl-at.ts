import {
  type CrawlBudget,
  type CrawlEvent,
  type CrawlSummary,
  DEFAULT_BUDGET,
} from '../../src/engine/crawl/crawl-event.ts'
import { type CrawlNeeds } from '../../src/engine/crawl/crawl-needs.ts'
import { crawlSite } from '../../src/engine/crawl/crawler.ts'
import { readAnswer } from '../../src/engine/crawl/read-answer.ts'
import type { PageFacts, PageInput } from '../../src/engine/extract/page/page-facts.ts'
import { scanPage } from '../../src/engine/extract/page-scan.ts'
import { systemClock } from '../../src/lib/process/clock.ts'
import { createDnsClient } from '../../src/net/dns-client.ts'
import { createHttpClient } from '../../src/net/http/http-client.ts'
import type { HttpClient } from '../../src/net/http/http-exchange.ts'
import type { Internet } from './internet.ts'

/** Crawls on the small internet, with real clients and the real scanner. */

export const TEST_USER_AGENT = 'QuarryBot/1.0 (+https://quarry.example/crawler)'

const SUFFIXES = new Set(['test'])

/** The scanner's facts; people do not concern the crawler. */
const scanOnly = (page: PageInput): PageFacts => ({
  scan: scanPage(page, { localSuffixes: SUFFIXES }),
  people: [],
  phones: [],
  organization: null,
})

export function httpClientFor(internet: Internet): HttpClient {
  return createHttpClient({
    userAgent: TEST_USER_AGENT,
    dns: createDnsClient({ servers: [internet.dnsServer], timeoutMs: 10_000 }),
    allowedNetworks: ['127.0.0.1/32'],
    httpPort: internet.httpPort,
    httpsPort: internet.httpsPort,
    ...(internet.certificate === null ? {} : { certificates: [internet.certificate] }),
  })
}

export interface CrawlRun {
  events: CrawlEvent[]
  summary: CrawlSummary
}

/** Runs one crawl to its end. */
export async function crawlAt(
  internet: Internet,
  domain: string,
  options: { budget?: Partial<CrawlBudget>; needs?: Partial<CrawlNeeds> } = {},
): Promise<CrawlRun> {
  const http = httpClientFor(internet)
  const needs: CrawlNeeds = {
    http,
    clock: systemClock,
    read: (response, needs) => Promise.resolve(readAnswer(response, needs, scanOnly)),
    known: () => Promise.resolve(null),
    delayMs: 0,
    userAgent: TEST_USER_AGENT,
    signal: new AbortController().signal,
    ...options.needs,
  }
  const crawl = crawlSite(needs, domain, { ...DEFAULT_BUDGET, seconds: 120, ...options.budget })
  const events: CrawlEvent[] = []
  for (;;) {
    const step = await crawl.next()
    if (step.done === true) {
      await http.close()
      return { events, summary: step.value }
    }
    events.push(step.value)
  }
}

export const urlsOf = (run: CrawlRun, kind: CrawlEvent['kind']): string[] =>
  run.events.filter((event) => event.kind === kind).map(({ url }) => url)

export const addressesOf = (run: CrawlRun): Set<string> =>
  new Set(
    run.events.flatMap((event) => (event.kind === 'page' ? event.facts.scan.addresses.map(({ value }) => value) : [])),
  )

/** Returns the paths requested from a host, in order. */
export const pathsAt = (internet: Internet, host: string): string[] =>
  internet.requests.filter((request) => request.host === host).map(({ path }) => path)
