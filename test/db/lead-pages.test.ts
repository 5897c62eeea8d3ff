import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLeadPagesStore } from '../../src/db/leads/lead-pages-store.ts'
import type { LeadFilter } from '../../src/db/leads/lead-conditions.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'

/** Pages under filters whose counts are cached until the leads of their account change. */

const LEADS = 6_000
const TECHNOLOGY: LeadFilter = {
  texts: [{ column: 'company_industry', match: { kind: 'contains', text: 'technology' } }],
}
const FEW: LeadFilter = { query: 'last8 ' }
const LISTED: LeadFilter = { leadsListId: 1, texts: [{ column: 'last_name', match: { kind: 'any' } }] }
const ATTRIBUTED: LeadFilter = { customAttributes: [{ slug: 'tier', match: { kind: 'none' } }] }

/** Changes that can happen meanwhile, as SQL; $1 is any number. */
const CHANGES = [
  `insert into leads (account_id, email, first_name, last_name, company_industry) values (1, 'new' || $1 || '@a.example', 'New', 'Last8 ', 'Technology')
    on conflict do nothing`,
  `update leads set company_industry = 'Finance' where account_id = 1 and id = $1`,
  `update leads set last_name = null where account_id = 1 and id = $1`,
  'delete from leads where account_id = 1 and id = $1',
  `insert into leads_list_members (account_id, leads_list_id, lead_id) select 1, 1, id from leads where account_id = 1 and id = $1
    on conflict do nothing`,
  'delete from leads_list_members where account_id = 1 and leads_list_id = 1 and lead_id = $1',
  `insert into leads_custom_attributes (account_id, label, slug) select 1, 'Tier', 'tier' where $1::int > 0 on conflict do nothing`,
  `delete from leads_custom_attributes where account_id = 1 and slug = 'tier' and $1::int > 0`,
]

let db: TestDatabase
beforeAll(async () => {
  db = await testDatabase()
  await db.pool.query(`insert into accounts (plan) values ('starter'), ('starter')`)
  await db.pool.query(`insert into leads_lists (account_id, name) values (1, 'One')`)
  await db.pool.query(
    `insert into leads (account_id, email, first_name, last_name, company_industry, created_at)
      select 1 + n % 2, 'p' || n || '@lumen.example', 'First', 'Last' || n % 100 || ' ', case when n % 4 < 2 then 'Technology' end, now() - n / 7 * interval '1 s'
      from generate_series(1, $1) n`,
    [LEADS * 2],
  )
  await db.pool.query('vacuum analyze leads')
})
afterAll(() => db[Symbol.asyncDispose]())

/** A store that records how often it counted. */
function recorded() {
  let counts = 0
  const texts: string[] = []
  const pool = new Proxy(db.pool, {
    get: (target, name) => {
      if (name !== 'query') return Reflect.get(target, name, target) as unknown
      return (query: string | { text: string }) => {
        if (typeof query !== 'string' && query.text.includes('matching as')) {
          counts++
          texts.push(query.text)
        }
        return target.query(query as string)
      }
    },
  })
  return { store: createLeadPagesStore(pool, false), counts: () => counts, texts }
}

test('are counted once while nothing changes, and again as soon as something did', async () => {
  const { store, counts } = recorded()
  const page = () => store.page(1, FEW, { limit: 10, offset: 0 })
  const first = await page()
  expect(first.count).toBe(LEADS / 50)
  expect(await page()).toEqual(first)
  expect(await page()).toEqual(first)
  expect(counts()).toBe(1)
  await db.pool.query(
    `update leads set position = 'Fitter' where id = (select min(id) from leads where account_id = 2)`,
  )
  await page()
  expect(counts(), 'another account changed').toBe(1)
  await db.pool.query('delete from leads where account_id = 1 and id = $1', [first.leads[0]?.id])
  const { count, leads } = await page()
  expect(counts()).toBe(2)
  expect({ count, first: leads[0]?.id }).toEqual({ count: first.count - 1, first: first.leads[1]?.id })
})

test('show every match once and in order, whether few or many match', async () => {
  const { store, counts } = recorded()
  for (const [filter, limit, where] of [
    [TECHNOLOGY, 450, `company_industry = 'Technology'`],
    [FEW, 25, `last_name = 'Last8 '`],
  ] as const) {
    const shown: number[] = []
    let counted = 0
    do {
      const { leads, count } = await store.page(1, filter, { limit, offset: shown.length })
      shown.push(...leads.map(({ id }) => id))
      counted = count
    } while (shown.length < counted)
    const { rows } = await db.pool.query<{ id: number }>(
      `select id from leads where account_id = 1 and ${where} order by created_at desc, id desc`,
    )
    expect(shown).toEqual(rows.map(({ id }) => id))
  }
  expect(counts()).toBe(2)
})

test('are found by index if few leads contain the text, and without it if all do', async () => {
  const { store, texts } = recorded()
  const joined = `|| ' ' || coalesce(l.position, '')`
  const email = (text: string): LeadFilter => ({ texts: [{ column: 'email', match: { kind: 'contains', text } }] })
  const { count: all } = await store.page(1, email('@lumen.example'), { limit: 1, offset: 0 })
  expect(texts.pop()).not.toContain(joined)
  const { rows } = await db.pool.query<{ n: number }>('select count(*)::int as n from leads where account_id = 1')
  expect(all).toBe(rows[0]?.n)
  await store.page(1, email('p7776'), { limit: 1, offset: 0 })
  expect(texts.pop()).toContain(joined)
})

test('never show the state before a change, whoever made it and however', async () => {
  const { store } = recorded()
  const place = { limit: 5, offset: 3 }
  const change = fc.tuple(fc.constantFrom(...CHANGES), fc.integer({ min: 1, max: 400 }))
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 4 }), async (changes) => {
      for (const [text, n] of changes) {
        await db.pool.query(text, [n])
        for (const filter of [TECHNOLOGY, FEW, LISTED, ATTRIBUTED])
          expect(await store.page(1, filter, place)).toEqual(
            await createLeadPagesStore(db.pool, false).page(1, filter, place),
          )
      }
    }),
    { numRuns: 15 },
  )
})

test('see a change when it is committed, not when it is made', async () => {
  const { store } = recorded()
  const count = async () => (await store.page(1, TECHNOLOGY, { limit: 1, offset: 0 })).count
  const before = await count()
  const [first, second] = [await db.pool.connect(), await db.pool.connect()]
  // Two connections make changes at the same time without ever waiting for each other.
  const { rows } = await db.pool.query<{ id: number }>(
    'select id from leads where account_id = 1 and company_industry is null order by id desc limit 2',
  )
  const change = `update leads set company_industry = 'Technology' where account_id = 1 and id = $1`
  await first.query('begin')
  await first.query(change, [rows[0]?.id])
  await second.query(change, [rows[1]?.id])
  expect(await count()).toBe(before + 1)
  await first.query('commit')
  expect(await count()).toBe(before + 2)
  first.release()
  second.release()
})

test('stay correct after the counters of closed connections were merged', async () => {
  const { store, counts } = recorded()
  const page = () => store.page(1, FEW, { limit: 10, offset: 0 })
  await db.pool.query(
    `insert into leads_changes (account_id, backend, changes) select 1, -n, n from generate_series(1, 3) n`,
  )
  const before = await page()
  await store.mergeChanges()
  await store.mergeChanges()
  expect(await page()).toEqual(before)
  expect(counts()).toBe(1)
  const { rows } = await db.pool.query('select changes from leads_changes where backend <= 0')
  expect(rows).toEqual([{ changes: 6 }])
})
