import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importCompanies } from '../../../src/core/data/import-companies.ts'
import type { Company, FieldSources } from '../../../src/core/enrich/enrich-output.ts'
import { startInternet } from '../../internet/internet.ts'
import type { Internet } from '../../internet/internet.ts'
import { htmlPage } from '../../internet/test-site.ts'
import type { TestSite } from '../../internet/test-site.ts'
import { toolCaller } from '../../support/doors/mcp-client.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { seedCompany } from '../../support/records/seed-company.ts'

/** Where else a company is, as files and pages say. */

const OFFICES = [
  '<p>Kettlemoor Ltd</p><p>North</p><p>9 Quarry Road</p><p>Leeds LS1 4AP</p><p>Tel. 0113 496 0101</p>',
  '<p>Registered office</p><p>4 Wharf Lane</p><p>York YO1 7EX</p><p>Tel. 01904 960102</p>',
  '<p>South</p><p>11 Quarry Road</p><p>Leeds LS1 4AQ</p>',
  '<p>Hosted by Elsewhere</p><p>3 Server Street</p><p>Bristol BS1 5TR</p>',
]
const site: TestSite = {
  hosts: ['kettlemoor.test'],
  pages: {
    '/': htmlPage('Kettlemoor', '<main><h1>Kettles</h1><a href="/contact">Contact</a></main>'),
    '/contact': htmlPage('Contact | Kettlemoor', `<main>${OFFICES.join('<hr>')}</main>`),
  },
}

const FILE = [
  'name,website,country,location',
  'Alder,alder.example,,"San Francisco, CA; London, UK; Remote"',
  'Birk,birk.example,Portugal,Porto / Lisbon',
  'Cope,cope.example,,London and New York',
  'Dune,dune.example,,"Berlin, Germany\nVienna, Austria\nWien, Austria\nBerlin, Germany"',
  'Elm,elm.example,,"[""Austin, Texas"", ""Porto, Portugal""]"',
  'Fern,fern.example,Trinidad and Tobago,"Port of Spain, Trinidad and Tobago"',
  'Gorse,gorse.example,United Kingdom,Tyne and Wear',
  'Hazel,hazel.example,Germany,Berlin/Germany',
  'Iris,iris.example,,Porto / Sales',
  'Juno,juno.example,,"Austin and Dallas, Texas"',
  'Kelp,kelp.example,,"Tbilisi, Georgia"',
  'Lark,lark.example,,"Köln, DE"',
  'Moor,moor.example,,"Toronto, ON, CA; Wilmington, DE; Athens, GA"',
]
/** More than are kept. */
const MANY = `Kite,kite.example,,"${Array.from({ length: 30 }, (_, at) => `Quarry${'abcdefghijklmnopqrstuvwxyzäöüß'[at]}, Portugal`).join('; ')}"`

let internet: Internet
let app: TestApp
let folder: string

const imported = async (name: string, lines: readonly string[]) => {
  const source = join(folder, name)
  await writeFile(source, `${lines.join('\n')}\n`)
  const { signal } = new AbortController()
  const onProgress = () => undefined
  await importCompanies(app.context, { source, columns: {}, dryRun: false, priority: false, signal, onProgress })
}

const found = async (domain: string) => {
  const { body } = await app.get(`/v2/companies/find?domain=${domain}&include=locations`)
  const { other_locations: others = [], location } = body.data as Company
  const { sources } = body.meta as { sources: FieldSources }
  return {
    seat: location,
    others: others.map((one) => one.location),
    whole: others,
    source: sources['other_locations'],
  }
}

beforeAll(async () => {
  internet = await startInternet({ sites: [site] })
  app = await startApp({ internet, env: { QUARRY_RATE_LIMIT_FACTOR: '0', QUARRY_CRAWL_WAIT_MS: '60000' } })
  folder = await mkdtemp(join(tmpdir(), 'quarry-places-'))
  await imported('offices.csv', [...FILE, MANY])
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await internet.stop()
  await rm(folder, { recursive: true })
})

describe('of several places in a cell', () => {
  test.each<[string, string, string[]]>([
    ['alder.example', 'San Francisco, California, United States', ['London, United Kingdom']],
    ['birk.example', 'Porto, Portugal', ['Lisbon, Portugal']],
    ['cope.example', 'London', ['New York']],
    ['dune.example', 'Berlin, Germany', ['Vienna, Austria']],
    ['elm.example', 'Austin, Texas, United States', ['Porto, Portugal']],
    ['fern.example', 'Port of Spain, Trinidad & Tobago', []],
    ['gorse.example', 'Tyne and Wear, United Kingdom', []],
    ['hazel.example', 'Berlin, Germany', []],
    ['iris.example', 'Porto', []],
    ['juno.example', 'Austin, Texas, United States', ['Dallas, Texas, United States']],
    ['kelp.example', 'Tbilisi, Georgia', []],
    ['lark.example', 'Köln, Germany', []],
    ['moor.example', 'Toronto, Canada', ['Wilmington, Delaware, United States', 'Athens, Georgia, United States']],
  ])('the first is the seat of %s', async (domain, seat, others) => {
    expect(await found(domain)).toMatchObject({ seat, others })
  })

  test('the others come with their source and in the form of the seat', async () => {
    const { source, whole } = await found('birk.example')
    expect(source).toMatchObject([{ uri: expect.stringMatching(/^offices\.csv#/), kind: 'import' }])
    expect(whole).toMatchObject([
      {
        timeZone: 'Europe/Lisbon',
        geo: { city: 'Lisbon', countryCode: 'PT', streetAddress: null, lat: expect.any(Number) },
      },
    ])
  })

  test('twenty others are kept', async () => {
    expect((await found('kite.example')).others).toHaveLength(20)
  })
})

test('`/v2` shows them only on request, models always get them', async () => {
  const plain = await app.get('/v2/companies/find?domain=birk.example')
  expect(plain.body.data).not.toHaveProperty('other_locations')
  expect(plain.body.meta).not.toHaveProperty(['sources', 'other_locations'])
  const clearbit = await app.get('/v2/companies/find?domain=birk.example&include=locations&clearbit_format')
  expect(clearbit.body).not.toHaveProperty('other_locations')
  expect((await app.get('/v2/companies/find?domain=birk.example&include=offices')).status).toBe(400)
  const unknown = await app.get('/v2/combined/find?email=nobody@birk.example&include=locations')
  expect(unknown.body.meta).toMatchObject({ company: { other_locations: [{ location: 'Lisbon, Portugal' }] } })
  const model = await toolCaller(app)
  const { structuredContent } = await model.call('enrich_company', { domain: 'birk.example' })
  expect(structuredContent?.data).toMatchObject({ other_locations: [{ geo: { city: 'Lisbon' } }] })
  await model.close()
})

test('a seat that another source names is not among them', async () => {
  await seedCompany(
    app.context,
    { domain: 'birk.example', country: 'PT', city: 'Lisboa' },
    {
      kind: 'user',
      uri: 'operator',
      seenOn: '2026-01-19',
    },
  )
  expect(await found('birk.example')).toMatchObject({ seat: 'Lisboa, Portugal', others: [] })
})

test('a page with several offices names the seat, and the others', async () => {
  expect(await found('kettlemoor.test')).toMatchObject({
    seat: 'York, United Kingdom',
    others: ['Leeds, United Kingdom'],
    whole: [{ geo: { streetAddress: '9 Quarry Road', postalCode: 'LS1 4AP' } }],
    source: [{ uri: 'http://kettlemoor.test/contact', kind: 'text' }],
  })
})
