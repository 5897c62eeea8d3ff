import type { PoolClient } from 'pg'
import type { CompanyFacts } from '../../lib/companies/company-facts.ts'
import type { CompanyRow } from '../../lib/companies/company-slice.ts'
import { mergeCompanies, saidColumns } from './companies-merge-store.ts'
import type { Merging, StoredCompanySource } from './companies-merge-store.ts'
import type { MergeCounts } from './merge-at-nodes.ts'
import { copied, copyCompanies, companyNameRows } from './companies-copy.ts'
import { FACT_COLUMNS, FACT_TYPES } from './company-columns.ts'
import type { FactColumn } from './company-columns.ts'
import { copyRows } from '../copy-rows.ts'
import type { CopyValue } from '../copy-rows.ts'
import { optedOutDomains } from '../opted-out-domains.ts'

export interface CompanySliceToStore {
  source: StoredCompanySource
  sited: readonly CompanyRow[]
  waiting: readonly CompanyRow[]
  now: Date
}

export interface StoredCounts extends MergeCounts {
  waiting: number
}

/** Does work in a transaction. */
export type Transact = <T>(work: (client: PoolClient) => Promise<T>) => Promise<T>

/** Seen by one connection, never logged, empty after each transaction. */
const STAGING = `create temporary table if not exists staged_companies (
  domain text not null, name_key text not null, legal_key text not null,
  ${FACT_COLUMNS.map((column) => `${column} ${FACT_TYPES[column]}`).join(', ')}) on commit delete rows`

/** In the order of the index, which is then read and written from one end to the other. */
const ADD_NAMES = `insert into company_names (name_key, domain, name, kind)
  select n.name_key, n.domain, n.name, n.kind from (
    select name_key, domain, name, 'organization' as kind from staged_companies where name_key <> ''
    union all
    select legal_key, domain, legal_name, 'alias' from staged_companies where legal_key not in ('', name_key)) n
  where not exists (select from company_names c where c.name_key = n.name_key and c.domain = n.domain)
  order by n.name_key, n.domain on conflict (name_key, domain) do nothing`

/** With several nodes, nothing is staged; aliases never are. */
const ADD_GIVEN_NAMES = `insert into company_names (name_key, domain, name, kind)
  select * from unnest($1::text[], $2::text[], $3::text[], $4::text[]) on conflict (name_key, domain) do nothing`

/** Those of a name and country that exactly one company has. */
const SITES_OF_WAITING = `select w.position::int, min(c.domain) as domain
  from unnest($1::text[], $2::text[]) with ordinality as w (name_key, country, position)
    join company_names n on n.name_key = w.name_key join companies c on c.domain = n.domain and c.country = w.country
  group by w.position having count(distinct c.domain) = 1 order by w.position`

/** What a file says of one company in several places adds up: the first stands, others fill gaps, rounds are joined. */
const KEEP_WAITING = `insert into domainless_companies as d (name_key, country, source_id, facts)
  select w.name_key, w.country, $2::bigint, case
      when k.facts is null then w.facts
      when k.facts @> w.facts then k.facts
      when k.facts ? 'funding_rounds' and w.facts ? 'funding_rounds' then w.facts || k.facts || jsonb_build_object('funding_rounds',
        (select jsonb_agg(distinct round) from jsonb_array_elements((k.facts -> 'funding_rounds') || (w.facts -> 'funding_rounds')) as round))
      else w.facts || k.facts end
  from jsonb_to_recordset($1::jsonb) as w (name_key text, country text, facts jsonb)
    left join domainless_companies k on k.name_key = w.name_key and k.country = w.country and k.source_id = $2::bigint
  on conflict (name_key, country, source_id) do update set facts = excluded.facts where d.facts <> excluded.facts`

/** Names and countries of companies that wait for a web site, among the names $1. */
const WAITING = `select distinct d.name_key as name, d.country
  from unnest($1::text[]) s (name_key) join domainless_companies d on d.name_key = s.name_key`

/** Takes out those whose web site is now known: $1 names, $2 countries, $3 domains. */
const ADOPT = `with found as (
    delete from domainless_companies d using unnest($1::text[], $2::text[], $3::text[]) as s (name_key, country, domain)
    where d.name_key = s.name_key and d.country = s.country returning d.source_id, s.domain, d.facts)
  select s.id, s.kind, s.rank, s.seen_on as "seenOn", jsonb_agg(f.facts || jsonb_build_object('domain', f.domain)) as rows
  from found f join company_sources s on s.id = f.source_id group by s.id, s.kind, s.rank, s.seen_on`

/** Transactions at a time. Indexes are most of the work; more than two wait for each other at those of words and names. */
const STRETCHES = 2
/** Fewer are not worth a transaction. */
const MIN_STRETCH = 1_000

/**
 * Stores one slice: several stretches of it at once, and in the last transaction what waits and what `save` does with the
 * counts.
 */
export async function storeCompanySlice(
  transact: Transact,
  { source, sited, waiting, now, isDistributed }: CompanySliceToStore & Merging,
  save: (client: PoolClient, counts: StoredCounts) => Promise<void>,
): Promise<StoredCounts> {
  const counts = { created: 0, changed: 0, waiting: 0 }
  const merging = { now, isDistributed }
  const ordered = sited.toSorted((one, other) => ((one.domain ?? '') < (other.domain ?? '') ? -1 : 1))
  const stretches = await Promise.allSettled(
    stretchesOf(ordered).map((rows) => transact((client) => storeSited(client, source, rows, merging))),
  )
  for (const stretch of stretches) {
    if (stretch.status === 'rejected') throw stretch.reason
    counts.created += stretch.value.created
    counts.changed += stretch.value.changed
  }
  return transact(async (client) => {
    await client.query(settings(merging))
    const end = { ...counts }
    if (waiting.length > 0) {
      const { found, left } = await siteOf(client, waiting)
      if (found.length > 0) {
        const { created, changed } = await mergeCompanies(client, source, found, merging)
        end.created += created
        end.changed += changed
      }
      end.waiting += await keepWaiting(client, source, left)
    }
    if (sited.length > 0) await adopt(client, sited, merging)
    await save(client, end)
    return end
  })
}

/** Stretches of about the same length; no company is in two of them, and of an index by domain each has its own part. */
function stretchesOf(sited: readonly CompanyRow[]): CompanyRow[][] {
  const length = Math.max(MIN_STRETCH, Math.ceil(sited.length / STRETCHES))
  return Array.from({ length: Math.ceil(sited.length / length) }, (_, n) => sited.slice(n * length, (n + 1) * length))
}

/** Compiling a statement takes longer than running it once. */
const AT_NODES = `set local jit = off; set local work_mem = '64MB'`
/**
 * In one PostgreSQL, rows of a slice are looked up by key: anything else reads the whole table for them, which a planner that
 * knows the table as it was before the import holds for cheap. Nodes are given the domains, which lead to the same rows.
 */
const AT_ONE = `${AT_NODES}; set local enable_hashjoin = off; set local enable_mergejoin = off;
  set local enable_seqscan = off; set local enable_bitmapscan = off`
/** Nothing waits for the disk until the progress is stored: PostgreSQL loses no transaction without all that follow it. */
const STRETCH_AT_ONE = `${AT_ONE}; set local synchronous_commit = off`
const settings = ({ isDistributed }: Merging): string => (isDistributed ? AT_NODES : AT_ONE)

async function storeSited(
  client: PoolClient,
  source: StoredCompanySource,
  sited: readonly CompanyRow[],
  merging: Merging,
): Promise<MergeCounts> {
  await client.query(merging.isDistributed ? AT_NODES : STRETCH_AT_ONE)
  const optedOut = await optedOutDomains(client, domainsOf(sited))
  const rows = optedOut.size === 0 ? sited : sited.filter(({ domain }) => domain !== null && !optedOut.has(domain))
  if (merging.isDistributed) return storeAtNodes(client, source, rows, merging)
  const left = await copyCompanies(client, source, rows, merging.now)
  const created = rows.length - left.length
  if (left.length === 0) return { created, changed: 0 }
  const columns = await stage(client, left)
  const merged = await mergeCompanies(client, source, { table: 'staged_companies', columns }, merging)
  await client.query(ADD_NAMES)
  const renamed = left.filter(({ aliases }) => aliases.length > 0)
  if (renamed.length > 0) await addNames(client, renamed)
  return { created: created + merged.created, changed: merged.changed }
}

async function storeAtNodes(
  client: PoolClient,
  source: StoredCompanySource,
  rows: readonly CompanyRow[],
  merging: Merging,
): Promise<MergeCounts> {
  const companies = rows.flatMap(({ domain, facts }) => (domain === null ? [] : [{ ...facts, domain }]))
  const counts = await mergeCompanies(client, source, companies, merging)
  await addNames(client, rows)
  return counts
}

async function addNames(client: PoolClient, rows: readonly CompanyRow[]): Promise<void> {
  const names = companyNameRows(rows)
  const columns = [0, 1, 2, 3].map((at) => names.map((name) => name[at]))
  await client.query(ADD_GIVEN_NAMES, columns)
}

const domainsOf = (rows: readonly CompanyRow[]): string[] => rows.flatMap(({ domain }) => domain ?? [])

/** @returns the columns that the rows say anything in. */
async function stage(client: PoolClient, rows: readonly CompanyRow[]): Promise<FactColumn[]> {
  await client.query(STAGING)
  const columns = saidColumns(rows.map(({ facts }) => facts))
  const names = ['domain', 'name_key', 'legal_key', ...columns].join(', ')
  await copyRows(client, `copy staged_companies (${names}) from stdin`, staged(rows, columns))
  return columns
}

const isSaid = (value: unknown): boolean => value !== null && value !== undefined

function* staged(rows: readonly CompanyRow[], columns: readonly FactColumn[]): Generator<CopyValue[]> {
  for (const { domain, nameKey, legalKey, facts } of rows) {
    const values: CopyValue[] = [domain, nameKey, legalKey]
    for (const column of columns) values.push(copied(column, facts))
    yield values
  }
}

/** By position in the list: the site of the only company with this name and country. */
async function sitesOf(
  client: PoolClient,
  named: readonly { name: string; country: string | null }[],
): Promise<Map<number, string>> {
  const { rows } = await client.query<{ position: number; domain: string }>(SITES_OF_WAITING, [
    named.map(({ name }) => name),
    named.map(({ country }) => country),
  ])
  return new Map(rows.map(({ position, domain }) => [position - 1, domain]))
}

async function siteOf(
  client: PoolClient,
  waiting: readonly CompanyRow[],
): Promise<{ found: CompanyFacts[]; left: CompanyRow[] }> {
  const named = waiting.map(({ nameKey, facts }) => ({ name: nameKey, country: facts.country ?? null }))
  const domainAt = await sitesOf(client, named)
  const found = new Map<string, CompanyFacts>()
  for (const [i, domain] of domainAt) {
    const row = waiting[i]
    if (row !== undefined && !found.has(domain)) found.set(domain, { ...row.facts, domain })
  }
  return { found: [...found.values()], left: waiting.filter((_, i) => !domainAt.has(i)) }
}

/** @returns how many said something new. */
async function keepWaiting(
  client: PoolClient,
  source: StoredCompanySource,
  rows: readonly CompanyRow[],
): Promise<number> {
  if (rows.length === 0) return 0
  const kept = rows.map(({ nameKey, facts }) => ({
    name_key: nameKey,
    country: facts.country ?? '',
    facts: Object.fromEntries(Object.entries(facts).filter(([, value]) => isSaid(value))),
  }))
  return (await client.query(KEEP_WAITING, [JSON.stringify(kept), source.id])).rowCount ?? 0
}

async function adopt(client: PoolClient, sited: readonly CompanyRow[], merging: Merging): Promise<void> {
  if ((await client.query('select from domainless_companies limit 1')).rowCount === 0) return
  const names = sited.map(({ nameKey }) => nameKey)
  const { rows: named } = await client.query<{ name: string; country: string }>(WAITING, [names])
  if (named.length === 0) return
  const ofSlice = new Set(sited.map(({ nameKey, domain }) => `${domain} ${nameKey}`))
  const found = [...(await sitesOf(client, named))]
    .map(([at, domain]) => ({ ...named[at], domain }))
    .filter(({ name, domain }) => ofSlice.has(`${domain} ${name}`))
  if (found.length === 0) return
  const { rows: sources } = await client.query<StoredCompanySource & { rows: CompanyFacts[] }>(
    ADOPT,
    (['name', 'country', 'domain'] as const).map((column) => found.map((site) => site[column])),
  )
  for (const { rows, ...source } of sources) {
    const first = new Map(rows.toReversed().map((row) => [row.domain, row]))
    await mergeCompanies(client, source, [...first.values()], merging)
  }
}
