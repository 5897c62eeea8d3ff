import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importCompanies } from '../../../src/core/data/import-companies.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'

/** A trade that a file states only by tags is found by what people call it. */

/** American cities as many files write them. */
const STATELESS = [
  'name,website,industry,country,city',
  'Mesa,mesa.example,Bakery,USA,Houston',
  'Dune,dune.example,Bakery,Corée du Sud,Busan',
  'Rill,rill.example,Security and Investigations,USA,NYC',
]

const TAGGED = [
  'name,website,tags,country,city',
  'Ebbmark,ebbmark.example,fintech;saas,Portugal,Lisbon',
  'Quill,quill.example,"Payments; neobank",Portugal,Lisbon',
  'Torv,torv.example,insurtech;edtech,Portugal,Lisbon',
  'Halden,halden.example,brewery,Norway,Halden',
  'Sluice,sluice.example,rowing;boats,Norway,Halden',
]

let app: TestApp
let folder: string

const imported = async (name: string, lines: readonly string[]) => {
  const source = join(folder, name)
  await writeFile(source, `${lines.join('\n')}\n`)
  const signal = new AbortController().signal
  const wanted = { source, columns: {}, dryRun: false, priority: false, signal, onProgress: () => undefined }
  return (await importCompanies(app.context, wanted)).figures
}

const industries = async (): Promise<Record<string, string | null>> => {
  const { rows } = await app.database.pool.query<{ domain: string; industry: string | null }>(
    'select domain, industry from companies',
  )
  return Object.fromEntries(rows.map(({ domain, industry }) => [domain, industry]))
}

const asked = async (query: string) => {
  const { body } = await app.post('/v2/discover', { query })
  const { data, meta } = body as { data: { domain: string }[]; meta: Record<string, unknown> }
  return { domains: data.map(({ domain }) => domain).toSorted(), meta }
}

beforeAll(async () => {
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  folder = await mkdtemp(join(tmpdir(), 'quarry-topics-'))
  await imported('tagged.csv', TAGGED)
  await imported('stateless.csv', STATELESS)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

test('tags give an industry if they are unambiguous', async () => {
  expect(await industries()).toMatchObject({
    'ebbmark.example': 'Financial Services',
    'quill.example': 'Financial Services',
    'torv.example': null,
    'halden.example': 'Breweries',
    'sluice.example': null,
  })
  expect(await imported('tagged.csv', TAGGED)).toMatchObject({ changed: 0, unchanged: 5 })
})

test.each([
  ['fintech startups in Lisbon', ['ebbmark.example', 'quill.example']],
  ['insurtech companies in Lisbon', ['torv.example']],
  ['edtech companies in Portugal', ['torv.example']],
  ['breweries in Norway', ['halden.example']],
  ['craft beer makers in Norway', ['halden.example']],
  ['bakeries in Texas', ['mesa.example']],
  ['bakeries in Houston, TX', ['mesa.example']],
  ['bakeries in South Korea', ['dune.example']],
  ['private investigator companies in New York City', ['rill.example']],
])('%s finds %j', async (query, domains) => {
  expect((await asked(query)).domains).toEqual(domains)
})

test('of two topics, the second is dropped if no company matches both, and the answer says so', async () => {
  const { domains, meta } = await asked('fintech hotels in Lisbon')
  expect(domains).toEqual(['ebbmark.example', 'quill.example'])
  expect(meta['relaxed']).toMatchObject([{ slot: 'topics', said: 'hotels', filter: { topics: [{ said: 'hotels' }] } }])
  expect(meta['filters']).toMatchObject({
    topics: [{ said: 'fintech' }],
    industry: { include: ['Financial Services'] },
  })
  const { body } = await app.post('/v2/discover', { filters: meta['filters'] })
  expect((body as { data: unknown[] }).data).toHaveLength(2)
})

test('an industry added to the filters applies together with the topics', async () => {
  const { meta } = await asked('fintech startups in Lisbon')
  const filters = { ...(meta['filters'] as object), industry: { include: ['Financial Services', 'Breweries'] } }
  const { body } = await app.post('/v2/discover', { filters })
  expect((body as { data: unknown[] }).data).toEqual([])
})

test.each([
  [{ topics: 7 }, 'wrong_params'],
  [{ topics: [{ said: 'fintech' }] }, 'wrong_params'],
  [{ topics: [{ said: 'fintech', industries: ['Juggling'] }] }, 'invalid_industry'],
  [{ topics: [{ said: 'fintech', keywords: [''] }] }, 'wrong_params'],
])('%j is refused', async (filters, id) => {
  const { status, body } = await app.post('/v2/discover', { filters })
  expect([status, body.errors?.[0]?.id]).toEqual([400, id])
})

test('an industry that a source names replaces the one from tags', async () => {
  await imported('named.csv', ['name,website,industry', 'Quill,quill.example,Banking', 'Sluice,sluice.example,Rowing'])
  expect(await industries()).toMatchObject({ 'quill.example': 'Banking', 'sluice.example': null })
})

test('trades, sizes and fates in other languages are read as the questions about them are', async () => {
  await imported('german.csv', [
    'Firma;Webseite;Ort;Land;Branche;Mitarbeiterzahl;Status',
    'Kolm;kolm.example;Hannover;Deutschland;Maschinenbau;über 10 000;geschlossen',
    'Rasp;rasp.example;Celle;Deutschland;Lebensmittelbranche;ca. 1,2k;aktiv',
  ])
  await imported('french.csv', [
    'Entreprise;Site web;Ville;Pays;Secteur;Effectif;Statut',
    'Vanne;vanne.example;Lyon;France;Agroalimentaire;plus de 10 000;rachetée',
  ])
  await imported('spanish.csv', [
    'Empresa;Página web;Ciudad;País;Sector;Plantilla',
    'Alero;alero.example;Sevilla;España;Construcción;25',
  ])
  const { rows } = await app.database.pool.query<{ domain: string }>(
    'select domain, industry, headcount, tags from companies where domain = any($1) order by domain',
    [['kolm.example', 'rasp.example', 'vanne.example', 'alero.example']],
  )
  expect(rows).toEqual([
    { domain: 'alero.example', industry: 'Construction', headcount: '11-50', tags: ['Construcción'] },
    { domain: 'kolm.example', industry: 'Machinery Manufacturing', headcount: '10001+', tags: ['closed'] },
    { domain: 'rasp.example', industry: null, headcount: '1001-5000', tags: ['lebensmittelbranche'] },
    { domain: 'vanne.example', industry: 'Food and Beverage Manufacturing', headcount: '10001+', tags: ['acquired'] },
  ])
  expect((await asked('machinery manufacturers in Hannover')).domains).toEqual([])
  expect((await asked('closed machinery manufacturers in Hannover')).domains).toEqual(['kolm.example'])
  expect((await asked('constructoras en Sevilla')).domains).toEqual(['alero.example'])
})

test('a seat that only says remote leaves the place to other columns', async () => {
  await imported('remote.csv', [
    'Company,URL,HQ,All locations,Team size,Year est.',
    'Kip,kip.example,Remote,"Remote; Bergen, Norway",1k+,1999',
  ])
  const { rows } = await app.database.pool.query(
    'select country, city, headcount, founded_year as founded, tags from companies where domain = $1',
    ['kip.example'],
  )
  expect(rows).toEqual([{ country: 'NO', city: 'Bergen', headcount: '1001-5000', founded: 1999, tags: ['remote'] }])
})
