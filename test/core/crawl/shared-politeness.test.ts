import { expect, test } from 'vitest'
import { createCrawlPlacesStore } from '../../../src/db/index/crawl-places-store.ts'
import { createRobotsFilesStore } from '../../../src/db/index/robots-files-store.ts'
import { runUpkeep } from '../../../src/core/operate/upkeep.ts'
import { createPoliteness } from '../../../src/engine/crawl/politeness.ts'
import { DAY_MS, HOUR_MS, systemClock } from '../../../src/lib/process/clock.ts'
import { httpClientFor, TEST_USER_AGENT } from '../../internet/crawl-at.ts'
import { startInternet } from '../../internet/internet.ts'
import type { Internet } from '../../internet/internet.ts'
import { htmlPage } from '../../internet/test-site.ts'
import type { TestSite } from '../../internet/test-site.ts'
import { crawling, startApp } from '../../support/app.ts'
import { testDatabase } from '../../support/database.ts'
import type { TestDatabase } from '../../support/database.ts'
import { startChild } from '../../support/process/child-quarry.ts'

/** Several processes on one database visit the same host: sites that have moved there are crawled by each of them. */

const HOST = 'shared.test'
const DELAY_MS = 250
/** How early a timer may fire. */
const EARLY_MS = 5
const PATHS = ['/team', '/contact', '/imprint', '/about', '/press']

const shared: TestSite = {
  hosts: [HOST],
  pages: {
    '/': htmlPage('Shared', PATHS.map((path) => `<a href="${path}">${path.slice(1)}</a>`).join(' ')),
    ...Object.fromEntries(PATHS.map((path) => [path, htmlPage(path, `<p>Ask jo.doe@${HOST}</p>`)])),
  },
}
const moved = (host: string): TestSite => ({
  hosts: [host],
  pages: { '/': { status: 301, headers: { location: `http://${HOST}/` }, body: '' } },
})

/** Starts a worker that makes one visit at a time. */
const startWorkerOn = (internet: Internet, database: TestDatabase) =>
  startChild('main.ts', [], {
    PORT: '0',
    DATABASE_URL: database.connectionString,
    QUARRY_ROLE: 'worker',
    QUARRY_LOCAL_SUFFIXES: 'test',
    ...crawling(internet),
    QUARRY_CRAWL_DELAY_MS: String(DELAY_MS),
    QUARRY_CRAWL_VISITS: '1',
  })

async function askFor({ pool }: TestDatabase, domain: string): Promise<void> {
  await pool.query(`insert into crawls (domain, status, requested_at) values ($1, 'queued', now())`, [domain])
  await pool.query(`select pg_notify('quarry_work', 'crawls')`)
}

const statusOf = async ({ pool }: TestDatabase, domain: string): Promise<string | undefined> =>
  (await pool.query<{ status: string }>('select status from crawls where domain = $1', [domain])).rows[0]?.status

const atHost = ({ requests }: Internet) => requests.filter(({ host }) => host === HOST)

test(
  'workers that visit the same host keep its pause between them, and read its robots.txt once',
  { timeout: 120_000 },
  async () => {
    await using internet = await startInternet({
      sites: [shared, ...['one.test', 'two.test', 'three.test'].map(moved)],
    })
    await using database = await testDatabase()
    await using _first = startWorkerOn(internet, database)
    await using _second = startWorkerOn(internet, database)
    await askFor(database, 'one.test')
    await askFor(database, 'two.test')
    for (const domain of ['one.test', 'two.test'])
      await expect.poll(() => statusOf(database, domain), { timeout: 100_000 }).toBe('done')
    const requests = atHost(internet)
    expect(requests.filter(({ path }) => path === '/team')).toHaveLength(2)
    const pauses = requests.slice(1).map(({ at }, index) => at - (requests[index]?.at ?? 0))
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(DELAY_MS - EARLY_MS)
    const ends = requests.slice(1).map(({ at }, index) => at - (requests[index]?.endedAt ?? Infinity))
    expect(Math.min(...ends)).toBeGreaterThan(0)

    const before = requests.filter(({ path }) => path === '/robots.txt').length
    await using _third = startWorkerOn(internet, database)
    await askFor(database, 'three.test')
    await expect.poll(() => statusOf(database, 'three.test'), { timeout: 100_000 }).toBe('done')
    expect(atHost(internet).filter(({ path }) => path === '/robots.txt')).toHaveLength(before)
  },
)

test('a killed worker holds a host no longer than its last heartbeat allows', { timeout: 120_000 }, async () => {
  const silentOnce: TestSite = { ...shared, handle: ({ path, earlier }) => path === '/' && earlier === 0 }
  await using internet = await startInternet({ sites: [silentOnce, moved('one.test'), moved('two.test')] })
  await using database = await testDatabase()
  const starts = () => atHost(internet).filter(({ path }) => path === '/').length
  const first = startWorkerOn(internet, database)
  await askFor(database, 'one.test')
  await expect.poll(starts, { timeout: 60_000 }).toBe(1)
  await using _second = startWorkerOn(internet, database)
  await askFor(database, 'two.test')
  const waits = async () =>
    (await database.pool.query(`select 1 from crawl_places where name = 'host ${HOST}' and wanted_by is not null`))
      .rowCount
  await expect.poll(waits, { timeout: 60_000 }).toBe(1)
  const seen = atHost(internet).length
  await first.end('SIGKILL')
  expect(atHost(internet)).toHaveLength(seen)
  await database.pool.query(`update crawl_places set held_until = clock_timestamp() where name = 'host ${HOST}'`)
  await expect.poll(() => statusOf(database, 'two.test'), { timeout: 100_000 }).toBe('done')
  expect(starts()).toBe(2)
})

test.each([1, 2])('hosts at one address are visited ten per pause by %i processes together', async (processes) => {
  const hosts = Array.from({ length: 24 }, (_, index) => `host${index}.test`)
  await using internet = await startInternet({ sites: [{ hosts, pages: { '/': 'Good' } }] })
  await using database = await testDatabase()
  const http = httpClientFor(internet)
  const begun: number[] = []
  const { pool } = database
  const needs = {
    http: {
      ...http,
      fetch: (...asked: Parameters<typeof http.fetch>) => {
        begun.push(performance.now())
        return http.fetch(...asked)
      },
    },
    clock: systemClock,
    delayMs: DELAY_MS,
    userAgent: TEST_USER_AGENT,
    addressOf: () => Promise.resolve('127.0.0.1'),
    shared: processes === 1 ? null : { places: createCrawlPlacesStore(pool), robots: createRobotsFilesStore(pool) },
  }
  const all = Array.from({ length: processes }, () => createPoliteness(needs))
  const { signal } = new AbortController()
  const answers = await Promise.all(
    hosts.map(async (host, index) => all[index % processes]?.exchange(new URL(`http://${host}/`), { signal })),
  )
  expect(answers).toHaveLength(hosts.length)
  for (const answer of answers) expect(answer).toMatchObject({ outcome: 'response', status: 200 })
  const spans = begun.slice(10).map((at, index) => at - (begun[index] ?? 0))
  expect(Math.min(...spans)).toBeGreaterThanOrEqual(DELAY_MS - EARLY_MS)
  await Promise.all(all.map((each) => each.leave()))
  expect((await pool.query('select 1 from crawl_places where holder is not null')).rowCount).toBe(0)
  await http.close()
})

test('a host that turned one process away is left alone by the others', async () => {
  const headers = { 'retry-after': '600' }
  await using internet = await startInternet({
    sites: [{ hosts: [HOST], pages: { '/': { status: 503, headers, body: '' } } }],
  })
  await using database = await testDatabase()
  const http = httpClientFor(internet)
  const { pool } = database
  const shared = { places: createCrawlPlacesStore(pool), robots: createRobotsFilesStore(pool) }
  const needs = { http, clock: systemClock, delayMs: DELAY_MS, userAgent: TEST_USER_AGENT, shared }
  const [first, second] = [createPoliteness(needs), createPoliteness(needs)]
  const { signal } = new AbortController()
  const url = new URL(`http://${HOST}/`)
  expect(await first.exchange(url, { signal })).toBeNull()
  await first.leave()
  expect(await second.exchange(url, { signal })).toBeNull()
  expect(atHost(internet)).toHaveLength(1)
  await second.leave()
  await http.close()
})

test('unused places and outdated robots.txt files are deleted', async () => {
  const now = new Date()
  await using app = await startApp({ env: { QUARRY_ROLE: 'server' }, replace: { clock: { now: () => now } } })
  const { crawlPlaces, robotsFiles } = app.context.store
  const { pool } = app.database
  for (const name of ['host old.test', 'host new.test', 'host held.test'])
    await crawlPlaces.take({ holder: crypto.randomUUID(), name, most: 1, heldMs: HOUR_MS, wants: true })
  await pool.query(`update crawl_places set held_until = held_until - interval '2 days' where name = 'host old.test'`)
  const [body, fetchedAt] = [Buffer.from('User-agent: *'), now]
  for (const [origin, days] of [
    ['https://old.test', 31],
    ['https://new.test', 29],
  ] as const)
    await robotsFiles.keep(origin, {
      outcome: 'rules',
      body,
      fetchedAt,
      keptUntil: new Date(now.getTime() - days * DAY_MS),
    })
  await runUpkeep(app.context)
  const { rows: places } = await pool.query('select name from crawl_places order by name')
  expect(places).toEqual([{ name: 'host held.test' }, { name: 'host new.test' }])
  const kept = await robotsFiles.find(['https://old.test', 'https://new.test'])
  expect(kept).toMatchObject([{ origin: 'https://new.test', outcome: 'rules', body }])
})
