import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { heavySites } from '../../test/internet/sites/heavy-pages.ts'
import { openBenchHouse } from '../support/bench-house.ts'
import type { BenchHouse } from '../support/bench-house.ts'
import type { ServerProcess } from '../support/bench-process.ts'
import { peakMemoryMb, resetPeakMemory } from '../support/process-memory.ts'
import { askProbe, PROBE } from '../hostile/hostile-house.ts'
import { startCrawlTown } from './crawl-town.ts'
import type { CrawlTown } from './crawl-town.ts'
import { report } from '../support/report.ts'

/**
 * What visits cost and whom they delay, on loopback, without a pause between two requests to a host: `npm run
 * bench:crawl -- [HOSTS]` (20,000). It measures memory while that many hosts are visited, one in twenty of which
 * answers with half a megabyte of error page; good sites queued after a hundred that never answer; one account that
 * floods the queue while another asks; and pages that take long to read.
 */

const HOSTS = Number(process.argv[2] ?? 20_000)
const SLOW = 100
const GOOD = 10
const FLOOD = 150
/** How many requests run at a time. */
const AT_ONCE = 8
/** How often a request is repeated before a refusal ends the benchmark. */
const MAX_TIMES = 5
/** How long a caller waits for a site that never answers. */
const PATIENCE_MS = 300

interface Account {
  origin: string
  key: string
}

await using house = await openBenchHouse()
await using town = await startCrawlTown(heavySites())
await main()

async function main(): Promise<void> {
  const environment = {
    ...town.environment,
    QUARRY_CRAWL: 'on',
    QUARRY_CRAWL_WAIT_MS: '20000',
    QUARRY_CRAWL_MAX_PAGES: '3',
    QUARRY_CRAWL_MAX_UNFINISHED: String(SLOW + GOOD + FLOOD),
    QUARRY_LOCAL_SUFFIXES: 'test',
  }
  const quarry = await house.startQuarry(environment, PROBE)
  const account = { origin: quarry.origin, key: quarry.key }
  const grownMb = await memoryOf(account, quarry.pid)
  const goodMs = await behindSlowSites(account)
  const other = await otherAccount(house, account)
  const otherMs = await besideFlood(account, other)
  const { busyMs, waitMs } = await besideHeavyPages(other, quarry)
  const asked = town.hosts()
  report({
    title: `${asked.toLocaleString('en')} hosts visited`,
    rows: [
      ['figure', 'value', 'wanted'],
      ['peak memory after the first tenth, above the peak during it, MB', grownMb, 'under 50'],
      [`good site next to ${SLOW} slow ones, ms`, goodMs, 'under 2,000'],
      [`first answer of another account in a flood, ms`, otherMs, 'under 2,000'],
      ['longest uninterrupted work of the answering thread with heavy pages, ms', busyMs, 'under 200'],
      ['longest wait for /healthz meanwhile (includes other load on the machine), ms', waitMs, ''],
    ],
    figures: { hosts: asked, grownMb, goodMs, otherMs, busyMs, waitMs },
    bars: [
      { figure: 'hosts', min: HOSTS },
      // With fewer hosts the first tenth is not enough to warm up.
      ...(HOSTS >= 5_000 ? [{ figure: 'grownMb', max: 50 }] : []),
      { figure: 'goodMs', max: 2_000 },
      { figure: 'otherMs', max: 2_000 },
      { figure: 'busyMs', max: 200 },
    ],
  })
}

/**
 * Returns how much the peak memory after the first tenth of all hosts exceeds that during it. Single moments say
 * nothing: between two full collections, tens of megabytes of garbage come and go.
 */
async function memoryOf(account: Account, pid: number): Promise<number> {
  const tenth = Math.ceil(HOSTS / 10)
  await inParallel(tenth, (index) => search(account, `host${index}.test`))
  const first = peakMemoryMb(pid)
  resetPeakMemory(pid)
  await inParallel(HOSTS - tenth, (index) => search(account, `host${tenth + index}.test`))
  return Math.round(peakMemoryMb(pid) - first)
}

/** Returns the slowest of several good sites, requested after those that never answer. */
async function behindSlowSites(account: Account): Promise<number> {
  await askAndLeave(account, 0, SLOW)
  await untilAsked(town, 'slow', SLOW)
  return slowestOf(account, 0)
}

/** Returns the slowest first answer to `other`; the crawls that `account` floods with stay unfinished, up to its limit. */
async function besideFlood(account: Account, other: Account): Promise<number> {
  await askAndLeave(account, SLOW, SLOW + FLOOD)
  return slowestOf(other, GOOD)
}

/** Requests sites that never answer; their visits continue although no caller waits. */
async function askAndLeave(account: Account, from: number, to: number): Promise<void> {
  const ask = (index: number) =>
    search(account, `slow${from + index}.test`, AbortSignal.timeout(PATIENCE_MS)).catch(() => undefined)
  await inParallel(to - from, ask)
}

async function slowestOf(account: Account, first: number): Promise<number> {
  const took: number[] = []
  for (let index = first; index < first + GOOD; index++)
    took.push(await timed(() => search(account, `good${index}.test`)))
  return Math.round(Math.max(...took))
}

/** Returns how long others wait while pages are read that take long. */
async function besideHeavyPages(account: Account, quarry: ServerProcess): Promise<{ busyMs: number; waitMs: number }> {
  await askProbe(quarry)
  const visits = Promise.all(heavySites().flatMap(({ hosts }) => hosts.map((host) => search(account, host))))
  let longest = 0
  const over = new AbortController()
  void visits.finally(() => over.abort())
  while (!over.signal.aborted) {
    longest = Math.max(longest, await timed(() => fetch(`${account.origin}/healthz`)))
    await sleep(10)
  }
  await visits
  const { busyMs } = await askProbe(quarry)
  return { busyMs: Math.round(busyMs), waitMs: Math.round(longest) }
}

/** Repeats a request that the server is too busy for, as its answer says; whatever is measured includes the wait. */
async function search({ origin, key }: Account, domain: string, signal: AbortSignal | null = null): Promise<void> {
  const url = `${origin}/v2/domain-search?domain=${domain}`
  for (let times = 1; ; times++) {
    const answer = await fetch(url, { headers: { 'x-api-key': key }, signal })
    const text = await answer.text()
    if (answer.ok) return
    if (answer.status !== 503 || times === MAX_TIMES) throw new Error(`${domain}: ${answer.status} ${text}`)
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1_000, undefined, signal === null ? {} : { signal })
  }
}

async function otherAccount({ connectionString }: BenchHouse, { origin }: Account): Promise<Account> {
  const env = { ...process.env, DATABASE_URL: connectionString, QUARRY_DATA_DIR: house.dataDir }
  const made = await promisify(execFile)(
    process.execPath,
    ['src/cli.ts', 'accounts', 'create', '--plan', 'unlimited'],
    { env },
  )
  return { origin, key: /qry_[\w-]+/.exec(made.stdout)?.[0] ?? '' }
}

async function untilAsked({ asked }: CrawlTown, name: string, count: number): Promise<void> {
  const giveUpAt = performance.now() + 15_000
  while (asked(name) < count && performance.now() < giveUpAt) await sleep(50)
}

async function inParallel(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  const asker = async (): Promise<void> => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, asker))
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
