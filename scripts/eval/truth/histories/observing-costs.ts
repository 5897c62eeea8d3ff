import { rm } from 'node:fs/promises'
import { readConfig } from '../../../../src/config.ts'
import type { Context } from '../../../../src/context.ts'
import { createLog } from '../../../../src/log.ts'
import { withObserved } from '../../../../src/core/crawl/observed-page.ts'
import { readablePage } from '../../../../src/engine/enrich/readable-page.ts'
import { followCrawl } from '../../../../src/core/crawl/follow-crawl.ts'
import { extractPage } from '../../../../src/engine/extract/extract-page.ts'
import { createOperatorLists } from '../../../../src/services/lists/operator-lists.ts'
import { startQuarry } from '../../../../src/quarry.ts'
import { startInternet } from '../../../../test/internet/internet.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { checkHouse } from './history-house.ts'

const PAGES = 30
const PEOPLE = 10
/** How many visits run at a time in one mode, and how often the modes alternate; the first turn loads what both need. */
const [AT_ONCE, TURNS] = [3, 3]
const WAYS = ['without', 'with'] as const

/**
 * Returns how much longer a visit to thirty pages that all list people takes because changes are found in them,
 * relative to a visit without that: at the pace at which sites are visited, as robots.txt allows.
 */
export async function observingShare(seed: number): Promise<number> {
  const hostsOf = (way: string, turn: number): string[] =>
    Array.from({ length: AT_ONCE }, (_, at) => `${way}${turn}x${at}.example`)
  const turns = Array.from({ length: TURNS }, (_, turn) => WAYS.flatMap((way) => hostsOf(way, turn)))
  const pages = pagesOf(seed)
  const internet = await startInternet({ sites: turns.flat().map((host) => ({ hosts: [host], pages })) })
  const dataDir = await temporaryFolder('quarry-observing-')
  const config = readConfig({
    PORT: '0',
    QUARRY_ROLE: 'server',
    QUARRY_DATA_DIR: dataDir,
    QUARRY_LOG_LEVEL: 'error',
    QUARRY_LOCAL_SUFFIXES: 'example',
    QUARRY_DNS_SERVERS: internet.dnsServer,
    QUARRY_CRAWL_HTTP_PORT: String(internet.httpPort),
    QUARRY_CRAWL_HTTPS_PORT: String(internet.httpsPort),
    QUARRY_ALLOWED_NETWORKS: '127.0.0.0/8',
  })
  const quarry = await startQuarry(config, { log: createLog(config) })
  const contexts = { without: blind(quarry.context), with: quarry.context }
  try {
    const times = { without: [] as number[], with: [] as number[] }
    for (let turn = 0; turn < TURNS; turn++)
      for (const way of WAYS) {
        const visits = hostsOf(way, turn).map((host) => timeOf(() => visit(contexts[way], host)))
        const taken = await Promise.all(visits)
        if (turn > 0) times[way].push(...taken)
      }
    const bare = median(times.without)
    return (median(times.with) - bare + readingTime(pages)) / bare
  } finally {
    await quarry.stop()
    await internet.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Thirty pages that list people. */
function pagesOf(seed: number): Record<string, string> {
  const house = checkHouse(seed)
  const paths = Array.from({ length: PAGES }, (_, at) => (at === 0 ? '/' : `/team/${at}`))
  const menu = paths.map((path) => `<a href="${path}">${path}</a>`).join(' ')
  return Object.fromEntries(paths.map((path, at) => [path, pageOf(house, menu, at)]))
}

function pageOf(house: ReturnType<typeof checkHouse>, menu: string, at: number): string {
  const people = Array.from({ length: PEOPLE }, (_, place) => {
    const { first, last } = house.newName()
    const position = house.newPosition()
    const id = at * PEOPLE + place
    const written = `${first} ${last}`
    return {
      id,
      first,
      last,
      written,
      position,
      holds: position,
      address: `p${id}@team.example`,
      profile: null,
      goesOn: null,
    }
  })
  return `<!doctype html><html lang="en"><head><title>Team</title></head><body><nav>${menu}</nav><h1>Team</h1>${house.lay(people, at)}</body></html>`
}

/** The same Quarry, which stores nothing it sees of people, and reports no changes. */
function blind(context: Context): Context {
  const { ingest, changes } = context.store
  const recordCaptures: typeof ingest.recordCaptures = (captures, judge) =>
    ingest.recordCaptures(
      captures.map(({ observed: _observed, ...capture }) => capture),
      judge,
    )
  const nothing = { fresh: [], undone: [], judged: [], visited: null }
  const store = {
    ...context.store,
    ingest: { ...ingest, recordCaptures },
    changes: { ...changes, settle: () => Promise.resolve(nothing), close: () => Promise.resolve() },
  }
  return { ...context, store }
}

const visit = (context: Context, domain: string): Promise<unknown> =>
  followCrawl(context, domain, new AbortController().signal, () => undefined)

/** The time in milliseconds of the thread that reads pages, which both modes spend. */
function readingTime(pages: Readonly<Record<string, string>>): number {
  const lists = createOperatorLists().inUse
  const read = Object.entries(pages).map(([path, html]) => {
    const page = { url: `http://with.example${path}`, html, domain: 'with.example', headers: {} }
    return { page, facts: extractPage(page, { localSuffixes: new Set(['example']), lists }) }
  })
  const runs = Array.from({ length: TURNS }, () => {
    const start = performance.now()
    for (const { page, facts } of read) withObserved(readablePage(page), facts)
    return performance.now() - start
  })
  return median(runs)
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
