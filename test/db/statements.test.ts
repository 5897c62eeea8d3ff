import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FACT_COLUMNS } from '../../src/db/companies/company-columns.ts'
import { insertAtNodes } from '../../src/db/companies/companies-merge-statements.ts'
import { filterSearch } from '../../src/db/companies/company-page-statements.ts'
import { comparedSearch } from '../../src/db/companies/compared-companies.ts'
import { companyConditions } from '../../src/db/companies/company-conditions.ts'
import { similarSearch } from '../../src/db/companies/similar-companies.ts'
import { leadConditions } from '../../src/db/leads/lead-conditions.ts'
import type { LeadFilter } from '../../src/db/leads/lead-conditions.ts'
import { firstPageStatement } from '../../src/db/search/page-statements.ts'
import { filterConditions } from '../../src/db/search/search-conditions.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { brokenRules, DISTRIBUTED } from '../support/distributed-rules.ts'
import { openStoreModules } from '../support/statements/store-modules.ts'
import type { StoreModules } from '../support/statements/store-modules.ts'

/**
 * Statements are plain text: here the database parses each one that a store has as a constant, so that every table,
 * column and function in them is one that the migrations have created.
 */

const STORES = resolve(import.meta.dirname, '../../src/db')
const STATEMENT = /^\s*(?:select|with|insert|update|delete)\b/i
const CONSTANT = /^(?:export )?const ([A-Z][A-Z\d_]*)\b/gm

/** What cannot be parsed by itself, and why. */
const NOT_READ: Readonly<Record<string, string>> = {
  'ADD_NAMES of companies/companies-import-slice.ts': 'reads a temporary table of the import',
  'NEW_NAMES of companies/companies-import-trial.ts': 'reads a temporary table of the import',
  'SHADOW_NAMES of companies/companies-import-trial.ts': 'reads a temporary view of the import',
  'SHADOW_WAITING of companies/companies-import-trial.ts': 'reads a temporary view of the import',
  'SHADOW_COMPANIES of companies/companies-import-trial.ts': 'reads a temporary view of the import',
  'INSERT of leads/lead-statements.ts': 'part of a statement that names `unknown` before',
  'LIST of leads/leads-merge-store.ts': 'part of statements with more parameters',
  'JOBS of verify/bulk-queues-store.ts': 'part of a statement',
  'NODES of accounts/node-figures.ts': 'asks nodes, of which there are none here',
}

/** Only for one PostgreSQL, although not written as a pair: with several nodes, an import merges companies in another way. */
const OF_ONE: ReadonlySet<string> = new Set(['COUNTERS of companies/companies-copy.ts'])

interface Statement {
  /** For example `FIND of crawls-store.ts`. */
  name: string
  text: string
  /** Whether this is the one of a pair whose other is for several nodes. */
  isOfOne?: boolean
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Returns the parts of a constant that has several. */
const partsOf = (value: unknown, isOfOne = false): { value: unknown; isOfOne: boolean }[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([key, part]) => partsOf(part, isOfOne || (key === 'one' && 'nodes' in value)))
    : [{ value, isOfOne }]

async function statementsOf(path: string, modules: StoreModules): Promise<Statement[]> {
  const names = Array.from((await readFile(path, 'utf8')).matchAll(CONSTANT), ([, name = '']) => name)
  const values = await modules.valuesIn(path, names)
  return names.flatMap((name, at) => {
    return partsOf(values[at])
      .flatMap(({ value: text, isOfOne }) => (typeof text === 'string' ? [{ text, isOfOne }] : []))
      .filter(({ text }) => STATEMENT.test(text))
      .map(({ text, isOfOne }, index) => ({
        name: `${name}${index > 0 ? ` ${index}` : ''} of ${path.slice(STORES.length + 1)}`,
        text,
        isOfOne,
      }))
      .map((one) => ({ ...one, isOfOne: one.isOfOne || OF_ONE.has(one.name) }))
  })
}

const here: { db?: TestDatabase; modules?: StoreModules; statements: Statement[] } = { statements: [] }

beforeAll(async () => {
  here.db = await testDatabase({ poolSize: 1 })
  const modules = (here.modules = await openStoreModules())
  const paths = readdirSync(STORES, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  const found = (await Promise.all(paths.map((name) => statementsOf(join(STORES, name), modules)))).flat()
  here.statements = found.filter(({ name }) => !(name in NOT_READ))
})
afterAll(async () => {
  await here.db?.[Symbol.asyncDispose]()
  await here.modules?.[Symbol.asyncDispose]()
})

const poolHere = (): Pool => {
  if (here.db === undefined) throw new Error('There is no database.')
  return here.db.pool
}

test('every statement of the stores names existing tables and columns', async () => {
  const wrong: string[] = []
  for (const [index, { name, text }] of here.statements.entries()) {
    await poolHere()
      .query(`prepare statement_${index} as ${text}`)
      .catch((error: Error) => wrong.push(`${name}: ${error.message}`))
  }
  expect(wrong).toEqual([])
  expect(here.statements.length).toBeGreaterThan(100)
})

async function brokenBy(statements: readonly Statement[]): Promise<string[]> {
  const broken: string[] = []
  for (const { name, text } of statements)
    for (const rule of await brokenRules(poolHere(), text)) broken.push(`${name}: ${rule}`)
  return broken.toSorted()
}

test('statements on tables split by domain obey the rules of a multi-node database', async () => {
  expect(await brokenBy(here.statements.filter(({ isOfOne }) => isOfOne !== true))).toEqual([])
})

const MODEL = {
  domain: 'willow.example',
  industry: 'Mining',
  headcount: null,
  tags: ['wood'],
  technologies: [],
  description: null,
  country: 'DE',
  city: null,
}

test('so do statements built from queries, except for the known ones', async () => {
  const search = filterConditions({ domain: 'willow.example', affiliation: ['current'], found: true })
  const leadsOf = (filter: LeadFilter) => `select l.id from leads l where ${leadConditions(1, filter).text}`
  const wanted = { filters: { organization: { domain: ['willow.example'] }, keywords: { exclude: ['wood'] } } }
  const companies = filterSearch(wanted)
  const compared = comparedSearch(wanted, true)
  const similar = similarSearch(companyConditions(wanted), MODEL, true)
  const made = {
    'the first page of a search': firstPageStatement(search, true).text,
    'the count of a search': `select count(*) from addresses a where ${search.text}`,
    'leads by words': leadsOf({ query: 'willow', verificationStatus: ['pending'] }),
    'leads who left': leadsOf({ affiliation: ['former'] }),
    'companies that are new': insertAtNodes(FACT_COLUMNS),
    'companies by filters': companies.page,
    'companies by filters, counted': companies.count.all.text,
    'companies compared': compared.page,
    'companies compared, counted': compared.count.text,
    'companies like another': similar.page,
    'companies like another, counted': similar.count.all.text,
  }
  expect(await brokenBy(Object.entries(made).map(([name, text]) => ({ name, text })))).toEqual([
    'leads who left: beside local tables',
  ])
})

test('a statement that breaks such a rule is found', async () => {
  await poolHere().query(`create function pg_temp.watched(domain text) returns bigint language plpgsql
    as 'begin return (select count(*) from watches w where w.domain = watched.domain); end'`)
  const planted = {
    joined: 'select a.value from addresses a join sources s on s.uri = a.value where a.domain = $1',
    beside: 'select a.value from addresses a join watches w on w.domain = a.domain where a.domain = $1',
    changed: 'update pages set status = 200 where url = $1',
    locked: 'select url from pages where domain = $1 for update skip locked',
    'beside leads': 'select l.id from leads l join verifications v on v.domain = $1 and v.value = l.email',
    'joined verdicts': 'select v.status from verifications v join addresses a on a.value = v.value where v.domain = $1',
    'changed verdicts': 'delete from verifications where checked_at < $1',
    'changed logos': 'update logos set png = null where requested_at < $1',
    'beside sources':
      'select c.domain from companies c join company_sources s on s.id = c.employees where c.domain = $1',
    'joined names': 'select n.name from company_names n join companies c on c.name = n.name',
    'locked logos': 'select domain from logos where domain = $1 for update skip locked',
    'beside watches':
      'select c.status from watches w left join crawls c on c.domain = w.domain where w.account_id = $1',
    'changed crawls': 'update crawls set account_id = null where account_id = $1',
    'locked crawls': `select domain from crawls where status = 'queued' limit 1 for update skip locked`,
    'joined by expression': `select a.value from addresses a join companies c on c.domain = a.domain || '' where a.domain = $1`,
    'joined by either':
      'select a.value from addresses a join companies c on c.domain = a.domain or c.name = a.first_name',
    'joined to a parent':
      'select p.name from companies c join companies p on p.domain = c.parent_domain where c.domain = $1',
    'joined to a named query': `with s as materialized (select value from sources where domain = $1)
      select a.value from addresses a join s on s.value = a.value where a.domain = $1`,
    'joined recursively': `with recursive up as (select domain, parent_domain from companies where domain = $1
      union all select c.domain, c.parent_domain from companies c join up on up.parent_domain = c.domain) select domain from up`,
    'beside what a plan leaves out':
      'select a.value from addresses a left join accounts o on o.id = 1 where a.domain = $1',
    'beside what is never true':
      'select value from addresses where domain = $1 union all select domain from watches where false',
    'beside a function': 'select value, pg_temp.watched(domain) from addresses where domain = $1',
    'changed by a range': 'update pages set status = 200 where domain > $1',
    'changed by its own row': 'update companies set name = $1 where domain = parent_domain',
    'changed by either': 'update addresses set visible = false where domain = $1 or value = $2',
    'locked over lines': `select domain from crawls where domain = $1 for no key update
      skip /* those */ locked`,
    'locked with others': 'select domain from logos where domain = any ($1) order by 1 for share',
    'locked anywhere': 'select url from pages where url = $1 for update',
    'changed key': 'update pages set status = 200, domain = $1 where domain = $2',
    'changed keys': 'update addresses a set (domain, visible) = ($1, false) where a.domain = $2',
    'conflict now': `insert into logos (domain, requested_at) values ($1, $2)
      on conflict (domain) do update set requested_at = greatest(logos.requested_at, now())`,
    'conflict today': `insert into logos (domain, requested_at) values ($1, $2)
      on conflict (domain) do update set requested_at = current_timestamp where logos.domain = $1`,
    'computed anew': `update logos set requested_at = $2::timestamptz + random() * interval '1 s' where domain = $1`,
    merged: `merge into logos l using (select $1::text as domain) d on l.domain = d.domain and l.domain = $1
      when matched then delete`,
    'good lock': 'select url from pages where domain = $1 for update',
    'good now': 'update logos set requested_at = now() where domain = $1',
    'good conflict': `insert into logos (domain, requested_at) values ($1, now())
      on conflict (domain) do update set requested_at = coalesce(excluded.requested_at, logos.requested_at)`,
    'good below a domain': `delete from pages where domain = $1 or domain like '%.' || $1`,
    'good pairs': `select a.value from addresses a join sources s on (s.domain, s.value) = (a.domain, a.value)`,
    'good name': `with watches as (select $1::text as domain) select c.name from companies c join watches using (domain)`,
    'good text': `select domain from crawls where domain = $1 and reason <> 'for update skip locked'`,
    'good type': `select c.name from jsonb_populate_recordset(null::companies, $1) c join leads l on l.website = c.domain`,
    good: `update addresses a set sources_count = 1 from sources s
      where s.domain = a.domain and s.value = a.value and a.domain = $1`,
  }
  expect(await brokenBy(Object.entries(planted).map(([name, text]) => ({ name, text })))).toEqual([
    'beside a function: beside local tables',
    'beside leads: beside local tables',
    'beside sources: beside local tables',
    'beside watches: beside local tables',
    'beside what a plan leaves out: beside local tables',
    'beside what is never true: beside local tables',
    'beside: beside local tables',
    'changed by a range: changed without domain',
    'changed by either: changed without domain',
    'changed by its own row: changed without domain',
    'changed crawls: changed without domain',
    'changed key: changes the domain',
    'changed keys: changes the domain',
    'changed logos: changed without domain',
    'changed verdicts: changed without domain',
    'changed: changed without domain',
    'computed anew: sets what each node computes',
    'conflict now: sets what each node computes',
    'conflict today: sets what each node computes',
    'joined by either: joined without domain',
    'joined by expression: joined without domain',
    'joined names: joined without domain',
    'joined recursively: joined without domain',
    'joined to a named query: joined without domain',
    'joined to a parent: joined without domain',
    'joined verdicts: joined without domain',
    'joined: joined without domain',
    'locked anywhere: locks several domains',
    'locked crawls: locks several domains',
    'locked crawls: skips what is locked',
    'locked logos: skips what is locked',
    'locked over lines: skips what is locked',
    'locked with others: locks several domains',
    'locked: skips what is locked',
    'merged: merges',
  ])
})

test('tables by domain have no triggers and no serial numbers, and no view reads any table', async () => {
  const { rows } = await poolHere().query<{ found: string }>(
    `select tgname as found from pg_trigger where not tgisinternal and tgrelid = any ($1::regclass[])
      union all select attname from pg_attribute where attidentity <> '' and attrelid = any ($1::regclass[])
      union all select viewname from pg_views where schemaname = 'public'`,
    [DISTRIBUTED],
  )
  expect(rows).toEqual([])
})
