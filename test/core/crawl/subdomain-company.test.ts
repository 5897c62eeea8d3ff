import { afterAll, beforeAll, expect, test } from 'vitest'
import { startInternet } from '../../internet/internet.ts'
import type { Internet } from '../../internet/internet.ts'
import { htmlPage } from '../../internet/test-site.ts'
import type { TestSite } from '../../internet/test-site.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'

const organization = (name: string, facts: object = {}): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': 'Organization', name, ...facts })}</script>`
const siteOf = (host: string, body: string, pages: TestSite['pages'] = {}): TestSite => ({
  hosts: [host],
  pages: { '/': htmlPage('Start', body), ...pages },
})

const sites: TestSite[] = [
  siteOf('hosting.test', organization('Hosting', { foundingDate: '1999' })),
  siteOf(
    'tenant.hosting.test',
    organization('Tenant Bakery', { foundingDate: '1870', legalName: 'Tenant Bakery Ltd' }),
  ),
  siteOf('linking.test', `${organization('Linking')}<a href="http://about.linking.test/">About us</a>`),
  siteOf('about.linking.test', organization('About', { foundingDate: '1955' })),
  siteOf('named.test', organization('Named')),
  siteOf('press.named.test', organization('Named GmbH', { foundingDate: '1911' })),
  {
    hosts: ['moved.test'],
    pages: { '/': { status: 301, headers: { location: 'http://home.moved.test/' }, body: '' } },
  },
  siteOf('home.moved.test', organization('Elsewhere', { foundingDate: '1966' })),
]

let internet: Internet
let app: TestApp
beforeAll(async () => {
  internet = await startInternet({ sites })
  app = await startApp({ internet, env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_CRAWL_WAIT_MS: '60000' } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await internet.stop()
})

async function visit(domain: string): Promise<void> {
  const { body } = await app.get(`/v2/domain-search?domain=${domain}`)
  expect(body.meta, domain).toMatchObject({ crawl: { status: 'done' } })
}
const company = async (domain: string) => (await app.get(`/v2/companies/find?domain=${domain}`)).body.data

test('a site on a subdomain of another site is a company of its own, whichever is visited first', async () => {
  await visit('tenant.hosting.test')
  await visit('hosting.test')
  expect(await company('hosting.test')).toMatchObject({ name: 'Hosting', foundedYear: 1999, legalName: null })
  expect(await company('tenant.hosting.test')).toMatchObject({ name: 'Tenant Bakery', foundedYear: 1870 })
})

test('a site that the main site links to describes the company', async () => {
  await visit('linking.test')
  expect(await company('linking.test')).toMatchObject({ name: 'Linking', foundedYear: 1955 })
  await visit('about.linking.test')
  const { rows } = await app.database.pool.query(`select domain from companies where domain like '%linking.test'`)
  expect(rows).toEqual([{ domain: 'linking.test' }])
})

test('so does one that uses its name', async () => {
  await visit('press.named.test')
  expect(await company('named.test')).toMatchObject({ foundedYear: 1911 })
})

test('so does one that the main site redirects to', async () => {
  await visit('moved.test')
  expect(await company('moved.test')).toMatchObject({ foundedYear: 1966 })
})
