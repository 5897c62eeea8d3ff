import { get } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fetchLogo } from '../../src/core/enrich/logo.ts'
import { createPoliteness } from '../../src/engine/crawl/politeness.ts'
import type { Politeness } from '../../src/engine/crawl/politeness.ts'
import { startInternet } from '../internet/internet.ts'
import type { Internet } from '../internet/internet.ts'
import { logoSites } from '../internet/sites/logo-sites.ts'
import { startApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'

const all = await logoSites()
const looked = all.filter(({ site }) => site.pages?.['/'] !== undefined && site.hosts[0] !== 'pictures.example')
let internet: Internet
let app: TestApp
let politeness: Politeness

beforeAll(async () => {
  internet = await startInternet({ sites: all.map(({ site }) => site) })
  app = await startApp({ internet, env: { QUARRY_ROLE: 'server', QUARRY_RATE_LIMIT_FACTOR: '0' } })
  const { http, clock, config } = app.context
  politeness = createPoliteness({ http, clock, delayMs: 0, userAgent: config.crawl.userAgent })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await internet[Symbol.asyncDispose]()
})

const logo = (domain: string, accept = '*/*', query = '') =>
  fetch(`${app.origin}/logos/${domain}${query}`, { headers: { accept } })
const look = (domain: string) => fetchLogo(app.context, domain, { politeness, signal: new AbortController().signal })
const sourceOf = async (domain: string): Promise<string> => {
  const { rows } = await app.context.database.pool.query<{ source_url: string }>(
    'select source_url from logos where domain = $1',
    [domain],
  )
  return rows[0]?.source_url ?? ''
}

describe('a logo is found', () => {
  test.each(looked.map(({ site, expected }) => [site.hosts[0] ?? '', expected] as const))(
    'on %s: %s',
    async (domain, expected) => {
      expect((await logo(domain)).status).toBe(404)
      expect(await look(domain)).toBe(expected !== null)
      const answer = await logo(domain)
      if (expected === null) return expect(answer.status).toBe(404)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-type')).toBe('image/png')
      const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
      expect([format, Math.max(width, height) <= 512, Math.max(width, height) >= 32]).toEqual(['png', true, true])
      expect((await sourceOf(domain)).endsWith(expected)).toBe(true)
    },
  )

  test('without asking private addresses or what robots.txt forbids', () => {
    const asked = internet.requests.map(({ host, path }) => `${host}${path}`)
    expect(asked).not.toContain('inside.example/secret.png')
    expect(asked).not.toContain('forbidden.example/private/logo.png')
  })
})

describe('a logo is served', () => {
  test('in the best format that Accept names, as PNG for a wildcard, none and others', async () => {
    const types = async (accept: string) => (await logo('ld-text.example', accept)).headers.get('content-type')
    expect(await types('*/*')).toBe('image/png')
    expect(await types('image/*')).toBe('image/png')
    expect(await types('image/webp,*/*')).toBe('image/webp')
    expect(await types('image/avif,image/webp,image/png')).toBe('image/avif')
    expect(await types('image/avif;q=0, image/webp')).toBe('image/webp')
  })

  test('in the size requested, but never larger than the original', async () => {
    const side = async (query: string) => {
      const answer = await logo('ld-text.example', '*/*', query)
      return (await sharp(Buffer.from(await answer.arrayBuffer())).metadata()).width
    }
    expect(await side('?size=48')).toBe(48)
    expect(await side('')).toBe(200)
    expect(await side('?size=512')).toBe(200)
    const wrong = await logo('ld-text.example', '*/*', '?size=513')
    expect(wrong.status).toBe(400)
    expect(await wrong.json()).toEqual({
      errors: [{ id: 'wrong_params', code: 400, details: 'size must be an integer from 16 to 512.' }],
    })
  })

  test('with validators: an unchanged picture is not sent again', async () => {
    const first = await logo('ld-text.example')
    expect(first.headers.get('cache-control')).toBe('public, max-age=604800')
    expect(first.headers.get('vary')).toBe('Accept')
    expect(first.headers.get('x-content-type-options')).toBe('nosniff')
    const etag = first.headers.get('etag') ?? ''
    const again = await fetch(`${app.origin}/logos/ld-text.example`, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    const head = await fetch(`${app.origin}/logos/ld-text.example`, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  test.each(['never-seen.example', 'not a domain', '127.0.0.1', '..%2f..%2fetc'])(
    'as 404 JSON for %s',
    async (name) => {
      const answer = await logo(name.includes('%') ? name : encodeURIComponent(name))
      expect(answer.status).toBe(404)
      expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
      expect(await answer.json()).toMatchObject({ errors: [{ id: 'not_found', code: 404 }] })
    },
  )

  test('at most fifty times a second to one client', async () => {
    // The clock stands still: all requests come in the same second, however long they take.
    const now = new Date()
    const replace = { clock: { now: () => now } }
    await using limited = await startApp({ internet, database: app.database, key: app.key, replace })
    const url = `${limited.origin}/logos/ld-text.example?size=16`
    const answers = await Promise.all(Array.from({ length: 120 }, () => fetch(url)))
    const refused = answers.filter(({ status }) => status === 403)
    expect(refused).toHaveLength(20)
    // Requests that come too fast wait for up to a second, and are refused beyond that.
    expect(refused[0]?.headers.get('retry-after')).toMatch(/^[12]$/)
  })
})

test('the first request starts a search, and a later one gets the picture', async () => {
  await using busy = await startApp({ internet, env: { QUARRY_LOGO_URL: 'http://logos.made.test/of' } })
  const ask = (path: string, host = 'localhost') =>
    new Promise<number>((resolve, reject) => {
      const request = get(busy.origin + path, { headers: { host } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode ?? 0)
      })
      request.on('error', reject)
    })
  expect(await ask('/logos/in-header.example')).toBe(404)
  await expect.poll(() => ask('/logos/in-header.example'), { interval: 100 }).toBe(200)
  expect(await ask('/of/in-header.example', 'logos.made.test')).toBe(200)
  expect(await ask('/of/in-header.example')).toBe(404)
})

test('a network without a key has no more than five hundred searches begun in an hour', async () => {
  await using strict = await startApp({ env: { QUARRY_CRAWL: 'on', QUARRY_ROLE: 'server', QUARRY_TRUST_PROXY: '1' } })
  const wanted = async () => (await strict.database.pool.query('select 1 from logos')).rowCount
  const ask = async (client: string, domain: string) =>
    (await fetch(`${strict.origin}/logos/${domain}`, { headers: { 'x-forwarded-for': client } })).status
  for (let turn = 0; turn < 499; turn += 1)
    await strict.context.rateCounter.count('client:2001:db8:1::/48:logos', 3_600_000, 500)
  expect(await ask('2001:db8:1:1::1', 'first.example')).toBe(404)
  expect(await ask('2001:db8:1:2::1', 'second.example')).toBe(404)
  expect(await wanted()).toBe(1)
  expect(await ask('198.51.100.1', 'second.example')).toBe(404)
  expect(await wanted()).toBe(2)
})
