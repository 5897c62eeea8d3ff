import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CrawlNeeds } from '../../../src/engine/crawl/crawl-needs.ts'
import { createPoliteness, type Politeness } from '../../../src/engine/crawl/politeness.ts'
import { createByteBudget } from '../../../src/lib/process/byte-budget.ts'
import { DAY_MS, HOUR_MS, systemClock } from '../../../src/lib/process/clock.ts'
import type { HttpClient } from '../../../src/net/http/http-exchange.ts'
import { crawlAt, httpClientFor, pathsAt, TEST_USER_AGENT } from '../../internet/crawl-at.ts'
import { type Internet, startInternet } from '../../internet/internet.ts'
import { changingSite } from '../../internet/sites/moody-sites.ts'
import { htmlPage, type TestPage, type TestSite, textPage } from '../../internet/test-site.ts'

const HOST = 'changing.test'
const LARGE_BYTES = 250_000
const LARGE_HOSTS = Array.from({ length: 6 }, (_, index) => `large${index}.test`)
const largeSite: TestSite = { hosts: LARGE_HOSTS, pages: { '/': 'x'.repeat(LARGE_BYTES) } }
const TEAM = new URL(`http://${HOST}/team`)

describe('politeness', () => {
  let internet: Internet
  let http: HttpClient
  let now: number
  const pages = new Map<string, string | TestPage>()

  beforeAll(async () => {
    internet = await startInternet({
      sites: [changingSite(HOST, pages), { hosts: [`www.${HOST}`, 'other.test'] }, largeSite],
    })
    http = httpClientFor(internet)
  })
  afterAll(async () => {
    await http.close()
    await internet.stop()
  })
  beforeEach(() => {
    now = Date.UTC(2026, 0, 1)
    pages.clear()
    internet.requests.length = 0
  })

  const { signal } = new AbortController()
  const create = (delayMs = 0): Politeness =>
    createPoliteness({ http, clock: { now: () => new Date(now) }, delayMs, userAgent: TEST_USER_AGENT })
  const verdict = async (polite: Politeness): Promise<string> => (await polite.permission(TEAM, signal)).verdict

  test('asks for robots.txt once a day', async () => {
    const polite = create()
    pages.set('/robots.txt', textPage('User-agent: *\nDisallow: /team'))
    expect(await verdict(polite)).toBe('robots')
    pages.set('/robots.txt', textPage(''))
    now += DAY_MS - 1
    expect(await verdict(polite)).toBe('robots')
    now += 1
    expect(await verdict(polite)).toBe('allowed')
    expect(pathsAt(internet, HOST)).toEqual(['/robots.txt', '/robots.txt'])
  })

  test('uses an older copy for up to thirty days while the host fails', async () => {
    const polite = create()
    pages.set('/robots.txt', textPage('User-agent: *\nAllow: /'))
    expect(await verdict(polite)).toBe('allowed')
    pages.set('/robots.txt', { status: 500, body: '' })
    now += 29 * DAY_MS
    expect(await verdict(polite)).toBe('allowed')
    now += 2 * DAY_MS
    expect(await verdict(polite)).toBe('robots_unavailable')
  })

  test('asks a failing host again within the hour', async () => {
    const polite = create()
    pages.set('/robots.txt', { status: 502, body: '' })
    expect(await verdict(polite)).toBe('robots_unavailable')
    pages.delete('/robots.txt')
    now += HOUR_MS
    expect(await verdict(polite)).toBe('allowed')
  })

  test('does not refuse the next caller because one disconnects', async () => {
    const polite = create()
    const caller = new AbortController()
    caller.abort()
    expect((await polite.permission(TEAM, caller.signal)).verdict).toBe('no_host')
    expect(await verdict(polite)).toBe('allowed')
  })

  test('queues requests from several callers to one host, including www., while other hosts continue', async () => {
    const polite = create(20)
    const urls = [TEAM, new URL(`http://www.${HOST}/a`), new URL(`http://${HOST}/b`)]
    await Promise.all([...urls, new URL('http://other.test/')].map((url) => polite.exchange(url, { signal })))
    const line = internet.requests.filter(({ host }) => host !== 'other.test')
    expect(line.map(({ path }) => path)).toEqual(['/team', '/a', '/b'])
    const gaps = line.slice(1).map(({ at }, i) => at - (line[i]?.endedAt ?? Infinity))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(20)
    expect(internet.requests.findIndex(({ host }) => host === 'other.test')).toBeLessThan(line.length)
  })

  test('never lets two crawls of one site overlap when they share it', async () => {
    pages.set('/', htmlPage('Start', '<a href="/team">Team</a> <a href="/contact">Contact</a>'))
    pages.set('/team', htmlPage('Team', 'Team'))
    const politeness = create()
    await Promise.all([1, 2].map(() => crawlAt(internet, HOST, { needs: { politeness } })))
    const line = internet.requests.toSorted((a, b) => a.at - b.at)
    expect(line.every(({ at }, i) => i === 0 || at >= (line[i - 1]?.endedAt ?? Infinity))).toBe(true)
  })

  test('makes visits wait before they keep more of their pages than all of them together may', async () => {
    const bodies = createByteBudget({ total: 300_000, free: 0 })
    const politeness = createPoliteness({ http, clock: systemClock, delayMs: 0, userAgent: TEST_USER_AGENT, bodies })
    const sizes: number[] = []
    let [reading, mostReading, mostHeld] = [0, 0, 0]
    const read: CrawlNeeds['read'] = async ({ body }) => {
      reading++
      mostReading = Math.max(mostReading, reading)
      mostHeld = Math.max(mostHeld, bodies.held())
      sizes.push(body.length)
      await sleep(50)
      reading--
      return { outcome: 'unreachable', reason: 'parse_failed', picked: { follow: [], elsewhere: [] } }
    }
    await Promise.all(LARGE_HOSTS.map((host) => crawlAt(internet, host, { needs: { politeness, read } })))
    expect(sizes).toEqual(LARGE_HOSTS.map(() => LARGE_BYTES))
    expect(mostReading).toBeLessThanOrEqual(2)
    expect(mostHeld).toBeLessThanOrEqual(300_000 + LARGE_BYTES)
    expect(bodies.held()).toBe(0)
  })

  test('allows an immediate retry if the date in Retry-After has passed', async () => {
    pages.set('/team', { status: 503, headers: { 'retry-after': 'Thu, 01 Jan 2015 00:00:00 GMT' }, body: '' })
    const polite = create()
    expect(await polite.exchange(TEAM, { signal })).toBeNull()
    expect(pathsAt(internet, HOST)).toHaveLength(3)
    expect(await polite.exchange(TEAM, { signal })).toBeNull()
    expect(pathsAt(internet, HOST)).toHaveLength(3)
  })
})
