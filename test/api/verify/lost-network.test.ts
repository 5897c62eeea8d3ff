import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startDnsServer } from '../../internet/dns-server.ts'
import type { TestDnsServer } from '../../internet/dns-server.ts'
import { startInternet } from '../../internet/internet.ts'
import type { Internet } from '../../internet/internet.ts'
import { htmlPage } from '../../internet/test-site.ts'
import type { ZoneEntry } from '../../internet/test-site.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'

/** What Quarry answers while its resolver has lost the network, and what it does when the network is back. */

const LATER_MS = 60_000

const zone = new Map<string, ZoneEntry>([
  ['tiles.test', { a: ['127.0.0.1'] }],
  ['no-mail.test', { mx: [{ exchange: '.', preference: 0 }] }],
])
let dns: TestDnsServer
let internet: Internet

beforeAll(async () => {
  dns = await startDnsServer(zone)
  const pages = { '/': htmlPage('Tiles', '<p>Ask jo.doe@tiles.test</p>') }
  internet = await startInternet({ sites: [{ hosts: ['tiles.test'], pages }] })
})
afterAll(async () => {
  await internet.stop()
  await dns.stop()
})

const spentOf = async (app: TestApp) =>
  (await app.database.pool.query<{ count: number }>('select count(*)::integer from charges')).rows[0]?.count

const verdictOf = async (app: TestApp, email: string) => {
  const { body } = await app.get(`/v2/email-verifier?email=${email}`)
  return body.data as { status: string; score: number }
}

describe.each(['NXDOMAIN', 'SERVFAIL', 'REFUSED'] as const)('a resolver that answers %s for every name', (outage) => {
  test('leads to no verdict, charge or delay; all is done when the network is back', async () => {
    let shiftMs = 0
    const clock = { now: () => new Date(Date.now() + shiftMs) }
    const env = { QUARRY_DNS_SERVERS: dns.address, QUARRY_CRAWL_WAIT_MS: '0', QUARRY_RATE_LIMIT_FACTOR: '0' }
    dns.outage = outage
    await using app = await startApp({ internet, env, replace: { clock } })
    await expect
      .poll(async () => (await app.get('/readyz')).body)
      .toMatchObject({
        status: 'ready',
        warnings: [expect.stringContaining('names that certainly exist')],
      })

    const unsure = await verdictOf(app, 'ana@no-mail.test')
    expect(unsure).toMatchObject({ status: 'unknown', score: 20 })
    const known = await verdictOf(app, 'ana@gmail.com')
    expect(known.status).not.toBe('invalid')
    const list = await app.post('/v2/email-verifier/bulk', { emails: ['ana@no-mail.test', 'rui@nowhere.tiles.test'] })
    const { id } = list.body.data as { id: string }
    const search = () => app.get('/v2/domain-search?domain=tiles.test')
    await search()
    await expect
      .poll(async () => (await search()).body.meta)
      .toMatchObject({
        crawl: { status: 'queued', reason: 'no_network' },
      })
    expect(await spentOf(app)).toBe(0)

    dns.outage = null
    shiftMs = LATER_MS
    await expect
      .poll(async () => (await search()).body)
      .toMatchObject({ data: { emails: [{ value: 'jo.doe@tiles.test' }] } })
    await expect
      .poll(async () => (await app.get(`/v2/email-verifier/bulk/${id}`)).body.data)
      .toMatchObject({ status: 'done' })
    expect(await verdictOf(app, 'ana@no-mail.test')).toMatchObject({ status: 'invalid', score: 0 })
    expect(await verdictOf(app, 'rui@nowhere.tiles.test')).toMatchObject({ status: 'invalid', score: 0 })
    expect(await spentOf(app)).toBeGreaterThan(0)
    await expect.poll(async () => (await app.get('/readyz')).body).toEqual({ status: 'ready' })
  })
})

test('a domain whose own servers fail is not taken for an outage of this network', async () => {
  zone.set('broken.test', { rcode: 'SERVFAIL' })
  await using app = await startApp({ internet, env: { QUARRY_DNS_SERVERS: dns.address } })
  const { body } = await app.get('/v2/domain-search?domain=broken.test')
  expect(body.meta).toMatchObject({ crawl: { status: 'failed', reason: 'unreachable' } })
  expect((await app.get('/readyz')).body).toEqual({ status: 'ready' })
})
