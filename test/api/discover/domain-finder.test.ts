import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addOptout } from '../../../src/core/optouts/opted-out.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { importCompaniesFile } from '../../support/records/companies-file.ts'
import { seedPage } from '../../support/records/seed.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  const names: [string, string][] = [
    ['lumen.example', 'Lumen Works, Inc.'],
    ['lumenworks.example', 'Lumen Works GmbH'],
    ['lumens.example', 'Lumen Workshop'],
    ['brueck.example', 'Brück & Söhne GmbH'],
    ['vale.example', 'Vale'],
    ['valeria.example', 'Valeria Textiles'],
    ...Array.from({ length: 14 }, (_, n): [string, string] => [`kestrel${n}.example`, `Kestrel Partners ${n}`]),
  ]
  const rows = names.map(([domain, name]) => `${domain},"${name}"`)
  await importCompaniesFile(app.context, ['website,name', ...rows].join('\n'))
  const addresses = ['info', 'sales'].map((local) => ({ value: `${local}@lumenworks.example` }))
  await seedPage(app.context, { url: 'https://lumenworks.example/contact', addresses })
})
afterAll(() => app[Symbol.asyncDispose]())

interface Row {
  domain: string
  company_name: string
  logo: string
  email_count: number
}

async function find(company: string, more = ''): Promise<Row[]> {
  const { status, body } = await app.get(`/v2/domain-finder?company=${encodeURIComponent(company)}${more}`)
  expect([status, body.errors]).toEqual([200, undefined])
  expect((body.meta as { results: number }).results).toBe((body.data as Row[]).length)
  return body.data as Row[]
}
const domainsOf = async (company: string, more = '') => (await find(company, more)).map(({ domain }) => domain)

describe('the domain finder', () => {
  test('answers with the domain, the name as written, the logo and the addresses', async () => {
    const [first] = await find('lumen works')
    expect(first).toEqual({
      domain: 'lumenworks.example',
      company_name: 'Lumen Works GmbH',
      logo: `${app.context.config.logoUrl}/lumenworks.example`,
      email_count: 2,
    })
  })

  test.each([
    ['Lumen Works', ['lumenworks.example', 'lumen.example', 'lumens.example']],
    ['LUMEN WORKS Ltd.', ['lumenworks.example', 'lumen.example', 'lumens.example']],
    ['lumen, works', ['lumenworks.example', 'lumen.example', 'lumens.example']],
    ['Brück und Söhne', ['brueck.example']],
    ['bruck & sohne gmbh', ['brueck.example']],
    ['Brück & Söne', ['brueck.example']],
    ['Valeria Textile', ['valeria.example']],
    ['Lumne Works', ['lumen.example', 'lumenworks.example', 'lumens.example']],
    ['Nobody at All', []],
  ])('finds for %s', async (company, expected) => {
    expect(await domainsOf(company)).toEqual(expected)
  })

  test('ranks whole names before names that only contain it', async () => {
    expect((await domainsOf('Vale'))[0]).toBe('vale.example')
  })

  test('returns five companies, or up to ten on request', async () => {
    expect(await domainsOf('Kestrel Partners')).toHaveLength(5)
    expect(await domainsOf('Kestrel Partners', '&limit=10')).toHaveLength(10)
    expect((await app.get('/v2/domain-finder?company=Kestrel&limit=11')).status).toBe(400)
  })

  test('finds only exact names on request', async () => {
    expect(await domainsOf('lumen works llc', '&perfect_match=true')).toEqual(['lumenworks.example', 'lumen.example'])
  })

  test.each(['?', '?company=ab', '?company=%20%20a'])(
    'needs a name of at least three characters: %s',
    async (query) => {
      const { status, body } = await app.get(`/v2/domain-finder${query}`)
      expect([status, body.errors?.[0]?.id]).toEqual([400, 'wrong_params'])
    },
  )
})

describe('the counters of discover', () => {
  const counts = async (domain: string) => {
    const { body } = await app.post('/v2/discover', { organization: { domain: [domain] } })
    return (body.data as { emails_count: object }[])[0]?.emails_count
  }

  test('follow what pages show, count each address once, and go back when its owner opts out', async () => {
    const url = 'https://vale.example/team'
    const person = { firstName: 'Ines', lastName: 'Calder' }
    const all = [{ value: 'ines.calder@vale.example', person }, { value: 'info@vale.example' }]
    expect(await counts('vale.example')).toEqual({ personal: 0, generic: 0, total: 0 })
    await seedPage(app.context, { url, addresses: all })
    expect(await counts('vale.example')).toEqual({ personal: 1, generic: 1, total: 2 })
    await seedPage(app.context, { url: 'https://vale.example/about', addresses: all })
    expect(await counts('vale.example')).toEqual({ personal: 1, generic: 1, total: 2 })
    await addOptout(app.context, 'ines.calder@vale.example', null)
    expect(await counts('vale.example')).toEqual({ personal: 0, generic: 1, total: 1 })
  })
})
