import type { PoolClient } from 'pg'
import { expect, test } from 'vitest'
import { storeCompanySlice } from '../../src/db/companies/companies-import-slice.ts'
import { openCompanySource } from '../../src/db/companies/companies-merge-store.ts'
import { createCompaniesSearchStore } from '../../src/db/companies/companies-search-store.ts'
import { createProfilesStore } from '../../src/db/companies/profiles-store.ts'
import { inTransaction } from '../../src/db/database.ts'
import type { CompanyFilters } from '../../src/lib/companies/company-filters.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'

/** The statements for several nodes also run on one PostgreSQL, and must give the same answers as those written for it. */

const NOW = new Date('2026-03-01T12:00:00Z')
const FILE = { kind: 'import', uri: 'firms.csv', seenOn: '2026-02-01' } as const
const WORDS = ['solar', 'wind', 'timber', 'paper']

const rows = Array.from({ length: 60 }, (_, n) => ({
  domain: `firm${n}.example`,
  nameKey: `firm${n % 20}`,
  legalKey: n % 3 === 0 ? `works${n % 5}` : '',
  aliases: n % 4 === 0 ? [{ key: `mill${n % 3}`, name: `Mill ${n % 3}` }] : [],
  facts: {
    name: `Firm ${n % 20}`,
    legal_name: n % 3 === 0 ? `Works ${n % 5}` : null,
    country: n % 2 === 0 ? 'PT' : 'DE',
    industry: n % 4 === 0 ? 'Mining' : 'Banking',
    tags: [WORDS[n % 4] ?? '', WORDS[n % 3] ?? ''],
    technologies: n % 5 === 0 ? ['php', 'go'] : ['go'],
    description: `We make ${WORDS[n % 4]} for everybody`,
  },
}))
const waiting = [
  {
    domain: null,
    nameKey: 'works3',
    legalKey: '',
    aliases: [],
    facts: { name: 'Works 3', country: 'DE', city: 'Ulm' },
  },
]

const QUESTIONS: Record<string, CompanyFilters> = {
  'like another': { similar_to: { domain: 'firm0.example' } },
  'like another, of a country': {
    similar_to: { domain: 'firm4.example' },
    headquarters_location: { include: [{ country: 'DE' }] },
  },
  named: { organization: { name: ['Firm 3', 'works 3'] } },
  'without words': { keywords: { exclude: ['solar', 'wind'] } },
  'with words': { keywords: { include: ['timber'] } },
}

async function imported(db: TestDatabase, isDistributed: boolean): Promise<unknown> {
  const transact = <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => inTransaction(db.pool, work)
  const source = await transact((client) => openCompanySource(client, FILE))
  const counts: unknown[] = []
  for (const sited of [rows.slice(0, 40), rows])
    counts.push(await storeCompanySlice(transact, { source, sited, waiting, now: NOW, isDistributed }, async () => {}))
  const texts = ['companies', 'company_names', 'domainless_companies'].map(
    (name) => `select t from ${name} t order by t`,
  )
  return [counts, ...(await Promise.all(texts.map(async (text) => (await db.pool.query(text)).rows)))]
}

async function asked(db: TestDatabase, isDistributed: boolean): Promise<unknown[]> {
  const search = createCompaniesSearchStore(db.pool, isDistributed)
  const profiles = createProfilesStore(db.pool, isDistributed)
  const pages = Object.entries(QUESTIONS).map(async ([name, filters]) => {
    return [name, await search.page({ filters, nameKeys: ['firm3', 'works3'], limit: 7, offset: 3 })]
  })
  return [
    ...(await Promise.all(pages)),
    [...(await search.namesOf(['firm3', 'works3', 'nobody'], 2))],
    [...(await search.known(['firm1.example', 'firm2.example']))],
    await profiles.company('firm1.example'),
    await profiles.company('alias.example'),
    await profiles.company('nobody.example'),
  ]
}

test('the statements for several nodes store and answer the same as those for one PostgreSQL', async () => {
  await using one = await testDatabase()
  await using nodes = await testDatabase()
  expect(await imported(nodes, true)).toEqual(await imported(one, false))
  for (const { pool } of [one, nodes])
    await pool.query(`insert into linked_domains (domain, linked_domain, kind, seen_on)
      values ('alias.example', 'firm7.example', 'alias', '2026-01-01')`)
  const answers = await asked(nodes, true)
  expect(answers.slice(0, -1).filter((answer) => !JSON.stringify(answer).includes('irm'))).toEqual([])
  expect(answers).toEqual(await asked(one, false))
})
