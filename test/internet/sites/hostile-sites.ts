import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { htmlPage, redirectTo, sendPage, type SiteRequest, type TestSite, textPage } from '../test-site.ts'

/** Hostile or carelessly built sites, one host for each trick. Every call returns fresh state. */
export function hostileSites(): TestSite[] {
  return [
    redirects,
    cookieLoop,
    huge,
    bomb,
    drip,
    silent,
    breaksOff,
    noHttp,
    ...inward,
    manyLinks,
    brokenCharset,
    nested,
    hugeRobots,
    calendar,
    minted(),
    binary,
    wrongLength,
  ]
}

const MEGABYTE = 1_000_000
const ENDLESS_BODY_BYTES = 1_000 * MEGABYTE

const redirects: TestSite = {
  hosts: ['redirects.test'],
  pages: { '/': htmlPage('Redirects', '<a href="/loop/1">Team</a> <a href="/endless/1">Contact</a>') },
  handle: ({ path }, response) => {
    const [, kind, step] = path.split('/')
    if (kind === 'loop') return reply(response, redirectTo(step === '1' ? '/loop/2' : '/loop/1'))
    if (kind === 'endless') return reply(response, redirectTo(`/endless/${Number(step) + 1}`, 302))
    return false
  },
}

/** Redirects to itself until a cookie comes back, which never happens. */
const cookieLoop: TestSite = {
  hosts: ['cookies.test'],
  handle: ({ path, headers }, response) => {
    if (path === '/robots.txt') return false
    if (headers.cookie !== undefined) return reply(response, { body: htmlPage('Welcome back', '') })
    return reply(response, { status: 302, headers: { location: path, 'set-cookie': 'seen=1' }, body: '' })
  },
}

const huge: TestSite = {
  hosts: ['huge.test'],
  handle: ({ path }, response) => {
    if (path === '/robots.txt') return false
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': ENDLESS_BODY_BYTES })
    const chunk = Buffer.alloc(65_536, '<p>more</p> ')
    let sent = 0
    const more = (): void => {
      while (sent < ENDLESS_BODY_BYTES && !response.destroyed) {
        sent += chunk.length
        if (!response.write(chunk)) return void response.once('drain', more)
      }
      response.end()
    }
    more()
    return true
  },
}

/** 100 MB of blanks in 100 kB. */
const bombBody = gzipSync(Buffer.alloc(100 * MEGABYTE, ' '))

const bomb: TestSite = {
  hosts: ['bomb.test'],
  pages: { '/': { headers: { 'content-encoding': 'gzip' }, body: bombBody } },
}

/** A byte every 20 ms, forever. */
const drip: TestSite = {
  hosts: ['drip.test'],
  handle: ({ path }, response) => {
    if (path === '/robots.txt') return false
    response.writeHead(200, { 'content-type': 'text/html' })
    const timer = setInterval(() => response.write('.'), 20)
    response.once('close', () => clearInterval(timer))
    return true
  },
}

const silent: TestSite = { hosts: ['silent.test'], handle: () => true }

const breaksOff: TestSite = {
  hosts: ['breaks-off.test'],
  handle: (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html', 'content-length': 1_000 })
    response.write('<p>And then', () => response.destroy())
    return true
  },
}

const noHttp: TestSite = {
  hosts: ['no-http.test'],
  handle: (_, response) => {
    response.socket?.end('220 mail.no-http.test ESMTP\r\n')
    return true
  },
}

const inward: TestSite[] = [
  { hosts: [], zone: { 'inward.test': { a: ['10.0.0.1'] } } },
  {
    hosts: ['inward-redirect.test'],
    pages: {
      '/': htmlPage('Inward', '<a href="/contact">Contact</a> <a href="/team">Team</a>'),
      '/contact': redirectTo('http://169.254.169.254/latest/meta-data/'),
      '/team': redirectTo('http://inward.test/'),
    },
    zone: { 'inward-redirect.test': { a: ['127.0.0.1'] } },
  },
  // Public at the first lookup, private at the second: the address checked must be the one connected to.
  { hosts: [], zone: { 'rebinding.test': { rebind: [['10.0.0.7'], ['127.0.0.1']], ttl: 0 } } },
]

const manyLinks: TestSite = {
  hosts: ['links.test'],
  handle: ({ path }, response) => {
    if (path === '/robots.txt') return false
    const links =
      path === '/'
        ? Array.from({ length: 100_000 }, (_, i) => `<a href="/p/${i}">Page ${i}</a>`).join('\n')
        : 'Nothing.'
    return reply(response, htmlPage('Links', `${links}<a href="/contact">Contact</a>`))
  },
}

const brokenCharset: TestSite = {
  hosts: ['charset.test'],
  pages: {
    '/': {
      type: 'text/html; charset=no-such-charset',
      body: Buffer.concat([
        Buffer.from('<meta charset="utf-99"><title>Caf'),
        Buffer.from([0xe9, 0xff, 0xc3, 0x28, 0x00]),
        Buffer.from('</title><a href="/contact">Contact</a>'),
      ]),
    },
    '/contact': { type: 'text/html; charset=utf-16', body: Buffer.from([0xff, 0xfe, 0x41]) },
  },
}

const nested: TestSite = {
  hosts: ['nested.test'],
  pages: {
    '/': `${'<div><b>'.repeat(100_000)}<a href="/contact">Contact</a>`,
    '/contact': `<p title="${'a'.repeat(MEGABYTE)}">${'&amp;'.repeat(10_000)}</p>`,
  },
}

const hugeRobots: TestSite = {
  hosts: ['robots.test'],
  pages: {
    '/': htmlPage('Robots', '<a href="/contact">Contact</a> <a href="/private/x">Private</a>'),
    '/contact': htmlPage('Contact', 'Contact'),
    '/private/x': htmlPage('Private', 'Private'),
    '/robots.txt': textPage(`User-agent: *\nDisallow: /private/\n${'Disallow: /nothing-of-note\n'.repeat(400_000)}`),
  },
}

const calendar: TestSite = {
  hosts: ['calendar.test'],
  handle: ({ path }, response) => {
    const month = Number(/^\/events\/(\d+)$/.exec(path)?.[1] ?? Number.NaN)
    if (path === '/') return reply(response, htmlPage('Calendar', '<a href="/events/1">Our team events</a>'))
    if (Number.isNaN(month)) return false
    return reply(
      response,
      htmlPage(`Month ${month}`, `<div class="month"><a href="/events/${month + 1}">Our team next month</a></div>`),
    )
  },
}

/** Every answer shows new addresses. */
function minted(): TestSite {
  let count = 0
  return {
    hosts: ['minted.test'],
    handle: ({ path }, response) => {
      if (path === '/robots.txt') return false
      const page = Number(/^\/team\/(\d+)$/.exec(path)?.[1] ?? 0)
      count++
      const address = `<a href="mailto:trap-${20_000 + count * 7}@minted.test">Write to us</a>`
      return reply(
        response,
        htmlPage('Team', `${address} <a href="/team/${page + 1}">Team</a> <a href="/team/${page + 2}">People</a>`),
      )
    },
  }
}

const binary: TestSite = {
  hosts: ['binary.test'],
  pages: {
    '/': htmlPage('Binary', '<a href="/contact">Contact</a> <a href="/team">Team</a>'),
    '/contact': {
      type: 'text/html',
      body: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...Array<number>(2_000).fill(0)]),
    },
    '/team': { type: 'application/pdf', body: '%PDF-1.7' },
  },
}

const wrongLength: TestSite = {
  hosts: ['wrong-length.test'],
  handle: ({ path }: SiteRequest, response: ServerResponse) => {
    if (path !== '/') return false
    response.socket?.end(
      'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 5\r\nconnection: close\r\n\r\n<p>More than five',
    )
    return true
  },
}

function reply(response: ServerResponse, page: Parameters<typeof sendPage>[1]): true {
  sendPage(response, page)
  return true
}
