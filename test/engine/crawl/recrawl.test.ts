import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KnownPage } from '../../../src/engine/crawl/crawl-needs.ts'
import { addressesOf, type CrawlRun, crawlAt, urlsOf } from '../../internet/crawl-at.ts'
import { type Internet, startInternet } from '../../internet/internet.ts'
import { changingSite, validatingSite } from '../../internet/sites/moody-sites.ts'
import { htmlPage, redirectTo, type TestPage } from '../../internet/test-site.ts'

/** What an index would remember from a run. */
function remember(run: CrawlRun): Map<string, KnownPage> {
  const known = new Map<string, KnownPage>()
  for (const event of run.events) if (event.kind === 'page') known.set(event.url, event)
  return known
}

const knowing = (run: CrawlRun): { known: (url: string) => Promise<KnownPage | null> } => {
  const memory = remember(run)
  return { known: (url) => Promise.resolve(memory.get(url) ?? null) }
}

describe('a second crawl', () => {
  let internet: Internet
  const pages = new Map<string, string | TestPage>()

  beforeAll(async () => {
    internet = await startInternet({ sites: [validatingSite(), changingSite('changing.test', pages)] })
  })
  afterAll(() => internet.stop())

  test('sends validators, accepts 304 as an answer, and still follows the links it remembers', async () => {
    const first = await crawlAt(internet, 'validating.test')
    expect(urlsOf(first, 'page')).toHaveLength(3)
    const before = internet.requests.length
    const second = await crawlAt(internet, 'validating.test', { needs: knowing(first) })
    expect(urlsOf(second, 'page')).toEqual([])
    expect(urlsOf(second, 'unchanged')).toEqual(urlsOf(first, 'page'))
    const asked = internet.requests.slice(before).filter(({ path }) => path === '/team' || path === '/contact')
    expect(asked.map(({ headers }) => headers['if-none-match'] ?? headers['if-modified-since'])).toEqual([
      '"v1"',
      'Mon, 05 May 2025 10:00:00 GMT',
    ])
  })

  test('treats the same bytes as an unchanged page if the server supports no validators', async () => {
    pages.clear()
    pages.set('/', htmlPage('Changing', '<a href="/team">Team</a>'))
    pages.set('/team', htmlPage('Team', '<a href="mailto:one@changing.test">One</a>'))
    const first = await crawlAt(internet, 'changing.test')
    pages.set('/team', htmlPage('Team', '<a href="mailto:two@changing.test">Two</a>'))
    const second = await crawlAt(internet, 'changing.test', { needs: knowing(first) })
    expect(urlsOf(second, 'unchanged')).toEqual(['http://changing.test/'])
    expect(urlsOf(second, 'page')).toEqual(['http://changing.test/team'])
    expect(addressesOf(second)).toEqual(new Set(['two@changing.test']))
  })

  test('visits pages with sources even if they are no longer linked, and reports how each one disappeared', async () => {
    pages.clear()
    pages.set('/', htmlPage('Changing', 'No links.'))
    pages.set('/moved', redirectTo('/here'))
    pages.set('/here', htmlPage('Here', 'here@changing.test'))
    pages.set('/elsewhere', redirectTo('http://validating.test/'))
    pages.set('/away', redirectTo('/', 302))
    pages.set('/private', { status: 403, body: '' })
    pages.set('/broken', { status: 500, body: '' })
    pages.set('/deleted', { status: 410, body: '' })
    pages.set('/forbidden', htmlPage('Forbidden', 'forbidden@changing.test'))
    pages.set('/robots.txt', { type: 'text/plain', body: 'User-agent: *\nDisallow: /forbidden' })
    const revisit = ['vanished', 'moved', 'elsewhere', 'away', 'private', 'broken', 'deleted', 'forbidden'].map(
      (path) => `http://changing.test/${path}`,
    )
    const run = await crawlAt(internet, 'changing.test', { needs: { revisit } })
    const told = run.events.map((event) => [
      new URL(event.url).pathname,
      event.kind,
      'reason' in event ? event.reason : null,
    ])
    expect(told).toEqual([
      ['/', 'page', null],
      ['/vanished', 'absent', 'gone'],
      ['/moved', 'absent', 'moved'],
      ['/here', 'page', null],
      ['/elsewhere', 'unreachable', 'off_site'],
      ['/away', 'unreachable', 'moved_for_now'],
      ['/private', 'unreachable', 'http_4xx'],
      ['/broken', 'unreachable', 'http_5xx'],
      ['/deleted', 'absent', 'gone'],
      ['/forbidden', 'unreachable', 'robots'],
    ])
  })

  test('spends at most half of its pages on what it knows, as long as there is something new', async () => {
    pages.clear()
    pages.set(
      '/',
      htmlPage('Changing', Array.from({ length: 10 }, (_, i) => `<a href="/new/${i}/about">About</a>`).join('')),
    )
    for (let i = 0; i < 10; i++) {
      pages.set(`/new/${i}/about`, htmlPage('New', 'new'))
      pages.set(`/old/${i}`, htmlPage('Old', 'old'))
    }
    const revisit = Array.from({ length: 10 }, (_, i) => `http://changing.test/old/${i}`)
    const run = await crawlAt(internet, 'changing.test', { budget: { pages: 10 }, needs: { revisit } })
    expect(urlsOf(run, 'page').filter((url) => url.includes('/old/'))).toHaveLength(5)
    expect(urlsOf(run, 'page').filter((url) => url.includes('/new/'))).toHaveLength(4)
  })

  test('spends nothing on an address of a revisit list that is not a URL or is on another site', async () => {
    pages.clear()
    pages.set('/', htmlPage('Changing', ''))
    const run = await crawlAt(internet, 'changing.test', {
      needs: { revisit: ['nonsense', 'http://validating.test/', 'ftp://changing.test/'] },
    })
    expect(run.events).toHaveLength(1)
  })
})
