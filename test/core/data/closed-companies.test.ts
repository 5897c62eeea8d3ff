import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importCompanies } from '../../../src/core/data/import-companies.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'

/** Companies that files say are closed are not discovered, unless they are asked for. */

const COMPANIES = [
  'name,website,industry,tags,country,city,status,size',
  'Ebbmark,ebbmark.example,Breweries,lager,Germany,Berlin,Closed,11-50',
  'Torv,torv.example,Breweries,lager,Germany,Berlin,,11-50',
  'Halden,halden.example,Breweries,lager,Germany,Berlin,Acquired,11-50',
  'Sluice,sluice.example,Breweries,lager,Germany,Berlin,geschlossen,11-50',
  'Quill,quill.example,Breweries,lager,Germany,Berlin,Active,11-50',
]
const OPEN = ['halden.example', 'quill.example', 'torv.example']
const CLOSED = ['ebbmark.example', 'sluice.example']
const ALL = [...OPEN, ...CLOSED].toSorted()
const GERMANY = { headquarters_location: { include: [{ country: 'DE' }] } }

let app: TestApp
let folder: string

const imported = async (name: string, lines: readonly string[], priority = false) => {
  const source = join(folder, name)
  await writeFile(source, `${lines.join('\n')}\n`)
  const signal = new AbortController().signal
  await importCompanies(app.context, {
    source,
    columns: {},
    dryRun: false,
    priority,
    signal,
    onProgress: () => undefined,
  })
}

const found = async (asked: Record<string, unknown>) => {
  const { body } = await app.post('/v2/discover', asked)
  const { data, meta } = body as { data: { domain: string }[]; meta: { results: number; filters: object } }
  return { domains: data.map(({ domain }) => domain).toSorted(), results: meta.results, filters: meta.filters }
}

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  folder = await mkdtemp(join(tmpdir(), 'quarry-closed-'))
  await imported('companies.csv', COMPANIES)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

test.each<[string, Record<string, unknown>]>([
  ['a place', GERMANY],
  ['an industry', { industry: { include: ['Breweries'] } }],
  ['a keyword', { keywords: { include: ['lager'] } }],
  ['a place that is excluded', { ...GERMANY, headquarters_location: { exclude: [{ country: 'FR', city: 'Lyon' }] } }],
  ['a keyword that is excluded', { ...GERMANY, keywords: { exclude: ['ale'] } }],
  ['a word for closed that is excluded', { ...GERMANY, keywords: { exclude: ['closed'] } }],
  ['the name of a closed company that is excluded', { ...GERMANY, keywords: { exclude: ['Ebbmark'] } }],
  ['a question', { query: 'breweries in Berlin' }],
  ['a question that excludes them', { query: 'breweries in Berlin, not closed' }],
])('leaves them out: %s', async (_name, asked) => {
  expect(await found(asked)).toMatchObject({ domains: OPEN, results: OPEN.length })
  expect(await found({ ...asked, limit: 1, offset: 1 })).toMatchObject({ domains: [expect.anything()], results: 3 })
})

test('companies like another leave them out, also those like a closed one', async () => {
  expect((await found({ similar_to: { domain: 'torv.example' } })).domains).toEqual(['halden.example', 'quill.example'])
  expect((await found({ similar_to: { domain: 'ebbmark.example' } })).domains).toEqual(OPEN)
})

describe('finds them when asked', () => {
  test.each(['closed', 'Defunct', 'fermée', 'geschlossene'])('by the keyword %s', async (word) => {
    expect((await found({ keywords: { include: [word] } })).domains).toEqual(CLOSED)
    expect((await found({ ...GERMANY, keywords: { include: [word, 'lager'], match: 'any' } })).domains).toEqual(ALL)
    expect((await found({ keywords: { include: [word, 'lager'], match: 'all' } })).domains).toEqual(CLOSED)
  })

  test.each([
    'closed breweries in Berlin',
    'breweries in Berlin that have closed',
    'defunct companies in Germany',
    'companies in Berlin that shut down',
    'geschlossene Brauereien in Berlin',
    'aufgelöste Firmen in Berlin',
    'entreprises fermées à Berlin',
    'empresas cerradas en Alemania',
  ])('by the question: %s', async (query) => {
    const { domains, results, filters } = await found({ query })
    expect({ domains, results }).toEqual({ domains: CLOSED, results: 2 })
    expect((await found({ ...filters })).domains).toEqual(CLOSED)
  })

  test('by name and by domain', async () => {
    expect((await found({ organization: { name: ['Ebbmark'] } })).domains).toEqual(['ebbmark.example'])
    expect((await found({ organization: { domain: ['sluice.example', 'torv.example'] } })).domains).toEqual([
      'sluice.example',
      'torv.example',
    ])
    const named = { organization: { domain: ['sluice.example'] }, keywords: { exclude: ['dissolved'] } }
    expect(await found(named)).toMatchObject({ domains: ['sluice.example'], results: 1 })
    for (const query of ['Ebbmark', 'ebbmark.example', 'Ebbmark brewery in Berlin'])
      expect([query, await found({ query })]).toMatchObject([query, { domains: ['ebbmark.example'] }])
  })

  test('but shows no others if there are none', async () => {
    expect((await found({ query: 'closed breweries in Lyon' })).domains).toEqual([])
  })
})

test('words about something else ask for no closed companies', async () => {
  for (const query of ['closed loop recycling in Germany', 'startups in Germany that closed a seed round'])
    expect(JSON.stringify((await found({ query })).filters)).not.toContain('"closed"')
})

test('looking a closed company up is as before', async () => {
  const { status, body } = await app.get('/v2/companies/find?domain=ebbmark.example')
  expect([status, body.data]).toMatchObject([200, { name: 'Ebbmark', tags: ['lager', 'closed'] }])
})

describe('what files say later', () => {
  const ask = async () => (await found({ headquarters_location: { include: [{ country: 'FR' }] } })).domains
  const file = (status: string) => ['name,website,country,city,status', `Mill,mill.example,France,Lyon,${status}`]

  test('decides, and those of higher rank before others', async () => {
    await imported('first.csv', file('closed'))
    expect(await ask()).toEqual([])
    await imported('silent.csv', file(''))
    expect(await ask()).toEqual([])
    await imported('second.csv', file('aktiv'))
    expect(await ask()).toEqual(['mill.example'])
    await imported('third.csv', file('dissolved'), true)
    expect(await ask()).toEqual([])
    await imported('fourth.csv', file('active'))
    expect(await ask()).toEqual([])
    await imported('fifth.csv', file('Active'), true)
    expect(await ask()).toEqual(['mill.example'])
  })
})
