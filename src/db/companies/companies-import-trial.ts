import type { Pool, PoolClient } from 'pg'
import type { CompanySource } from '../../lib/companies/company-facts.ts'
import { COMPANY_SOURCE_RANKS } from '../../lib/companies/company-facts.ts'
import type { CompanyRow } from '../../lib/companies/company-slice.ts'
import { deriveIndustries, taggedOf, TOLD_BY_TAGS } from './derived-industries.ts'
import { storeCompanySlice } from './companies-import-slice.ts'
import type { CompanySliceToStore, StoredCounts, Transact } from './companies-import-slice.ts'
import type { StoredCompanySource } from './companies-merge-store.ts'
import { FACT_COLUMNS } from './company-columns.ts'

/** A trial of an import: the same statements as a real one, on tables that vanish with the connection. */
export interface ImportTrial {
  /** As it is stored, or would be. */
  source: StoredCompanySource
  /** The result of storing the slice after those tried before. */
  storeSlice: (slice: CompanySliceToStore) => Promise<StoredCounts>
  close: () => Promise<void>
}

/** The id that a new source would have: newer than any other. */
const NEW_SOURCE_ID = Number.MAX_SAFE_INTEGER
const NEW_TOLD_ID = NEW_SOURCE_ID - 1

const COLUMNS = ['domain', ...FACT_COLUMNS, 'provenance', 'personal_count', 'generic_count', 'indexed_on', 'updated_at']

/**
 * Temporary tables take precedence over others of the same name (PostgreSQL, "Client connection defaults", search_path), so
 * that only they are read and written; the stored rows are read through views that were made before. Before a slice is tried, the
 * tables are given what is stored about its companies.
 */
const shadows = (source: StoredCompanySource, uri: string, told: StoredCompanySource): string => `
  create temporary view stored_companies as select * from companies;
  create temporary view stored_company_names as select * from company_names;
  create temporary view stored_domainless_companies as select * from domainless_companies;
  create temporary table companies (like companies including defaults including generated, primary key (domain));
  create temporary table company_names (like company_names including defaults, primary key (name_key, domain));
  create index on company_names (domain);
  create temporary table domainless_companies (like domainless_companies including defaults,
    primary key (name_key, country, source_id));
  create temporary table shadowed_names (name_key text primary key);
  create temporary view company_sources as select id, kind, uri, rank, seen_on from company_sources
    union all select ${source.id}, '${source.kind}', '${uri.replaceAll("'", "''")}', ${source.rank}, date '${source.seenOn}'
    where ${source.id} = ${NEW_SOURCE_ID}
    union all select ${told.id}, '${TOLD_BY_TAGS.kind}', '${TOLD_BY_TAGS.uri}', ${told.rank}, date '${told.seenOn}'
    where ${told.id} = ${NEW_TOLD_ID}`

const NEW_NAMES = `insert into shadowed_names select distinct name from unnest($1::text[]) as name where name <> ''
  on conflict do nothing returning name_key`
const SHADOW_NAMES = `insert into company_names select n.* from stored_company_names n where n.name_key = any($1) on conflict do nothing`
const SHADOW_WAITING = `insert into domainless_companies select d.* from stored_domainless_companies d where d.name_key = any($1)`
const NAMED_SO = 'select distinct domain from company_names where name_key = any($1)'
const SHADOW_COMPANIES = `insert into companies (${COLUMNS.join(', ')})
  select ${COLUMNS.map((column) => `c.${column}`).join(', ')} from stored_companies c where c.domain = any($1) on conflict do nothing`

const KNOWN_SOURCE = `select id, seen_on as "seenOn" from company_sources where kind = $1 and uri = $2`

/** Nothing it does is visible to others or outlives `close`, and no row of others is locked for longer than a slice. */
export async function openImportTrial(
  pool: Pool,
  { kind, uri, seenOn }: CompanySource,
  isDistributed: boolean,
): Promise<ImportTrial> {
  const client = await pool.connect()
  // The temporary tables vanish with the connection.
  const close = () => Promise.resolve(client.release(true))
  try {
    const { rows } = await client.query<{ id: number; seenOn: string }>(KNOWN_SOURCE, [kind, uri])
    const source = { kind, rank: COMPANY_SOURCE_RANKS[kind], ...(rows[0] ?? { id: NEW_SOURCE_ID, seenOn }) }
    const { rows: known } = await client.query<{ id: number; seenOn: string }>(KNOWN_SOURCE, [
      TOLD_BY_TAGS.kind,
      TOLD_BY_TAGS.uri,
    ])
    const told: StoredCompanySource = {
      kind: TOLD_BY_TAGS.kind,
      rank: COMPANY_SOURCE_RANKS[TOLD_BY_TAGS.kind],
      ...(known[0] ?? { id: NEW_TOLD_ID, seenOn }),
    }
    await client.query(shadows(source, uri, told))
    const transact = oneAfterTheOther(client)
    const storeSlice = async (slice: CompanySliceToStore): Promise<StoredCounts> => {
      await transact(() => shadow(client, [...slice.sited, ...slice.waiting]))
      const { now } = slice
      return storeCompanySlice(transact, { ...slice, isDistributed }, (inTrial) =>
        deriveIndustries(inTrial, taggedOf(slice), { now, isDistributed }, told),
      )
    }
    return { source, storeSlice, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function shadow(client: PoolClient, rows: readonly CompanyRow[]): Promise<void> {
  const keys = rows.flatMap(({ nameKey, legalKey }) => [nameKey, legalKey])
  const { rows: fresh } = await client.query<{ name_key: string }>(NEW_NAMES, [keys])
  const names = fresh.map(({ name_key }) => name_key)
  await client.query(SHADOW_NAMES, [names])
  await client.query(SHADOW_WAITING, [names])
  const { rows: named } = await client.query<{ domain: string }>(NAMED_SO, [names])
  await client.query(SHADOW_COMPANIES, [[...rows, ...named].flatMap(({ domain }) => domain ?? [])])
}

function oneAfterTheOther(client: PoolClient): Transact {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = last.then(async () => {
      await client.query('begin')
      try {
        const result = await work(client)
        await client.query('commit')
        return result
      } catch (error) {
        await client.query('rollback')
        throw error
      }
    })
    last = mine.catch(() => undefined)
    return mine
  }
}
