import { htmlPage, redirectTo, sendPage, type TestPage, type TestSite, textPage } from '../test-site.ts'

/** Sites that change between visits: validators, vanishing pages, servers that ask to be left alone. */

const CONTACT_LINKS = '<a href="/contact">Contact</a> <a href="/team">Team</a>'

/** Serves pages from a map that a test may change between two visits. */
export function changingSite(host: string, pages: Map<string, string | TestPage>): TestSite {
  return {
    hosts: [host],
    handle: ({ path }, response) => {
      const page = pages.get(path)
      if (page === undefined) return false
      sendPage(response, page)
      return true
    },
  }
}

/** Serves every page with an ETag (and /contact with only a date), and answers 304 when it matches. */
export function validatingSite(): TestSite {
  const etag = '"v1"'
  const date = 'Mon, 05 May 2025 10:00:00 GMT'
  const bodies: Record<string, string> = {
    '/': htmlPage('Valid', CONTACT_LINKS),
    '/contact': htmlPage('Contact', '<a href="mailto:hello@validating.test">Hello</a>'),
    '/team': htmlPage('Team', '<a href="mailto:team@validating.test">Team</a>'),
  }
  return {
    hosts: ['validating.test'],
    handle: ({ path, headers }, response) => {
      const body = bodies[path]
      if (body === undefined) return false
      const known = path === '/contact' ? headers['if-modified-since'] === date : headers['if-none-match'] === etag
      const validators: Record<string, string> = path === '/contact' ? { 'last-modified': date } : { etag }
      if (known) response.writeHead(304, validators).end()
      else sendPage(response, { body, headers: validators })
      return true
    },
  }
}

/** Answers 429 with a short `Retry-After` at the first request for each page, then the page. */
export const hesitantSite = (): TestSite => ({
  hosts: ['hesitant.test'],
  pages: { '/contact': htmlPage('Contact', 'Contact'), '/robots.txt': textPage('') },
  handle: ({ path, earlier }, response) => {
    if (path !== '/') return false
    sendPage(
      response,
      earlier === 0 ? { status: 429, headers: { 'retry-after': '0' }, body: '' } : htmlPage('Hesitant', CONTACT_LINKS),
    )
    return true
  },
})

/** Serves its start page, and 503 for everything else. */
export const overloadedSite = (): TestSite => ({
  hosts: ['overloaded.test'],
  pages: { '/': htmlPage('Overloaded', CONTACT_LINKS), '/robots.txt': textPage('') },
  handle: ({ path }, response) => {
    if (path === '/' || path === '/robots.txt') return false
    sendPage(response, { status: 503, headers: { 'retry-after': '0' }, body: '' })
    return true
  },
})

/** Asks clients to come back in an hour. */
export const closedForAnHour = (): TestSite => ({
  hosts: ['closed.test'],
  pages: { '/': { status: 503, headers: { 'retry-after': '3600' }, body: '' }, '/robots.txt': textPage('') },
})

/** robots.txt in all its variants, one host for each. */
export const robotsSites = (): TestSite[] => [
  withRobots('forbidding.test', textPage('User-agent: *\nDisallow: /\n')),
  withRobots('failing-robots.test', { status: 500, body: '' }),
  withRobots('no-robots.test', { status: 403, body: '' }),
  withRobots('html-robots.test', htmlPage('Welcome', 'Disallow: everything')),
  withRobots('moved-robots.test', redirectTo('http://forbidding.test/robots.txt')),
  withRobots('lost-robots.test', redirectTo('/robots.txt')),
  withRobots('slow-robots.test', textPage('User-agent: QuarryBot\nCrawl-delay: 0.05\n\nUser-agent: *\nDisallow: /\n')),
  withRobots('very-slow-robots.test', textPage('User-agent: *\nCrawl-delay: 3600\n')),
]

const withRobots = (host: string, robots: string | TestPage): TestSite => ({
  hosts: [host],
  pages: {
    '/robots.txt': robots,
    '/': htmlPage(host, CONTACT_LINKS),
    '/contact': htmlPage('Contact', 'Contact'),
    '/team': htmlPage('Team', 'Team'),
  },
})

/** Pages that ask not to be indexed. */
export const shySite: TestSite = {
  hosts: ['shy.test'],
  pages: {
    '/': htmlPage(
      'Shy',
      '<a href="/contact">Contact</a> <a href="/team">Team</a> <a href="/press">Press</a> <a rel="nofollow" href="/imprint">Imprint</a>',
    ),
    '/contact': {
      headers: { 'x-robots-tag': 'otherbot: nofollow, quarrybot: noindex' },
      body: htmlPage('Contact', 'hidden@shy.test'),
    },
    '/team':
      '<meta name="robots" content="noindex, nofollow"><p>hidden@shy.test</p><a href="/leadership">Leadership</a>',
    '/press': {
      headers: { 'x-robots-tag': 'quarrybot: nofollow' },
      body: htmlPage('Press', 'press@shy.test <a href="/media">Media</a>'),
    },
    '/imprint': htmlPage('Imprint', 'imprint@shy.test'),
    '/leadership': htmlPage('Leadership', 'boss@shy.test'),
    '/media': htmlPage('Media', 'media@shy.test'),
  },
}
