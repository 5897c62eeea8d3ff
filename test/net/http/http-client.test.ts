import { once } from 'node:events'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDnsClient } from '../../../src/net/dns-client.ts'
import { createHttpClient } from '../../../src/net/http/http-client.ts'
import type { HttpClient } from '../../../src/net/http/http-exchange.ts'
import { type Internet, startInternet } from '../../internet/internet.ts'
import { hostileSites } from '../../internet/sites/hostile-sites.ts'
import { redirectTo, type TestSite } from '../../internet/test-site.ts'

const USER_AGENT = 'QuarryBot/1.0 (+https://quarry.example/crawler)'

const plain: TestSite = {
  hosts: ['plain.test', 'other.test'],
  pages: {
    '/': '<p>Hello',
    '/gzip': { headers: { 'content-encoding': 'gzip' }, body: gzipSync('<p>Packed') },
    '/br': { headers: { 'content-encoding': 'br' }, body: brotliCompressSync('<p>Packed') },
    '/cut-gzip': { headers: { 'content-encoding': 'gzip' }, body: gzipSync('<p>Packed').subarray(0, -8) },
    '/not-gzip': { headers: { 'content-encoding': 'gzip' }, body: '<p>Not packed' },
    '/zstd': { headers: { 'content-encoding': 'zstd' }, body: 'whatever' },
    '/away': redirectTo('http://other.test/there'),
    '/there': 'over there',
    '/ftp': redirectTo('ftp://other.test/'),
    '/port': redirectTo('http://other.test:22/'),
    '/user': redirectTo('http://me:secret@other.test/'),
    '/nowhere': { status: 302, body: '' },
    '/thousand': 'x'.repeat(1_000),
    '/empty-gzip': { headers: { 'content-encoding': 'gzip' }, body: '' },
    '/empty-br': { headers: { 'content-encoding': 'br' }, body: '' },
  },
  handle: ({ path, earlier }, response) => {
    if (path !== '/flaky' && path !== '/broken') return false
    if (path === '/broken' || earlier === 0) response.socket?.destroy()
    else response.end('at last')
    return true
  },
}

/** What no limit of bodies sees, without end. */
const endless: TestSite = {
  hosts: ['endless.test'],
  handle: ({ path }, response) => {
    const chunked = (headers: string): string =>
      `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n${headers}Transfer-Encoding: chunked\r\n\r\n`
    if (path === '/hints') flood(response, '', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(100))
    if (path === '/extensions') flood(response, `${chunked('')}5;a=`, 'b'.repeat(60_000))
    if (path === '/members') {
      const members = Buffer.concat(Array<Buffer>(1_000).fill(gzipSync(''))).toString('latin1')
      const chunk = `${members.length.toString(16)}\r\n${members}\r\n`
      flood(response, chunked('Content-Encoding: gzip\r\n'), chunk)
    }
    return true
  },
}

function flood(response: ServerResponse, head: string, more: string): void {
  const { socket } = response
  if (socket === null) return
  const bytes = Buffer.from(more, 'latin1')
  const fill = (): void => {
    while (socket.writable && socket.write(bytes));
  }
  socket.on('drain', fill).write(head)
  fill()
}

describe('the HTTP client', () => {
  let internet: Internet
  let http: HttpClient

  beforeAll(async () => {
    internet = await startInternet({ sites: [plain, endless, ...hostileSites()], https: true })
    http = clientFor(internet)
  })
  afterAll(async () => {
    await http.close()
    await internet.stop()
  })

  const clientFor = (
    net: Internet,
    options: { allowedNetworks?: string[]; proxyUrl?: string; trusted?: boolean } = {},
  ): HttpClient =>
    createHttpClient({
      userAgent: USER_AGENT,
      dns: createDnsClient({ servers: [net.dnsServer], timeoutMs: 10_000 }),
      allowedNetworks: options.allowedNetworks ?? ['127.0.0.0/8'],
      proxyUrl: options.proxyUrl ?? null,
      httpPort: net.httpPort,
      httpsPort: net.httpsPort,
      ...(options.trusted === false || net.certificate === null ? {} : { certificates: [net.certificate] }),
    })

  test('returns status, headers, body and final URL, and identifies itself', async () => {
    const answer = await http.fetch('http://plain.test/#top')
    expect(answer).toMatchObject({
      outcome: 'response',
      status: 200,
      url: 'http://plain.test/',
      truncated: false,
      redirects: [],
    })
    expect(answer.outcome === 'response' && answer.body.toString()).toBe('<p>Hello')
    expect(internet.requests.at(-1)?.headers).toMatchObject({ host: 'plain.test', 'user-agent': USER_AGENT })
  })

  test('speaks https with a certificate for the requested name', async () => {
    expect(await http.fetch('https://plain.test/')).toMatchObject({ outcome: 'response', status: 200 })
    const wary = clientFor(internet, { trusted: false })
    expect(await wary.fetch('https://plain.test/')).toMatchObject({ outcome: 'refused', reason: 'tls' })
    await wary.close()
  })

  test.each(['/gzip', '/br', '/cut-gzip'])('inflates %s', async (path) => {
    const answer = await http.fetch(`http://plain.test${path}`)
    expect(answer.outcome === 'response' && answer.body.toString()).toBe('<p>Packed')
  })

  test.each(['/not-gzip', '/zstd'])('refuses %s, whose encoding is wrong or was never offered', async (path) => {
    expect(await http.fetch(`http://plain.test${path}`)).toMatchObject({ outcome: 'refused', reason: 'protocol' })
  })

  test.each(['/empty-gzip', '/empty-br'])('inflates an empty body to nothing: %s', async (path) => {
    const answer = await http.fetch(`http://plain.test${path}`)
    expect(answer.outcome === 'response' && answer.body.length).toBe(0)
  })

  test('retries once when a connection breaks before any answer', async () => {
    expect(await http.fetch('http://plain.test/flaky')).toMatchObject({ outcome: 'response', status: 200 })
    expect(await http.fetch('http://plain.test/broken')).toMatchObject({ outcome: 'refused', reason: 'unreachable' })
    expect(internet.requests.filter(({ path }) => path === '/broken')).toHaveLength(2)
  })

  test('follows a redirect when the caller agrees, without conditional headers', async () => {
    const seen: string[] = []
    const allow = (url: URL): boolean => seen.push(url.href) > 0
    const answer = await http.fetch('http://plain.test/away', { allow, headers: { 'if-none-match': '"1"' } })
    expect(answer).toMatchObject({
      outcome: 'response',
      url: 'http://other.test/there',
      redirects: ['http://plain.test/away'],
    })
    expect(seen).toEqual(['http://other.test/there'])
    expect(internet.requests.at(-2)?.headers['if-none-match']).toBe('"1"')
    expect(internet.requests.at(-1)?.headers['if-none-match']).toBeUndefined()
    expect(await http.fetch('http://plain.test/away', { allow: () => false })).toMatchObject({
      outcome: 'refused',
      reason: 'redirect_refused',
    })
  })

  test('returns a redirect if told not to follow any', async () => {
    expect(await http.fetch('http://plain.test/away', { maxRedirects: 0 })).toMatchObject({
      outcome: 'response',
      status: 301,
    })
  })

  test.each(['/ftp', '/port', '/user', '/nowhere'])(
    'does not follow a redirect to what must not be fetched: %s',
    async (path) => {
      expect(await http.fetch(`http://plain.test${path}`)).toMatchObject({ outcome: 'refused', reason: 'bad_url' })
    },
  )

  test.each([
    ['redirects.test/loop/1', 'redirect_loop'],
    ['redirects.test/endless/1', 'too_many_redirects'],
    ['cookies.test/', 'redirect_loop'],
    ['huge.test/', 'too_large'],
    ['bomb.test/', 'compression_bomb'],
    ['drip.test/', 'timeout'],
    ['silent.test/', 'timeout'],
    ['breaks-off.test/', 'unreachable'],
    ['no-http.test/', 'protocol'],
    ['inward.test/', 'private_address'],
    ['rebinding.test/', 'private_address'],
    ['unknown.example/', 'unreachable'],
    ['nowhere.plain.test/', 'unknown_host'],
  ])('http://%s ends as %s', async (target, reason) => {
    const guarded = clientFor(internet, { allowedNetworks: ['127.0.0.1/32'] })
    const deadlineMs = reason === 'timeout' ? 300 : 60_000
    expect(await guarded.fetch(`http://${target}`, { deadlineMs })).toMatchObject({ outcome: 'refused', reason })
    await guarded.close()
  })

  test.each([
    ['/hints', 'protocol'],
    ['/extensions', 'too_large'],
    ['/members', 'too_large'],
  ])('ends what goes on without bringing any body long before the deadline: %s', async (path, reason) => {
    expect(await http.fetch(`http://endless.test${path}`, { deadlineMs: 60_000 })).toMatchObject({ reason })
  })

  test('cuts an endless body at the limit when told to', async () => {
    const answer = await http.fetch('http://huge.test/', { maxBytes: 100_000, overflow: 'cut' })
    expect(answer).toMatchObject({ outcome: 'response', truncated: true })
    expect(answer.outcome === 'response' && answer.body.length).toBe(100_000)
  })

  test('returns a body of exactly the limit whole', async () => {
    expect(await http.fetch('http://plain.test/thousand', { maxBytes: 1_000 })).toMatchObject({
      outcome: 'response',
      truncated: false,
    })
    expect(await http.fetch('http://plain.test/thousand', { maxBytes: 999 })).toMatchObject({
      outcome: 'refused',
      reason: 'too_large',
    })
  })

  test.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://１２７.0.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://0/',
    'http://plain.test/',
    'http://inward-redirect.test/',
  ])('reaches nothing on this machine through %s unless a network is allowed', async (url) => {
    const before = internet.requests.length
    const closed = clientFor(internet, { allowedNetworks: [] })
    expect(await closed.fetch(url)).toMatchObject({ outcome: 'refused', reason: 'private_address' })
    expect(internet.requests.length).toBe(before)
    await closed.close()
  })

  test.each([
    '',
    'nonsense',
    'ftp://plain.test/',
    'file:///etc/passwd',
    'http://a:b@plain.test/',
    'http://plain.test:8080/',
    `http://plain.test/${'a'.repeat(3_000)}`,
  ])('refuses the URL %j', async (url) => {
    expect(await http.fetch(url)).toMatchObject({ outcome: 'refused', reason: 'bad_url' })
  })

  test('ends at once when its caller does', async () => {
    const caller = new AbortController()
    const pending = http.fetch('http://silent.test/', { signal: caller.signal })
    caller.abort()
    expect(await pending).toMatchObject({ outcome: 'refused', reason: 'aborted' })
  })

  test('goes through a proxy, and never asks it for a name that DNS resolves to a private address', async () => {
    const asked: string[] = []
    const proxy = createServer((request, response) => {
      asked.push(request.url ?? '')
      response.end('from the proxy')
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const proxied = clientFor(internet, { proxyUrl: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` })
    const answer = await proxied.fetch('http://plain.test/page')
    expect(answer.outcome === 'response' && answer.body.toString()).toBe('from the proxy')
    expect(await proxied.fetch('http://inward.test/')).toMatchObject({ outcome: 'refused', reason: 'private_address' })
    expect(await proxied.fetch('http://10.0.0.1/')).toMatchObject({ outcome: 'refused', reason: 'private_address' })
    expect(await proxied.fetch('http://only-the-proxy-knows.example/')).toMatchObject({ outcome: 'response' })
    expect(asked).toEqual(['http://plain.test/page', 'http://only-the-proxy-knows.example/'])
    await proxied.close()
    proxy.close()
  })
})
