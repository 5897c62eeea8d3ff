import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKey } from '../../../src/core/accounts/issue-keys.ts'
import { exportIndex } from '../../../src/core/data/export-index.ts'
import { importCompanies } from '../../../src/core/data/import-companies.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { seedCompany } from '../../support/records/seed-company.ts'

const CLAIMED = 'brimstone.example'
const OTHER = 'harbour.example'
const PERSON = 'ines@harbour.example'

let app: TestApp
let operator: string
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quarry-claimed-'))
  app = await startApp({ env: { QUARRY_RATE_LIMIT_FACTOR: '0' } })
  operator = (await createKey(app.context, { name: 'Operator', readOnly: false, operator: true })).key
  await storeAll()
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

let files = 0

/** Brings the company into the index in every way: by a file, a crawl and its conclusions, and a search for its logo. */
async function storeAll(): Promise<void> {
  const file = join(folder, `companies-${(files += 1)}.csv`)
  const rows = [
    `Brimstone ${files},${CLAIMED},office@${CLAIMED}`,
    `Harbour ${files},${OTHER},${PERSON}`,
    `Pier ${files},pier.example,office@${CLAIMED}`,
    `Quay ${files},quay.example,desk@quay.example`,
  ]
  await writeFile(file, ['name,website,email', ...rows].join('\n'))
  const signal = new AbortController().signal
  const wanted = { source: file, columns: {}, dryRun: false, priority: false, signal, onProgress: () => undefined }
  expect((await importCompanies(app.context, wanted)).figures).toMatchObject({ rows: 4 })
  await seedCompany(app.context, { domain: CLAIMED, legal_name: 'Brimstone Works Ltd' })
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  await app.context.store.sites.summarize({
    domain: CLAIMED,
    organization: { name: 'Brimstone', key: 'brimstone' },
    aliases: [{ name: 'Brim', key: 'brim', kind: 'alias' }],
    linkedDomains: [],
    seenOn: '2026-03-01',
  })
  const urls = { sourceUrl: `https://${CLAIMED}/logo.png`, pageUrl: `https://${CLAIMED}/` }
  await app.context.store.logos.keep(CLAIMED, { png, etag: 'e', width: 64, height: 64, ...urls }, new Date())
}

async function exported(): Promise<string> {
  let text = ''
  const write = async (bytes: string | Uint8Array) => void (text += String(bytes))
  const signal = new AbortController().signal
  await exportIndex(app.context, { kind: 'companies', format: 'jsonl', domain: null, country: null, signal, write })
  return text
}

async function shown() {
  const discovered = await app.post('/v2/discover', { organization: { domain: [CLAIMED, OTHER] } })
  const named = await app.get('/v2/domain-finder?company=brimstone')
  const logo = await fetch(`${app.origin}/logos/${CLAIMED}`)
  await logo.arrayBuffer()
  const { rows } = await app.database.pool.query<{ count: number }>(
    `select (select count(*) from companies where domain = $1) + (select count(*) from company_names where domain = $1)
      + (select count(*) from logos where domain = $1) as count`,
    [CLAIMED],
  )
  return {
    discovered: (discovered.body.data as { domain: string }[]).map(({ domain }) => domain),
    named: (named.body.data as { domain: string }[]).map(({ domain }) => domain),
    enriched: (await app.get(`/v2/companies/find?domain=${CLAIMED}`)).status,
    logo: logo.status,
    isExported: (await exported()).includes(CLAIMED),
    isStored: Number(rows[0]?.count) > 0,
  }
}

const GONE = { discovered: [OTHER], named: [], enriched: 451, logo: 404, isExported: false, isStored: false }

const emailsOf = async (domain: string) => {
  const { body } = await app.get(`/v2/companies/find?domain=${domain}`)
  return (body.data as { site: { emailAddresses: string[] } }).site.emailAddresses
}

test('an opted-out domain disappears from every answer immediately, and nothing brings it back', async () => {
  expect(await shown()).toEqual({
    discovered: [CLAIMED, OTHER],
    named: [CLAIMED],
    enriched: 200,
    logo: 200,
    isExported: true,
    isStored: true,
  })
  expect((await app.post('/v2/suppressions', { domain: CLAIMED }, { 'x-api-key': operator })).status).toBe(201)
  expect(await shown()).toEqual(GONE)
  await storeAll()
  expect(await shown()).toEqual(GONE)
})

test('an opted-out address is removed from the company that lists it, and no file brings it back', async () => {
  expect(await emailsOf(OTHER)).toEqual([PERSON])
  expect((await app.post('/v2/suppressions', { email: PERSON }, { 'x-api-key': operator })).status).toBe(201)
  const { rows } = await app.database.pool.query('select emails from companies where domain = $1', [OTHER])
  expect(rows).toEqual([{ emails: [] }])
  await app.database.pool.query('delete from companies')
  await storeAll()
  expect([await emailsOf(OTHER), await emailsOf('pier.example')]).toEqual([[], []])
  expect(await exported()).not.toContain(PERSON)
  expect(await exported()).toContain('desk@quay.example')
})
