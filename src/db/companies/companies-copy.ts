import type { PoolClient } from 'pg'
import type { CompanyRow } from '../../lib/companies/company-slice.ts'
import { saidColumns } from './companies-merge-store.ts'
import type { StoredCompanySource } from './companies-merge-store.ts'
import { emptyOf, FACT_COLUMNS, FACT_TYPES } from './company-columns.ts'
import type { FactColumn } from './company-columns.ts'
import { copyRows } from '../copy-rows.ts'
import type { CopyValue } from '../copy-rows.ts'
import { errorCode } from '../../lib/text/error-code.ts'

/** In one pass over each index, as long as the settings of the transaction keep the planner from reading whole tables. */
const KNOWN = `select domain from companies where domain = any($1::text[])
  union all select domain from company_names where domain = any($1::text[])`

/** An ingest has to wait for this lock: what it counts after that it counts in companies too, because it then sees them. */
const COUNTERS = `select domain, personal_count, generic_count from domains
  where domain = any($1::text[]) order by domain for share`

const UNIQUE_VIOLATION = '23505'

/** Of the columns that hold lists, where nothing is known. */
const EMPTY: Partial<Record<FactColumn, CopyValue>> = Object.fromEntries(
  FACT_COLUMNS.flatMap((column) =>
    emptyOf(column) === null ? [] : [[column, FACT_TYPES[column] === 'jsonb' ? '[]' : []]],
  ),
)

/** A fact as COPY takes it. */
export const copied = (column: FactColumn, facts: CompanyRow['facts']): CopyValue => {
  const value = facts[column]
  return FACT_TYPES[column] === 'jsonb' && value ? JSON.stringify(value) : (value as CopyValue)
}

/**
 * Stores companies of which nothing is known yet, and their names, by COPY: a row takes two thirds of the time of an insert that is ready
 * for others. For one PostgreSQL alone, in the caller's transaction.
 * @param rows with domains, each once, in their order, which is that of the largest indexes; none has opted out
 * @returns those that have to be merged
 */
export async function copyCompanies(
  client: PoolClient,
  source: StoredCompanySource,
  rows: readonly CompanyRow[],
  now: Date,
): Promise<readonly CompanyRow[]> {
  const { rows: found } = await client.query<{ domain: string }>(KNOWN, [listOf(rows)])
  const known = new Set<string | null>(found.map(({ domain }) => domain))
  const unknown = known.size === 0 ? rows : rows.filter(({ domain }) => !known.has(domain))
  if (unknown.length === 0) return rows
  await client.query('savepoint copying')
  try {
    await copyFacts(client, source, unknown, now)
    await copyRows(client, 'copy company_names (name_key, domain, name, kind) from stdin', companyNameRows(unknown))
  } catch (error) {
    // Another transaction has just stored one of them.
    if (errorCode(error) !== UNIQUE_VIOLATION) throw error
    await client.query('rollback to savepoint copying')
    return rows
  }
  return known.size === 0 ? [] : rows.filter(({ domain }) => known.has(domain))
}

/** As text of an array: domains need no quotes, and looking for what does takes longer than all else. */
const listOf = (rows: readonly CompanyRow[]): string => `{${rows.map(({ domain }) => domain).join(',')}}`

async function copyFacts(client: PoolClient, source: StoredCompanySource, rows: readonly CompanyRow[], now: Date) {
  const columns = saidColumns(rows.map(({ facts }) => facts))
  const { rows: counted } = await client.query<Counters>(COUNTERS, [listOf(rows)])
  const counters = new Map(counted.map((counters) => [counters.domain, counters]))
  const provenance = JSON.stringify({ '*': source.id })
  const updatedAt = now.toISOString()
  function* lines(): Generator<CopyValue[]> {
    for (const { domain, facts } of rows) {
      const { personal_count = 0, generic_count = 0 } = counters.get(domain) ?? {}
      const line: CopyValue[] = [domain, provenance, personal_count, generic_count, source.seenOn, updatedAt]
      for (const column of columns) line.push(copied(column, facts) ?? EMPTY[column])
      yield line
    }
  }
  const names = ['domain', 'provenance', 'personal_count', 'generic_count', 'indexed_on', 'updated_at', ...columns]
  await copyRows(client, `copy companies (${names.join(', ')}) from stdin`, lines())
}

interface Counters {
  domain: string | null
  personal_count: number
  generic_count: number
}

/** Rows of `company_names`, under which they are found, in the order of its key. */
export function companyNameRows(rows: readonly CompanyRow[]): [key: string, ...CopyValue[]][] {
  const names: [string, ...CopyValue[]][] = []
  for (const { domain, nameKey, legalKey, aliases, facts } of rows) {
    if (nameKey !== '') names.push([nameKey, domain, facts.name, 'organization'])
    if (legalKey !== '' && legalKey !== nameKey) names.push([legalKey, domain, facts.legal_name, 'alias'])
    const others = new Map(aliases.map(({ key, name }) => [key, name]))
    for (const [key, name] of others) if (key !== nameKey && key !== legalKey) names.push([key, domain, name, 'alias'])
  }
  return names.sort((one, other) => (one[0] < other[0] ? -1 : 1))
}
