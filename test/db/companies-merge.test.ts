import { describe, expect, inject, test } from 'vitest'
import { mergeCompanies, openCompanySource } from '../../src/db/companies/companies-merge-store.ts'
import { inTransaction } from '../../src/db/database.ts'
import type { CompanyFacts, CompanySource } from '../../src/lib/companies/company-facts.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'

const NOW = new Date('2026-03-01T12:00:00Z')
const page = (uri: string, seenOn = '2026-03-01'): CompanySource => ({ kind: 'structured', uri, seenOn })
const file = (uri: string, seenOn = '2026-02-01'): CompanySource => ({ kind: 'import', uri, seenOn })

/** The statements for several nodes also run on one PostgreSQL. */
const WAYS = inject('nodeUrls').length === 1 ? [false, true] : [true]

interface Stored extends CompanyFacts {
  provenance: Record<string, number>
  personal_count: number
  generic_count: number
  emails_total: number
}

async function stored(db: TestDatabase, domain = 'lumen.example'): Promise<Stored> {
  const { rows } = await db.pool.query<Stored>('select * from companies where domain = $1', [domain])
  if (rows[0] === undefined) throw new Error(`${domain} is not stored`)
  return rows[0]
}

/** Returns the source of each field. */
async function saidBy(db: TestDatabase, ...fields: string[]): Promise<(string | undefined)[]> {
  const { provenance } = await stored(db)
  const { rows } = await db.pool.query<{ id: number; uri: string }>('select id, uri from company_sources')
  return fields.map((field) => rows.find(({ id }) => id === (provenance[field] ?? provenance['*']))?.uri)
}

describe.each(WAYS)('the merge of company facts, for several nodes: %s', (isDistributed) => {
  const merge = (db: TestDatabase, source: CompanySource, ...rows: CompanyFacts[]) =>
    inTransaction(db.pool, async (client) =>
      mergeCompanies(client, await openCompanySource(client, source), rows, { now: NOW, isDistributed }),
    )

  test('a company with one source has one entry of provenance, and a second merge changes nothing', async () => {
    await using db = await testDatabase()
    const row: CompanyFacts = {
      domain: 'lumen.example',
      name: 'Lumen',
      tags: ['light'],
      funding_rounds: [{ year: 2020 }],
    }
    expect(await merge(db, file('a.csv'), row)).toEqual({ created: 1, changed: 0 })
    expect(Object.keys((await stored(db)).provenance)).toEqual(['*'])
    const before = await stored(db)
    expect(await merge(db, file('a.csv'), row)).toEqual({ created: 0, changed: 0 })
    expect(await stored(db)).toEqual(before)
  })

  test('the source with the higher rank wins each field, whatever order the sources come in', async () => {
    await using db = await testDatabase()
    const crawl: CompanyFacts = { domain: 'lumen.example', name: 'Lumen Works', city: null }
    const list: CompanyFacts = {
      domain: 'lumen.example',
      name: 'LUMEN',
      industry: 'Software Development',
      ticker: 'LMN',
    }
    const sources = [
      [page('https://lumen.example/'), crawl],
      [file('a.csv'), list],
    ] as const
    for (const order of [sources, sources.toReversed()]) {
      await db.pool.query('delete from companies')
      for (const [source, row] of order) await merge(db, source, row)
      expect(await stored(db)).toMatchObject({ name: 'Lumen Works', industry: 'Software Development', ticker: 'LMN' })
      expect(await saidBy(db, 'name', 'industry', 'ticker')).toEqual(['https://lumen.example/', 'a.csv', 'a.csv'])
    }
  })

  test('within a rank the newer source wins; null and empty lists never overwrite', async () => {
    await using db = await testDatabase()
    await merge(db, file('new.csv', '2026-02-01'), { domain: 'lumen.example', name: 'New', phones: ['+351'] })
    await merge(db, file('old.csv', '2025-02-01'), { domain: 'lumen.example', name: 'Old', founded_year: 1999 })
    await merge(db, file('newest.csv', '2026-02-02'), { domain: 'lumen.example', name: null, phones: [] })
    expect(await stored(db)).toMatchObject({ name: 'New', phones: ['+351'], founded_year: 1999 })
    expect(await merge(db, file('next.csv', '2026-02-03'), { domain: 'lumen.example', name: 'Next' })).toEqual({
      created: 0,
      changed: 1,
    })
    expect(await saidBy(db, 'name', 'phones', 'founded_year')).toEqual(['next.csv', 'new.csv', 'old.csv'])
  })

  test('what a person edited is never overwritten', async () => {
    await using db = await testDatabase()
    await merge(db, { kind: 'user', uri: 'operator', seenOn: '2020-01-01' }, { domain: 'lumen.example', name: 'Ours' })
    await merge(db, page('https://lumen.example/'), { domain: 'lumen.example', name: 'Theirs', city: 'Porto' })
    expect(await stored(db)).toMatchObject({ name: 'Ours', city: 'Porto' })
    const again = { domain: 'lumen.example', name: 'Theirs', city: 'Porto' }
    expect(await merge(db, page('https://lumen.example/'), again)).toEqual({ created: 0, changed: 0 })
  })

  test('what a page says now replaces what it said before; an older capture does not', async () => {
    await using db = await testDatabase()
    const uri = 'https://lumen.example/about'
    await merge(db, page(uri, '2026-01-01'), { domain: 'lumen.example', employees: 40, headcount: '11-50' })
    await merge(db, page(uri, '2026-02-01'), { domain: 'lumen.example', employees: 60, headcount: '51-200' })
    await merge(db, page(uri, '2025-01-01'), { domain: 'lumen.example', employees: 8, headcount: '1-10' })
    expect(await stored(db)).toMatchObject({ employees: 60, headcount: '51-200' })
    expect(Object.keys((await stored(db)).provenance)).toEqual(['*'])
  })

  test('the first row of a file counts, whatever its other rows say about the same company', async () => {
    await using db = await testDatabase()
    await merge(db, file('a.csv'), { domain: 'lumen.example', name: 'First' })
    await merge(db, file('a.csv'), { domain: 'lumen.example', name: 'Second', city: 'Porto' })
    expect(await stored(db)).toMatchObject({ name: 'First', city: 'Porto' })
    expect(Object.keys((await stored(db)).provenance)).toEqual(['*'])
  })

  test('a place comes from one source: a city is never combined with the country of another source', async () => {
    await using db = await testDatabase()
    await merge(db, file('a.csv'), { domain: 'lumen.example', country: 'FR', city: 'Paris', lat: 48.9, lng: 2.4 })
    await merge(db, page('https://lumen.example/'), { domain: 'lumen.example', country: 'PT', state: 'Porto' })
    expect(await stored(db)).toMatchObject({ country: 'PT', state: 'Porto', city: null, lat: null, lng: null })
    await merge(db, file('b.csv', '2026-05-01'), { domain: 'lumen.example', country: 'ES', city: 'Vigo' })
    expect(await stored(db)).toMatchObject({ country: 'PT', city: null })
    await merge(db, file('c.csv', '2026-05-01'), { domain: 'lumen.example', country: 'PT', city: 'Braga' })
    expect(await stored(db)).toMatchObject({ country: 'PT', city: 'Braga' })
  })

  test('a new company starts with the addresses its domain already has', async () => {
    await using db = await testDatabase()
    await db.pool.query(`insert into domains (domain, personal_count, generic_count) values ('lumen.example', 3, 2)`)
    await merge(
      db,
      file('a.csv'),
      { domain: 'lumen.example', name: 'Lumen' },
      { domain: 'other.example', name: 'Other' },
    )
    expect(await stored(db)).toMatchObject({ personal_count: 3, generic_count: 2, emails_total: 5 })
    expect(await stored(db, 'other.example')).toMatchObject({ emails_total: 0 })
  })

  test('two simultaneous writes of the same companies end as if one came after the other', async () => {
    await using db = await testDatabase()
    const rows = (name: string) =>
      Array.from({ length: 300 }, (_, i) => ({
        domain: `firm${i}.example`,
        name,
        [name === 'A' ? 'city' : 'ticker']: 'x',
      }))
    await Promise.all([merge(db, file('a.csv', '2026-01-01'), ...rows('A')), merge(db, file('b.csv'), ...rows('B'))])
    const { rows: found } = await db.pool.query('select distinct name, city, ticker from companies')
    expect(found).toEqual([{ name: 'B', city: 'x', ticker: 'x' }])
  })
})
