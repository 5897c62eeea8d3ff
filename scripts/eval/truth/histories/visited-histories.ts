import { rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerResponse } from 'node:http'
import { readConfig } from '../../../../src/config.ts'
import { createLog } from '../../../../src/log.ts'
import { followCrawl } from '../../../../src/core/crawl/follow-crawl.ts'
import type { CrawlReport } from '../../../../src/core/crawl/crawl-domain.ts'
import { tidyChanges } from '../../../../src/core/crawl/settle-site.ts'
import { importArchives } from '../../../../src/core/data/import-archives.ts'
import type { changeRow } from '../../../../src/core/changes/list-changes.ts'
import { startQuarry } from '../../../../src/quarry.ts'
import { startInternet } from '../../../../test/internet/internet.ts'
import { sendPage, textPage } from '../../../../test/internet/test-site.ts'
import type { SiteRequest, TestSite } from '../../../../test/internet/test-site.ts'
import { httpPage, inMembers, warcRecord } from '../../../../test/support/records/made-archive.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { domainOf } from './made-histories.ts'
import type { MadeAnswer, MadeHistory, MadeVisit } from './made-history.ts'

/** A change as `/v2/changes` shows it. */
export type ToldRow = ReturnType<typeof changeRow>

/** A Quarry that visits invented sites, or reads archives of them, and reports what changed there. */
export interface VisitedHistories extends AsyncDisposable {
  /** Visits the site in its state at this visit. */
  crawl: (history: MadeHistory, visit: MadeVisit) => Promise<CrawlReport>
  /** Does what is done each night. */
  night: () => Promise<void>
  /** Sets the clock of everything. */
  setClock: (at: string) => void
  importRecords: (records: readonly Buffer[]) => Promise<void>
  changesOf: (domain: string) => Promise<ToldRow[]>
  /** Returns the bytes per statement about a person, including indexes. */
  statementBytes: () => Promise<number>
}

/** The top-level domains under which the sites are visited, and under which archives contain them. */
export const SUFFIXES = { live: 'example', archive: 'test', shuffled: 'internal' } as const

export async function openVisitedHistories(histories: readonly MadeHistory[]): Promise<VisitedHistories> {
  const now = new Map<string, Map<string, MadeAnswer> | MadeVisit>()
  const sites = histories.map((history) => siteOf(domainOf(history, SUFFIXES.live), now))
  const internet = await startInternet({ sites })
  const dataDir = await temporaryFolder('quarry-histories-')
  const config = readConfig({
    PORT: '0',
    QUARRY_ROLE: 'server',
    QUARRY_DATA_DIR: dataDir,
    QUARRY_LOG_LEVEL: 'error',
    QUARRY_RATE_LIMIT_FACTOR: '0',
    QUARRY_LOCAL_SUFFIXES: Object.values(SUFFIXES).join(','),
    QUARRY_DNS_SERVERS: internet.dnsServer,
    QUARRY_CRAWL_HTTP_PORT: String(internet.httpPort),
    QUARRY_CRAWL_HTTPS_PORT: String(internet.httpsPort),
    QUARRY_CRAWL_DELAY_MS: '0',
    QUARRY_ALLOWED_NETWORKS: '127.0.0.0/8',
  })
  let at = new Date()
  const quarry = await startQuarry(config, { log: createLog(config), clock: { now: () => at } })
  const { context } = quarry
  let files = 0
  return {
    setClock: (time) => void (at = new Date(time)),
    crawl: (history, visit) => {
      const domain = domainOf(history, SUFFIXES.live)
      const isDark = visit.isClosed || visit.isSilent
      now.set(domain, isDark ? visit : new Map(visit.answers(domain).map((answer) => [answer.path, answer])))
      const crawl = visit.hasBudget ? { ...config.crawl, maxPages: 1 } : config.crawl
      return followCrawl(
        { ...context, config: { ...config, crawl } },
        domain,
        new AbortController().signal,
        () => undefined,
      )
    },
    night: () => tidyChanges(context),
    importRecords: async (records) => {
      const path = join(dataDir, `histories-${++files}.warc.gz`)
      await writeFile(path, inMembers(records))
      await utimes(path, at, at)
      const { signal } = new AbortController()
      const { files: states } = await importArchives(context, {
        sources: [path],
        prefix: '',
        addressesOnly: false,
        signal,
        onProgress: () => undefined,
      })
      if (states.some(({ status }) => status !== 'done'))
        throw new Error(`The archive was not read: ${JSON.stringify(states)}`)
    },
    changesOf: async (domain) => {
      const rows: ToldRow[] = []
      for (let cursor: number | null = 0; cursor !== null;) {
        const path: string = `/v2/changes?domain=${domain}&limit=100${cursor === 0 ? '' : `&cursor=${cursor}`}`
        const answer = await fetch(`${quarry.url}${path}`, { headers: { 'x-api-key': quarry.firstKey ?? '' } })
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
        const body = (await answer.json()) as { data: ToldRow[]; meta: { next_cursor: number | null } }
        rows.push(...body.data)
        cursor = body.meta.next_cursor
      }
      return rows
    },
    statementBytes: async () => {
      const { pool } = context.database
      await pool.query('vacuum full person_observations')
      const text = `select pg_total_relation_size('person_observations')::float8 / greatest(1, count(*)) as bytes from person_observations`
      return Math.round((await pool.query<{ bytes: number }>(text)).rows[0]?.bytes ?? 0)
    },
    [Symbol.asyncDispose]: async () => {
      await quarry.stop()
      await internet.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function siteOf(domain: string, now: ReadonlyMap<string, Map<string, MadeAnswer> | MadeVisit>): TestSite {
  return {
    hosts: [domain],
    handle: ({ path }: SiteRequest, response: ServerResponse) => {
      const answers = now.get(domain)
      if (answers instanceof Map) return path === '/robots.txt' ? false : answerWith(answers.get(path), response)
      if (answers?.isSilent === true) return void response.destroy()
      return path === '/robots.txt' ? sendPage(response, textPage('User-agent: *\nDisallow: /')) : false
    },
  }
}

function answerWith(answer: MadeAnswer | undefined, response: ServerResponse): boolean | void {
  if (answer === undefined) return false
  const { status, html, location, isCut } = answer
  if (isCut !== true)
    return sendPage(response, { status, body: html, ...(location !== undefined && { headers: { location } }) })
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': Buffer.byteLength(html) })
  response.write(cut(html), () => response.destroy())
}

const CUT = 0.6
const cut = (html: string): string => html.slice(0, Math.floor(html.length * CUT))

/** Everything that an archive would contain of a history. */
export function recordsOf(history: MadeHistory, suffix: string): Buffer[] {
  const domain = domainOf(history, suffix)
  return history.visits.flatMap((visit) => {
    if (visit.isClosed || visit.isSilent) return []
    const answers = visit.answers(domain)
    return (visit.hasBudget ? answers.slice(0, 1) : answers).map((answer) => recordOf(domain, visit.at, answer))
  })
}

function recordOf(domain: string, at: string, { path, status, html, location, isCut }: MadeAnswer): Buffer {
  const uri = `http://${domain}${path}`
  const date = `${at.slice(0, 19)}Z`
  if (isCut === true)
    return warcRecord({ uri, date, block: httpPage(cut(html)), headers: { 'WARC-Truncated': 'length' } })
  const block = httpPage(html, location === undefined ? {} : { Location: location })
  return warcRecord({ uri, date, block: block.replace('HTTP/1.1 200 OK', `HTTP/1.1 ${status} Said`) })
}
