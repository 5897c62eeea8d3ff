import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressesOf, crawlAt, pathsAt, TEST_USER_AGENT, urlsOf } from '../../internet/crawl-at.ts'
import { type Internet, startInternet } from '../../internet/internet.ts'
import { redirectTo } from '../../internet/test-site.ts'
import { fjordwerkSites } from '../../internet/sites/fjordwerk.ts'
import { LUMENWORKS_PEOPLE, LUMENWORKS_ROLES, lumenworksSites } from '../../internet/sites/lumenworks.ts'
import {
  closedForAnHour,
  hesitantSite,
  overloadedSite,
  robotsSites,
  shySite,
} from '../../internet/sites/moody-sites.ts'

const parked = {
  hosts: ['parked.test'],
  pages: { '/': redirectTo('http://lumenworks.test/about/?domain=parked.test') },
}

/** RFC 9116: comments, a signature, and addresses that are not contacts. */
const vault = {
  hosts: ['vault.test'],
  pages: {
    '/': '<title>Vault</title><p>Safes.</p>',
    '/.well-known/security.txt': {
      type: 'text/plain; charset=utf-8',
      body: [
        '# Ask editor@vault.test about this file',
        'Contact: mailto:security@vault.test',
        'contact: csirt@vault.test',
        'Contact: https://vault.test/report',
        'Encryption: openpgp4fpr:5f2de5521c63a801ab59ccb603d49de44b29100f',
        'Expires: 2099-01-01T00:00:00Z',
      ].join('\r\n'),
    },
  },
}

/** Answers every path with the same page. */
const shell = {
  hosts: ['shell.test'],
  pages: {
    '/': '<title>Shell</title><p>App.</p>',
    '/.well-known/security.txt': '<title>Shell</title><p>App. app@shell.test</p>',
  },
}

describe('a crawl', () => {
  let internet: Internet

  beforeAll(async () => {
    internet = await startInternet({
      sites: [
        parked,
        vault,
        shell,
        ...lumenworksSites,
        ...fjordwerkSites,
        ...robotsSites(),
        shySite,
        hesitantSite(),
        overloadedSite(),
        closedForAnHour(),
      ],
      https: true,
    })
  })
  afterAll(() => internet.stop())

  const requestsTo = async (host: string, run: () => Promise<unknown>): Promise<Internet['requests']> => {
    const before = internet.requests.length
    await run()
    return internet.requests.slice(before).filter((request) => request.host === host)
  }

  test('finds every person and every role address of a whole site', async () => {
    const run = await crawlAt(internet, 'lumenworks.test')
    const found = addressesOf(run)
    expect(
      [...LUMENWORKS_PEOPLE.map(({ email }) => email), ...LUMENWORKS_ROLES].filter((address) => !found.has(address)),
    ).toEqual([])
    expect(found.has('secret@lumenworks.test')).toBe(false)
    expect(run.summary).toMatchObject({
      outcome: 'done',
      reason: null,
      budgetMet: null,
      site: 'lumenworks.test',
      aliases: [],
    })
    expect(run.summary.linkedDomains).toContain('lumenlabs.test')
  })

  test('reads team, contact, leadership and imprint pages before anything else, and finds pages that only the sitemap names', async () => {
    const run = await crawlAt(internet, 'lumenworks.test')
    const pages = urlsOf(run, 'page').map((url) => new URL(url).pathname)
    expect(pages.slice(0, 4)).toEqual(['/', '/team', '/contact', '/imprint'])
    expect(pages.indexOf('/leadership')).toBeLessThan(pages.indexOf('/team/mara-ellison'))
    expect(pages.indexOf('/team/mara-ellison')).toBeLessThan(pages.indexOf('/blog/'))
    expect(pages).toContain('/offices')
  })

  test('asks for robots.txt first, identifies itself, sends no cookies, and never has two requests open to a host', async () => {
    const requests = await requestsTo('lumenworks.test', () =>
      crawlAt(internet, 'lumenworks.test', { needs: { delayMs: 5 } }),
    )
    expect(requests[0]?.path).toBe('/robots.txt')
    expect(new Set(requests.map(({ headers }) => headers['user-agent']))).toEqual(new Set([TEST_USER_AGENT]))
    expect(requests.every(({ headers }) => headers.cookie === undefined)).toBe(true)
    const gaps = requests.slice(1).map(({ at }, i) => at - (requests[i]?.endedAt ?? Infinity))
    // Timers may fire up to a millisecond early, and only the arrival of requests is visible here.
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(2)
  })

  test('fetches nothing that robots.txt forbids', async () => {
    const requests = await requestsTo('lumenworks.test', () => crawlAt(internet, 'lumenworks.test'))
    expect(requests.filter(({ path }) => path.startsWith('/internal/') || path.startsWith('/shop/'))).toEqual([])
  })

  test('fetches no page twice, and neither shopping carts nor brochures', async () => {
    const requests = await requestsTo('lumenworks.test', () => crawlAt(internet, 'lumenworks.test'))
    // One robots.txt each for http and https: they are two authorities.
    const paths = requests.map(({ path, secure }) => (path === '/robots.txt' && secure ? 'https robots.txt' : path))
    expect(paths.toSorted()).toEqual([...new Set(paths)].toSorted())
    expect(paths).not.toContain('/brochure.pdf')
  })

  test.each([1, 2, 5])('fetches no more than %i pages when that is the budget', async (pages) => {
    let run: Awaited<ReturnType<typeof crawlAt>> | undefined
    const requests = await requestsTo(
      'lumenworks.test',
      async () => (run = await crawlAt(internet, 'lumenworks.test', { budget: { pages } })),
    )
    expect(requests.filter(({ path }) => path !== '/robots.txt' && path !== '/sitemap.xml')).toHaveLength(pages)
    expect(run?.summary).toMatchObject({ outcome: 'done', pages, budgetMet: 'pages' })
  })

  test('stops when the byte budget is spent', async () => {
    const run = await crawlAt(internet, 'lumenworks.test', { budget: { bytes: 4_000 } })
    expect(run.summary).toMatchObject({ outcome: 'done', budgetMet: 'bytes' })
    expect(run.summary.bytes).toBeLessThanOrEqual(4_000 + 65_536)
    expect(run.events.length).toBeLessThan(10)
  })

  test('goes no deeper than allowed', async () => {
    const run = await crawlAt(internet, 'lumenworks.test', { budget: { depth: 0 } })
    expect(urlsOf(run, 'page').map((url) => new URL(url).pathname)).toEqual(['/'])
  })

  test('reads pages in every language and charset, and on subdomains', async () => {
    const run = await crawlAt(internet, 'fjordwerk.test')
    const found = [...addressesOf(run)].sort((a, b) => a.localeCompare(b))
    const locals = [
      'a.vogel',
      'bewerbung',
      'e.garnier',
      'info-de',
      'info-es',
      'info-fr',
      'info-ja',
      'j.schaefer',
      'k.sato',
      'kontakt',
      'l.fernandez',
      'l.hoffmann',
      'l.moreau',
    ]
    expect(found).toEqual(locals.map((local) => `${local}@fjordwerk.test`))
    expect(urlsOf(run, 'page')[0]).toBe('http://www.fjordwerk.test/')
  })

  test('does not follow a start page that redirects into another site, unless to its front page', async () => {
    const run = await crawlAt(internet, 'parked.test')
    expect(run.summary).toMatchObject({
      outcome: 'failed',
      reason: 'off_site',
      site: 'parked.test',
      aliases: [],
      pages: 0,
    })
  })

  test('takes the domain that a start page redirects to as the site', async () => {
    const run = await crawlAt(internet, 'brightbulbs.test')
    expect(run.summary).toMatchObject({ outcome: 'done', site: 'lumenworks.test', aliases: ['lumenworks.test'] })
    expect(run.summary.movedTo).toBe('lumenworks.test')
    expect(addressesOf(run).has('mara.ellison@lumenworks.test')).toBe(true)
  })

  test.each([
    ['forbidding.test', 'blocked', 'robots', 0],
    ['moved-robots.test', 'blocked', 'robots', 0],
    ['failing-robots.test', 'blocked', 'robots_unavailable', 0],
    ['no-robots.test', 'done', null, 3],
    ['html-robots.test', 'done', null, 3],
    ['lost-robots.test', 'done', null, 3],
    ['slow-robots.test', 'done', null, 3],
    ['very-slow-robots.test', 'done', null, 1],
  ])('obeys robots.txt of %s: %s (%s), %i pages', async (host, outcome, reason, pages) => {
    const run = await crawlAt(internet, host)
    expect(run.summary).toMatchObject({ outcome, reason })
    const noPages = new Set(['/robots.txt', '/sitemap.xml', '/.well-known/security.txt'])
    expect(pathsAt(internet, host).filter((path) => !noPages.has(path))).toHaveLength(pages)
  })

  test("reads a site's security contact, and ignores anything else in its place", async () => {
    const vault = await crawlAt(internet, 'vault.test')
    const stated = vault.events.find(({ url }) => url.endsWith('/.well-known/security.txt'))
    expect(stated).toMatchObject({ kind: 'page', status: 200 })
    expect([...addressesOf(vault)]).toEqual(['security@vault.test', 'csirt@vault.test'])
    const shell = await crawlAt(internet, 'shell.test')
    expect(urlsOf(shell, 'page')).toEqual(['https://shell.test/'])
    expect(shell.summary.pages).toBe(1)
  })

  test('keeps the delay that robots.txt asks for', async () => {
    const requests = await requestsTo('slow-robots.test', () => crawlAt(internet, 'slow-robots.test'))
    const gaps = requests.slice(2).map(({ at }, i) => at - (requests[i + 1]?.endedAt ?? Infinity))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(49)
  })

  test('retries after a 429, and gives a host up after three', async () => {
    const hesitant = await crawlAt(internet, 'hesitant.test')
    expect(hesitant.summary).toMatchObject({ outcome: 'done' })
    expect(pathsAt(internet, 'hesitant.test').filter((path) => path === '/')).toHaveLength(2)
    const overloaded = await crawlAt(internet, 'overloaded.test')
    expect(overloaded.summary).toMatchObject({ outcome: 'done' })
    expect(pathsAt(internet, 'overloaded.test')).toHaveLength(2 + 3)
    expect(overloaded.events.filter(({ kind }) => kind === 'unreachable')).toMatchObject([
      { reason: 'host_gave_up' },
      { reason: 'host_gave_up' },
    ])
  })

  test('does not wait an hour for a host that requests it', async () => {
    const run = await crawlAt(internet, 'closed.test')
    expect(run.summary).toMatchObject({ outcome: 'blocked', reason: 'host_gave_up' })
    expect(pathsAt(internet, 'closed.test')).toEqual(['/robots.txt', '/'])
  })

  test('keeps nothing from pages with noindex, and follows no link with nofollow', async () => {
    const run = await crawlAt(internet, 'shy.test')
    expect(addressesOf(run)).toEqual(new Set(['press@shy.test']))
    expect(run.events.filter(({ kind }) => kind === 'absent')).toMatchObject([
      { reason: 'noindex' },
      { reason: 'noindex' },
    ])
    expect(pathsAt(internet, 'shy.test').some((path) => ['/imprint', '/leadership', '/media'].includes(path))).toBe(
      false,
    )
  })

  test('fails with a reason for a domain that does not exist or does not answer', async () => {
    expect((await crawlAt(internet, 'nobody.example')).summary).toMatchObject({
      outcome: 'failed',
      reason: 'unreachable',
      pages: 0,
    })
  })

  test('ends when the caller does, and keeps what it has', async () => {
    const caller = new AbortController()
    const run = await crawlAt(internet, 'lumenworks.test', {
      needs: {
        signal: caller.signal,
        known: (url) => {
          if (url.endsWith('/contact')) caller.abort()
          return Promise.resolve(null)
        },
      },
    })
    expect(run.summary).toMatchObject({ outcome: 'failed', reason: 'aborted' })
    expect(urlsOf(run, 'page').length).toBeGreaterThan(0)
    expect(run.events.some(({ kind }) => kind === 'unreachable')).toBe(false)
  })

  test('shows its progress with every event', async () => {
    const run = await crawlAt(internet, 'lumenworks.test')
    expect(run.events.every(({ pages, queued, bytes }) => pages > 0 && queued >= 0 && bytes > 0)).toBe(true)
    expect(run.events.at(-1)?.pages).toBe(run.summary.pages)
  })
})
