import type { PoolClient } from 'pg'
import { COMPANY_SOURCE_RANKS } from '../../lib/companies/company-facts.ts'
import { cleanCompany } from '../../lib/companies/clean-company.ts'
import type { CompanyFacts, CompanySource, CompanySourceKind } from '../../lib/companies/company-facts.ts'
import { FACT_COLUMNS } from './company-columns.ts'
import type { FactColumn } from './company-columns.ts'
import { HOLD_COUNTERS, insertUnknown, rowsWith, unknownDomains, updateKnown } from './companies-merge-statements.ts'
import type { Staged } from './companies-merge-statements.ts'

/** A source that is stored. */
export interface StoredCompanySource {
  id: number
  kind: CompanySourceKind
  rank: number
  /** `YYYY-MM-DD` */
  seenOn: string
}

/** Companies of one source: a few rows, or a table of the session with the columns of `CompanyFacts`, some of them used. */
export type StagedCompanies = readonly CompanyFacts[] | { table: string; columns: readonly FactColumn[] }

export interface Merging {
  now: Date
  isDistributed: boolean
}

export interface MergeCounts {
  created: number
  /** Known companies of which some field changed. */
  changed: number
}

/** A file stays as it is: it was seen when it first came, and of what it says of a company twice the first stands. */
const SAYS_IT_ONCE: ReadonlySet<CompanySourceKind> = new Set(['import', 'priority_import'])

const OPEN_SOURCE = `insert into company_sources as s (kind, uri, rank, seen_on) values ($1, $2, $3, $4)
  on conflict (kind, uri) do update set seen_on = case when $5 then s.seen_on else greatest(s.seen_on, excluded.seen_on) end
  returning id, seen_on as "seenOn"`

/** Stores where facts come from; a page that is known only gets newer. */
export async function openCompanySource(
  client: PoolClient,
  { kind, uri, seenOn }: CompanySource,
): Promise<StoredCompanySource> {
  const rank = COMPANY_SOURCE_RANKS[kind]
  const isFile = SAYS_IT_ONCE.has(kind)
  const { rows } = await client.query<{ id: number; seenOn: string }>(OPEN_SOURCE, [kind, uri, rank, seenOn, isFile])
  const [stored] = rows
  if (stored === undefined) throw new Error('The source of a company was not stored.')
  return { id: stored.id, kind, rank, seenOn: isFile ? stored.seenOn : seenOn }
}

/**
 * The one merge of company facts, in the caller's transaction. Field by field the value of the source with the higher rank
 * stays, inside a rank that of the newer. Null never overwrites. `provenance` and the counters follow. A second merge of the
 * same rows changes nothing.
 * @param staged each domain once.
 */
export async function mergeCompanies(
  client: PoolClient,
  source: StoredCompanySource,
  staged: StagedCompanies,
  { now, isDistributed }: Merging,
): Promise<MergeCounts> {
  const isTable = 'table' in staged
  const columns = isTable ? staged.columns : saidColumns(staged)
  const from = isTable ? staged.table : rowsWith(columns)
  const weakerBelow = SAYS_IT_ONCE.has(source.kind) ? source.id : source.id + 1
  const rows = isTable ? null : JSON.stringify(staged.map(cleanCompany))
  const values = [rows, source.id, source.rank, source.seenOn, now, weakerBelow]
  const insert = insertUnknown({ from, columns }, isDistributed)
  const inserted = await client.query<{ total: number; created: number }>(
    isDistributed ? typed(insert, 'jsonb') : typed(insert),
    isDistributed ? [...values, await heldCounters(client, { from, columns }, values)] : values,
  )
  const { total, created } = inserted.rows[0] ?? { total: 0, created: 0 }
  // Second, so that it sees what others stored while the insert waited for them.
  if (created === total) return { created, changed: 0 }
  const whole = isTable ? staged.table : rowsWith(FACT_COLUMNS)
  const updated = await client.query(typed(updateKnown({ from: whole, columns })), values)
  return { created, changed: updated.rowCount ?? 0 }
}

/** @returns the counters of companies that the source knows and nobody else, as JSON. */
async function heldCounters(client: PoolClient, staged: Staged, values: readonly unknown[]): Promise<string> {
  const { rows: unknown } = await client.query<{ domains: string[] }>(typed(unknownDomains(staged)), [...values])
  const domains = unknown[0]?.domains ?? []
  return JSON.stringify(domains.length === 0 ? [] : (await client.query(HOLD_COUNTERS, [domains])).rows)
}

/** Statements that name fewer columns are planned and run in less time. */
export function saidColumns(rows: readonly Partial<CompanyFacts>[]): FactColumn[] {
  const said = new Set<string>()
  // By the keys that a row has: looking for those it lacks costs more than all else that is done with it.
  for (const row of rows)
    for (const column of Object.keys(row) as FactColumn[])
      if (!said.has(column) && row[column] !== null && row[column] !== undefined) said.add(column)
  return FACT_COLUMNS.filter((column) => said.has(column))
}

/** Every statement gets the same values; those it does not use need a type all the same. */
const typed = (statement: string, ...more: string[]): string =>
  `with given as (select ${[...TYPES, ...more].map((type, at) => `$${at + 1}::${type}`).join(', ')}), ${statement}`
const TYPES = ['text', 'bigint', 'smallint', 'date', 'timestamptz', 'bigint']
