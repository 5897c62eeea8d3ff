import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { heavySites } from '../../test/internet/sites/heavy-pages.ts'
import { openBenchHouse } from '../support/bench-house.ts'
import type { BenchHouse } from '../support/bench-house.ts'
import { startCrawlTown } from './crawl-town.ts'
import type { CrawlTown } from './crawl-town.ts'
import { report } from '../support/report.ts'

/**
 * What visits cost and whom they keep waiting, on loopback, without a pause between two requests to a host:
 * `npm run bench:crawl -- [HOSTS]` (20,000). Memory while so many hosts are visited, every twentieth of which answers with
 * half a megabyte of error page; good sites behind a hundred that never answer; one account that floods the queue while
 * another asks; pages that take their reader long.
 */

const HOSTS = Number(process.argv[2] ?? 20_000)
const SLOW = 100
const GOOD = 10
const FLOOD = 150
/** Questions that are asked at a time. */
const AT_ONCE = 8
/** How long who asks for a site that never answers stays. */
const PATIENCE_MS = 300

interface Account {
  origin: string
  key: string
}

await using house = await openBenchHouse()
await using town = await startCrawlTown(heavySites())
await main()

async function main(): Promise<void> {
  const quarry = await house.startQuarry({
    ...town.environment,
    QUARRY_CRAWL: 'on',
    QUARRY_CRAWL_WAIT_MS: '20000',
    QUARRY_CRAWL_MAX_PAGES: '3',
    QUARRY_CRAWL_MAX_UNFINISHED: String(SLOW + GOOD + FLOOD),
    QUARRY_LOCAL_SUFFIXES: 'test',
  })
  const account = { origin: quarry.origin, key: quarry.key }
  const grownMb = await memoryOf(account, quarry.pid)
  const goodMs = await behindSlowSites(account)
  const otherMs = await besideFlood(account)
  const stallMs = await besideHeavyPages(account)
  const asked = town.hosts()
  report({
    title: `${asked.toLocaleString('en')} hosts visited`,
    rows: [
      ['figure', 'value', 'wanted'],
      ['memory grown after the first tenth, MB', grownMb, 'under 50'],
      [`good site beside ${SLOW} slow ones, ms`, goodMs, 'under 2,000'],
      [`first answer of another account in a flood, ms`, otherMs, 'under 2,000'],
      ['longest wait for /healthz beside heavy pages, ms', stallMs, 'under 200'],
    ],
    figures: { hosts: asked, grownMb, goodMs, otherMs, stallMs },
    bars: [
      { figure: 'hosts', min: HOSTS },
      // With fewer hosts the first tenth is not enough to warm up.
      ...(HOSTS >= 5_000 ? [{ figure: 'grownMb', max: 50 }] : []),
      { figure: 'goodMs', max: 2_000 },
      { figure: 'otherMs', max: 2_000 },
      { figure: 'stallMs', max: 200 },
    ],
  })
}

async function memoryOf(account: Account, pid: number): Promise<number> {
  let first = 0
  const measureAt = Math.ceil(HOSTS / 10)
  await inParallel(HOSTS, async (index) => {
    await search(account, `host${index}.test`)
    if (index === measureAt) first = memoryMb(pid)
  })
  return Math.round(memoryMb(pid) - first)
}

/** The slowest of some good sites, asked for after those that never answer. */
async function behindSlowSites(account: Account): Promise<number> {
  await askAndLeave(account, 0, SLOW)
  await untilAsked(town, 'slow', SLOW)
  return slowestOf(account, 0)
}

async function besideFlood(account: Account): Promise<number> {
  const other = await otherAccount(house, account)
  await askAndLeave(account, SLOW, SLOW + FLOOD)
  return slowestOf(other, GOOD)
}

/** Asks for sites that never answer; their visits go on though nobody waits. */
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

async function besideHeavyPages(account: Account): Promise<number> {
  const visits = Promise.all(heavySites().flatMap(({ hosts }) => hosts.map((host) => search(account, host))))
  let longest = 0
  const over = new AbortController()
  void visits.finally(() => over.abort())
  while (!over.signal.aborted) {
    longest = Math.max(longest, await timed(() => fetch(`${account.origin}/healthz`)))
    await sleep(10)
  }
  await visits
  return Math.round(longest)
}

async function search({ origin, key }: Account, domain: string, signal: AbortSignal | null = null): Promise<void> {
  const answer = await fetch(`${origin}/v2/domain-search?domain=${domain}`, { headers: { 'x-api-key': key }, signal })
  if (!answer.ok) throw new Error(`${domain}: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
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
  const lane = async (): Promise<void> => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

/** What the process holds now (proc(5): VmRSS). */
function memoryMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1_024
}
