import { parquetReadObjects } from 'hyparquet'
import { expect, test } from 'vitest'
import { exportIndex, exportPerson } from '../../../src/core/data/export-index.ts'
import type { ExportOptions } from '../../../src/core/data/export-index.ts'
import { startApp } from '../../support/app.ts'
import type { TestApp } from '../../support/app.ts'
import { seedPeople } from '../../support/records/seed.ts'

async function exported(
  app: TestApp,
  wanted: Pick<ExportOptions, 'kind' | 'format'> & Partial<ExportOptions>,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  const write = async (bytes: string | Uint8Array) => void chunks.push(Buffer.from(bytes as string))
  const signal = new AbortController().signal
  await exportIndex(app.context, { domain: null, country: null, signal, write, ...wanted })
  return Buffer.concat(chunks)
}

const ELSEWHERE = [
  { country: 'US', state: 'TX', city: 'Austin' },
  { country: 'FR', state: null, city: null },
]

async function seeded(): Promise<TestApp> {
  const app = await startApp()
  await app.database.pool.query(
    `insert into companies (domain, name, country, tags, employees, other_locations, indexed_on, updated_at) values
      ('lumen.example', '=Lumen', 'PT', '{light,"glass"}', 40, $1, '2026-01-01', now()),
      ('tern.example', 'Tern', 'US', '{}', null, '[]', '2026-01-01', now())`,
    [JSON.stringify(ELSEWHERE)],
  )
  await seedPeople(app.context, 'lumen.example', [['Ines', 'Calder', 'Head of Sales']])
  return app
}

test('companies are exported as JSON lines, CSV and Parquet with the same rows', async () => {
  await using app = await seeded()
  const lines = (await exported(app, { kind: 'companies', format: 'jsonl' })).toString().trim().split('\n')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { domain: 'lumen.example', tags: ['light', 'glass'], employees: 40, other_locations: ['Austin, TX, US', 'FR'] },
    { domain: 'tern.example', tags: [], employees: null, other_locations: [] },
  ])
  const csv = (await exported(app, { kind: 'companies', format: 'csv' })).toString().split('\n')
  expect(csv).toHaveLength(4)
  expect(csv[1]).toMatch(/^lumen\.example,'=Lumen,.*light; glass/)
  const parquet = await exported(app, { kind: 'companies', format: 'parquet' })
  const file = new Uint8Array(parquet).buffer
  expect(await parquetReadObjects({ file })).toMatchObject([
    { domain: 'lumen.example', name: '=Lumen', tags: 'light; glass', employees: 40n },
    { domain: 'tern.example', country: 'US', employees: null },
  ])
})

test('an export may be limited to a domain or a country', async () => {
  await using app = await seeded()
  const countOf = async (wanted: Parameters<typeof exported>[1]) =>
    (await exported(app, wanted)).toString().split('\n').filter(Boolean).length
  expect(await countOf({ kind: 'companies', format: 'jsonl', country: 'US' })).toBe(1)
  expect(await countOf({ kind: 'people', format: 'jsonl', country: 'PT' })).toBe(1)
  expect(await countOf({ kind: 'people', format: 'jsonl', country: 'US' })).toBe(0)
  expect(await countOf({ kind: 'addresses', format: 'jsonl', domain: 'lumen.example' })).toBe(1)
})

test('a person gets everything stored about them', async () => {
  await using app = await seeded()
  const found = await exportPerson(app.context, 'Ines.Calder@lumen.example')
  expect(found).toMatchObject({
    addresses: [{ value: 'ines.calder@lumen.example', position: 'Head of Sales' }],
    sources: [{ uri: 'https://lumen.example/team' }],
    leads: [],
  })
  await expect(exportPerson(app.context, 'nobody')).rejects.toMatchObject({ id: 'invalid_email' })
})
