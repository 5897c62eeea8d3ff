import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Company, FieldSources } from '../../../src/core/enrich/enrich-output.ts'
import { startInternet } from '../../internet/internet.ts'
import type { Internet } from '../../internet/internet.ts'
import { lumenworksSites } from '../../internet/sites/lumenworks.ts'
import { htmlPage } from '../../internet/test-site.ts'
import type { TestSite } from '../../internet/test-site.ts'
import { untraced } from '../../support/process/untraced.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'

/** A brewery with structured data, technologies and a filter in front of its mail servers. */
const brewery: TestSite = {
  hosts: ['steinbach-bier.test'],
  pages: {
    '/': {
      headers: { server: 'nginx/1.25', 'x-powered-by': 'PHP/8.3', 'set-cookie': 'PHPSESSID=abc; path=/' },
      body: htmlPage(
        'Steinbach Bier',
        `<meta name="generator" content="WordPress 6.5"><meta name="description" content="Steinbach is a craft brewery in the hills.">
        <script src="https://www.googletagmanager.com/gtm.js?id=GTM-X"></script><script src="/wp-content/themes/x/app.js"></script>
        <script type="application/ld+json">${JSON.stringify({
          '@context': 'https://schema.org',
          '@type': 'Organization',
          name: 'Steinbach Bier',
          legalName: 'Steinbach Bier GmbH',
          url: 'http://steinbach-bier.test/',
          foundingDate: '1893-05-01',
          numberOfEmployees: { '@type': 'QuantitativeValue', value: 64 },
          telephone: '+49 5152 555010',
          address: {
            '@type': 'PostalAddress',
            streetAddress: 'Bachstraße 4',
            postalCode: '31840',
            addressLocality: 'Hameln',
            addressCountry: 'Germany',
          },
          sameAs: [
            'https://www.linkedin.com/company/steinbach-bier',
            'https://www.facebook.com/steinbachbier',
            'https://www.crunchbase.com/organization/steinbach-bier',
          ],
          parentOrganization: { '@type': 'Organization', name: 'Hopfen Holding', url: 'https://hopfen-holding.test/' },
        })}</script><main><h1>Beer</h1><a href="/kontakt">Kontakt</a></main>`,
      ),
    },
    '/kontakt': htmlPage('Kontakt', '<p>Steinbach Bier</p><p>Tel. <a href="tel:+495152555099">05152 555099</a></p>'),
  },
  zone: {
    'steinbach-bier.test': {
      mx: [{ exchange: 'eu-smtp-inbound-1.mimecast.com', preference: 10 }],
      txt: ['v=spf1 include:_spf.google.com include:sendgrid.net ~all'],
    },
  },
}

let internet: Internet
let app: TestApp
beforeAll(async () => {
  internet = await startInternet({ sites: [...lumenworksSites, brewery] })
  app = await startApp({ internet, env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_CRAWL_WAIT_MS: '60000' } })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await internet.stop()
})

const enriched = async (domain: string) => {
  const { status, body } = await app.get(`/v2/companies/find?domain=${domain}`)
  expect(status).toBe(200)
  const { sources } = body.meta as { sources: FieldSources }
  return { company: body.data as Company, sources }
}

describe('a company that is not known yet', () => {
  test('is read from its site within the call, with its sources', async () => {
    const { company, sources } = await enriched('steinbach-bier.test')
    expect(company).toMatchObject({
      name: 'Steinbach Bier',
      legalName: 'Steinbach Bier GmbH',
      description: 'Steinbach is a craft brewery in the hills.',
      category: { industry: 'Beverage Manufacturing' },
      foundedYear: 1893,
      location: 'Hameln, Germany',
      timeZone: 'Europe/Berlin',
      geo: { streetAddress: 'Bachstraße 4', postalCode: '31840', city: 'Hameln', countryCode: 'DE' },
      linkedin: { handle: 'company/steinbach-bier' },
      facebook: { handle: 'steinbachbier' },
      crunchbase: { handle: 'organization/steinbach-bier' },
      emailProvider: 'google.com',
      phone: '+495152555010',
      metrics: { employees: '51-200' },
      parent: { domain: 'hopfen-holding.test' },
    })
    expect(company.tech).toEqual(['google-tag-manager', 'mysql', 'nginx', 'php', 'wordpress'])
    expect(company.techCategories).toContain('content-management')
    expect(sources['foundedYear']).toEqual([
      { uri: 'http://steinbach-bier.test/', seen_on: expect.any(String), kind: 'structured' },
    ])
    expect(sources['emailProvider']).toMatchObject([{ uri: 'dns:steinbach-bier.test', kind: 'derived' }])
    expect(untraced(company, sources)).toEqual([])
  })

  test('has its addresses counted, and its known people as a number in the Clearbit schema', async () => {
    const { body } = await app.get('/v2/companies/find?domain=steinbach-bier.test&clearbit_format')
    expect(body).toMatchObject({ metrics: { employees: 64, employeesRange: '51-250' } })
    await enriched('lumenworks.test')
    const { rows } = await app.context.database.pool.query(
      `select c.personal_count - d.personal_count as personal, c.generic_count - d.generic_count as generic, c.emails_total > 12 as many
        from companies c join domains d using (domain) where domain = 'lumenworks.test'`,
    )
    expect(rows).toEqual([{ personal: 0, generic: 0, many: true }])
  })

  test('is described by what its pages tell readers if they tell machines nothing', async () => {
    const { company, sources } = await enriched('lumenworks.test')
    expect(company).toMatchObject({
      name: 'Lumenworks',
      legalName: 'Lumenworks Lighting Limited',
      foundedYear: 2009,
      location: 'Dublin, Ireland',
      geo: { streetAddress: '4 Wharf Lane', streetNumber: '4', city: 'Dublin' },
      linkedin: { handle: 'company/lumenworks-lamps' },
      emailProvider: 'lumenworks.test',
      metrics: { employees: '51-200' },
    })
    expect(sources['metrics.employees']).toMatchObject([{ uri: 'http://lumenworks.test/about/', kind: 'text' }])
    expect(untraced(company, sources)).toEqual([])
  })

  test('is found under a name that redirects to it, which is shown as an alias', async () => {
    const { company } = await enriched('brightbulbs.test')
    expect(company).toMatchObject({ domain: 'lumenworks.test', domainAliases: ['brightbulbs.test'] })
  })

  test('passes its facts on to leads', async () => {
    const { body } = await app.post('/v2/leads', { email: 'somebody@steinbach-bier.test' })
    const { id } = body.data as { id: number }
    const answer = await app.post(`/v2/leads/${id}/enrich`, {})
    expect(answer.body.data).toMatchObject({
      company: 'Steinbach Bier',
      company_industry: 'Beverage Manufacturing',
      country_code: 'DE',
      company_size: '51-200',
    })
  })

  test('that has no site is not found', async () => {
    expect((await app.get('/v2/companies/find?domain=no-such-place.test')).status).toBe(404)
  })
})
