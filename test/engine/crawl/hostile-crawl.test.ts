import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readAnswer } from '../../../src/engine/crawl/read-answer.ts'
import { addressesOf, crawlAt, pathsAt, urlsOf } from '../../internet/crawl-at.ts'
import { type Internet, startInternet } from '../../internet/internet.ts'
import { hostileSites } from '../../internet/sites/hostile-sites.ts'

const breaking = () => {
  throw new Error('Broken page')
}

describe('a crawl of a hostile site', () => {
  let internet: Internet

  beforeAll(async () => {
    internet = await startInternet({ sites: hostileSites() })
  })
  afterAll(() => internet.stop())

  test.each([
    'redirects',
    'cookies',
    'links',
    'charset',
    'nested',
    'robots',
    'calendar',
    'binary',
    'wrong-length',
    'inward-redirect',
    'huge',
    'bomb',
  ])('ends by itself at %s.test, with its events in order', async (name) => {
    const { summary, events } = await crawlAt(internet, `${name}.test`)
    expect(summary.budgetMet).not.toBe('seconds')
    expect(events.length).toBeGreaterThan(0)
    expect(pathsAt(internet, `${name}.test`).length).toBeLessThanOrEqual(40)
  })

  test.each(['drip', 'silent'])('ends at %s.test when the time is over', async (name) => {
    const { summary } = await crawlAt(internet, `${name}.test`, { budget: { seconds: 1 } })
    expect(summary).toMatchObject({ outcome: 'failed', reason: 'timeout', budgetMet: 'seconds' })
  })

  test('reads an endless body up to the limit of a page', async () => {
    const run = await crawlAt(internet, 'huge.test', { budget: { pageBytes: 300_000 } })
    expect(run.events).toMatchObject([{ kind: 'page', truncated: true }])
    // The page; the sitemap and security.txt are just as endless.
    expect(run.summary.bytes).toBeLessThan(4 * 300_000)
  })

  test('keeps memory flat through a gigabyte and a decompression bomb', async () => {
    const before = process.memoryUsage().rss
    await crawlAt(internet, 'huge.test')
    await crawlAt(internet, 'bomb.test')
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
  })

  test('follows circular and endless redirects only up to their limit', async () => {
    const run = await crawlAt(internet, 'redirects.test', { budget: { redirects: 3 } })
    expect(run.events).toMatchObject([{ kind: 'page' }, { reason: 'redirect_loop' }, { reason: 'too_many_redirects' }])
  })

  test('finds the contact page after 100,000 links', async () => {
    const run = await crawlAt(internet, 'links.test', { budget: { pages: 2 } })
    expect(run.events).toHaveLength(2)
  })

  test('obeys a ten-megabyte robots.txt as far as it is read', async () => {
    await crawlAt(internet, 'robots.test')
    expect(pathsAt(internet, 'robots.test')).toContain('/contact')
    expect(pathsAt(internet, 'robots.test')).not.toContain('/private/x')
  })

  test('does not follow a redirect to a private address', async () => {
    const run = await crawlAt(internet, 'inward-redirect.test')
    expect(run.events.map((event) => (event.kind === 'unreachable' ? event.reason : event.kind))).toEqual([
      'page',
      'off_site',
      'off_site',
    ])
  })

  test('does not visit a host that DNS gives a private address, even by rebinding', async () => {
    for (const host of ['inward.test', 'rebinding.test']) {
      expect((await crawlAt(internet, host)).summary).toMatchObject({ outcome: 'failed', reason: 'unreachable' })
    }
  })

  test('leaves an endless calendar after twenty months', async () => {
    await crawlAt(internet, 'calendar.test', { budget: { pages: 60, depth: 60 } })
    expect(pathsAt(internet, 'calendar.test').filter((path) => path.startsWith('/events/')).length).toBeLessThanOrEqual(
      21 + 30,
    )
  })

  test('drops addresses generated per request', async () => {
    const run = await crawlAt(internet, 'minted.test')
    expect(addressesOf(run)).toEqual(new Set())
    expect(urlsOf(run, 'page').length).toBeGreaterThan(1)
  })

  test('does not count anything but text as a page', async () => {
    const run = await crawlAt(internet, 'binary.test')
    expect(run.events.filter(({ kind }) => kind === 'absent')).toMatchObject([
      { reason: 'not_text' },
      { reason: 'not_text' },
    ])
  })

  test('loses one page, not the whole crawl, when an extractor throws', async () => {
    const run = await crawlAt(internet, 'binary.test', {
      needs: { read: (response, needs) => Promise.resolve(readAnswer(response, needs, breaking)) },
    })
    expect(run.events).toMatchObject([{ kind: 'unreachable', reason: 'parse_failed' }])
    expect(run.summary.outcome).toBe('done')
  })
})
