import type { Pool, PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { comparedSearch } from '../../src/db/companies/compared-companies.ts'
import { filterSearch } from '../../src/db/companies/company-page-statements.ts'
import type { CompanyQuestion } from '../../src/db/companies/company-page-statements.ts'
import { createCompaniesSearchStore } from '../../src/db/companies/companies-search-store.ts'
import { planned } from '../../src/db/calls/planned.ts'
import { firstPageStatement } from '../../src/db/search/page-statements.ts'
import { filterConditions } from '../../src/db/search/search-conditions.ts'
import type { CompanyFilters } from '../../src/lib/companies/company-filters.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'

const COMPANIES = 25_000
const WORDS = ['solar', 'wind', 'coffee', 'steel', 'timber', 'film', 'music', 'dairy', 'paper', 'optics']

/** The name of company n is two words and its number; one company in ten has addresses. */
const SEED = `insert into companies (domain, name, country, city, personal_count, indexed_on, updated_at)
  select 'c' || n || '.example', w[1 + n % 10] || ' ' || w[1 + n / 10 % 10] || ' ' || n, case when n % 3 = 0 then 'PT' else 'US' end,
    'City ' || n % 500, case when n % 10 = 0 then n % 90 else 0 end, now(), now()
  from generate_series(1, ${COMPANIES}) n, (select $1::text[] as w) words`

const ADDRESSES = `insert into addresses (domain, value, type, confidence, sources_count, visible, title_tokens, found_on, last_seen_on)
  select 'large.example', 'p' || n || '@large.example', 'personal', 50, 1, true,
    case when n % 1000 = 0 then array['chief', 'offic'] else array['softwar', 'engin'] end, now(), now()
  from generate_series(1, 20000) n`

const PHRASES = WORDS.flatMap((one) => WORDS.map((other) => `${one} ${other}`)).slice(0, 50)
const CITIES = Array.from({ length: 100 }, (_, n) => ({ country: 'US', city: `City ${n}` }))

const EXPENSIVE: Record<string, CompanyFilters> = {
  'without 50 phrases': { keywords: { exclude: PHRASES, match: 'any' } },
  'without 100 cities': { headquarters_location: { exclude: CITIES } },
  'with any of 40 phrases': { keywords: { include: PHRASES.slice(0, 40), match: 'any' } },
}

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
  await db.pool.query(SEED, [WORDS])
  await db.pool.query(ADDRESSES)
  await db.pool.query('vacuum analyze companies, addresses')
})
afterAll(() => db[Symbol.asyncDispose]())

const explained = ({ text, values }: CompanyQuestion): Promise<string> =>
  planned(db.pool, async (client) => {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })

const readsWholeTable = (plan: string): boolean => plan.includes('Seq Scan')

describe('no expensive query reads a whole table', () => {
  test.each(Object.entries(EXPENSIVE))('companies %s', async (_name, filters) => {
    const { page, walk, above, counted, values, count } = filterSearch({ filters })
    for (const text of [page, walk ?? page, counted?.page ?? page])
      expect(readsWholeTable(await explained({ text, values: [...values, 100, 0] }))).toBe(false)
    if (above !== null)
      expect(readsWholeTable(await explained({ text: above.page, values: [...values, 100, 0, 9, 'c1.example'] }))).toBe(
        false,
      )
    for (const question of [count.all, ...(count.without === null ? [] : [count.without])])
      expect(readsWholeTable(await explained(question))).toBe(false)
  })

  test('companies that are compared with phrases', async () => {
    const { page, values, count, reach } = comparedSearch({ filters: { keywords: { exclude: WORDS } } }, false)
    for (const question of [{ text: page, values: [...values, 100, 0] }, count, reach.counting])
      expect(readsWholeTable(await explained(question))).toBe(false)
  })

  test('addresses at a large domain by fifty titles', async () => {
    const titles = Array.from({ length: 50 }, (_, n) => ({
      words: [`chief${n}`, 'offic'],
      concepts: [[`=work${n}`, `=work${n}:none`]],
      role: `work${n}`,
    }))
    const conditions = filterConditions({ domain: 'large.example', titles })
    const { text } = firstPageStatement(conditions, false)
    const plan = await explained({ text, values: [...conditions.values, ['large.example'], new Date(), 10] })
    expect(plan).toContain('addresses_titles')
    expect(plan).not.toContain('on addresses_page')
  })
})

test('companies with any of many words are looked up word by word, phrases together', async () => {
  const include = [...WORDS, 'solar wind', 'film music']
  const { count } = filterSearch({ filters: { keywords: { include, match: 'any' } } })
  expect((await explained(count.all)).match(/Bitmap Index Scan on companies_words/g)).toHaveLength(WORDS.length + 1)
})

/** Records the statements sent to a client. */
const recording = (client: PoolClient, texts: string[]): PoolClient =>
  new Proxy(client, {
    get: (target, name) => {
      if (name === 'release') return (isBroken: boolean) => target.release(isBroken)
      if (name !== 'query') return Reflect.get(target, name) as unknown
      return (text: string, values?: unknown[]) => {
        texts.push(text)
        return target.query(text, values)
      }
    },
  })

const recordingPool = (pool: Pool, texts: string[]): Pool =>
  new Proxy(pool, {
    get: (target, name) =>
      name === 'connect'
        ? async () => recording(await target.connect(), texts)
        : (Reflect.get(target, name) as unknown),
  })

describe('expensive queries', () => {
  const ask = (filters: CompanyFilters) =>
    createCompaniesSearchStore(db.pool, false).page({ filters, nameKeys: [], limit: 100, offset: 0 })
  const counted = async (where: string): Promise<number> =>
    (await db.pool.query<{ n: number }>(`select count(*)::int as n from companies where ${where}`)).rows[0]?.n ?? 0

  test('count companies outside a list of cities exactly, including those without a city', async () => {
    await db.pool.query(
      `insert into companies (domain, indexed_on, updated_at) values ('nowhere.example', now(), now())`,
    )
    const { totals, companies } = await ask({ headquarters_location: { exclude: CITIES } })
    expect(totals.results).toBe(await counted(`(country = 'US' and split_part(city, ' ', 2)::int < 100) is not true`))
    expect(totals.isCapped).toBe(false)
    expect(companies).toHaveLength(100)
  })

  test('count companies without rare phrases exactly, however many phrases there are', async () => {
    const few = ['nothing', ...PHRASES.slice(0, 4)]
    const { totals, companies } = await ask({ keywords: { exclude: few, match: 'any' } })
    expect(totals.results).toBe(COMPANIES + 1 - (await counted(`name ~ '^solar (solar|wind|coffee|steel) '`)))
    expect(totals.isCapped).toBe(false)
    expect(companies).toHaveLength(100)
    const none = await ask({ keywords: { exclude: PHRASES.map((phrase) => `${phrase} never`), match: 'any' } })
    expect(none.totals).toMatchObject({ results: COMPANIES + 1, isCapped: false })
  })

  test('that exclude common words compare only the first companies in order, and the answer says so', async () => {
    await using crowd = await testDatabase()
    await crowd.pool.query(
      `insert into companies (domain, name, personal_count, indexed_on, updated_at)
        select 'c' || n || '.example', case when n % 8 = 0 then 'steel' else 'solar' end, n % 90, now(), now()
        from generate_series(1, 46000) n`,
    )
    await crowd.pool.query('vacuum analyze companies')
    const page = createCompaniesSearchStore(crowd.pool, false).page
    const without = (exclude: string[]) =>
      page({ filters: { keywords: { exclude } }, nameKeys: [], limit: 100, offset: 0 })
    expect((await without(['steel'])).totals).toMatchObject({ results: 40_250, isCapped: false })
    const others = Array.from({ length: 49 }, (_, n) => `other${n}`)
    const rare = await without(['solar', ...others])
    expect(rare.companies).toHaveLength(100)
    expect(rare.totals.isCapped).toBe(true)
    expect(rare.totals.results).toBeLessThan(5_750)
    const { rows } = await crowd.pool.query<{ domain: string }>(
      `select domain from companies where name = 'steel' order by emails_total desc, domain limit 100`,
    )
    expect(rare.companies.map(({ domain }) => domain)).toEqual(rows.map(({ domain }) => domain))
    expect(await without(['solar', 'steel', ...others.slice(1)])).toMatchObject({
      companies: [],
      totals: { results: 0, isCapped: true },
    })
    // Other filters leave so few companies that all of them are compared.
    const filters = { organization: { domain: ['c1.example', 'c8.example'] }, keywords: { exclude: ['solar'] } }
    const two = await page({ filters, nameKeys: [], limit: 100, offset: 0 })
    expect(two).toMatchObject({ companies: [{ domain: 'c8.example' }], totals: { results: 1, isCapped: false } })
  })

  test('count and sort what words find in one statement', async () => {
    const texts: string[] = []
    const { page } = createCompaniesSearchStore(recordingPool(db.pool, texts), false)
    const filters = { keywords: { include: ['solar wind'] } }
    const first = await page({ filters, nameKeys: [], limit: 100, offset: 0 })
    expect(first.totals.results).toBe(await counted(`name ~ '\\msolar wind\\M'`))
    expect(texts.filter((text) => text.includes('c.words') && !text.startsWith('explain'))).toHaveLength(1)
    const { companies } = await page({ filters, nameKeys: [], limit: 50, offset: 50 })
    expect(companies).toEqual(first.companies.slice(50))
    expect(first.companies[0]).not.toHaveProperty('totals')
  })

  test('show the same companies far down a broad topic as sorting all of them would', async () => {
    await using crowd = await testDatabase()
    // The most addresses first: those of solar are 900 at the top, and all from a place on.
    await crowd.pool.query(
      `insert into companies (domain, name, personal_count, indexed_on, updated_at)
        select 'c' || n || '.example', case when n <= 900 or n > 20000 then 'solar' else 'steel' end, (46000 - n) / 7, now(), now()
        from generate_series(1, 46000) n`,
    )
    await crowd.pool.query('vacuum analyze companies')
    const texts: string[] = []
    const { page } = createCompaniesSearchStore(recordingPool(crowd.pool, texts), false)
    const at = async (keywords: string[], offset: number) => {
      const filters = { topics: [{ said: 'topic', keywords }] }
      const { companies } = await page({ filters, nameKeys: [], limit: 100, offset })
      return companies.map(({ domain }) => domain)
    }
    const sorted = async (where: string, offset: number) => {
      const { rows } = await crowd.pool.query<{ domain: string }>(
        `select domain from companies where ${where} order by emails_total desc, domain limit 100 offset ${offset}`,
      )
      return rows.map(({ domain }) => domain)
    }
    expect(await at(['solar', 'steel'], 2_000)).toEqual(await sorted('true', 2_000))
    expect(texts.filter((text) => text.includes('c.domain < $'))).toHaveLength(1)
    expect(texts).not.toContain('set local enable_bitmapscan = off')
    expect(await at(['solar'], 1_000)).toEqual(await sorted(`name = 'solar'`, 1_000))
    expect(await at(['solar'], 9_900)).toEqual(await sorted(`name = 'solar'`, 9_900))
    expect(await at(['solar', 'steel'], 9_950)).toEqual(await sorted('true', 9_950))

    const samples = () => texts.filter((text) => text.includes('tablesample')).length
    const before = samples()
    expect(await at(['solar', 'steel'], 9_950)).toEqual(await sorted('true', 9_950))
    expect(samples()).toBe(before)
    await crowd.pool.query(`delete from companies where substr(domain, 2, 1) in ('1', '2')`)
    expect(await at(['solar', 'steel'], 9_950)).toEqual(await sorted('true', 9_950))
    expect(samples()).toBeGreaterThan(before)
  })

  test('return the same first companies for a broad word as sorting all of them would', async () => {
    const { companies, totals } = await ask({ keywords: { include: WORDS, match: 'any' } })
    expect(totals.results).toBe(COMPANIES)
    const { rows } = await db.pool.query<{ domain: string }>(
      'select domain from companies where name is not null order by emails_total desc, domain limit 100',
    )
    expect(companies.map(({ domain }) => domain)).toEqual(rows.map(({ domain }) => domain))
  })
})
