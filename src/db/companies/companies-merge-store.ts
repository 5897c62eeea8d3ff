import type { PoolClient } from 'pg'
import { COMPANY_SOURCE_RANKS } from '../../lib/companies/company-facts.ts'
import { cleanCompany } from '../../lib/companies/clean-company.ts'
import type { CompanyFacts, CompanySource, CompanySourceKind } from '../../lib/companies/company-facts.ts'
import { FACT_COLUMNS } from './company-columns.ts'
import type { FactColumn } from './company-columns.ts'
import { insertUnknown, rowsWith, typed, updateKnown } from './companies-merge-statements.ts'
import type { Staged } from './companies-merge-statements.ts'
import { mergeAtNodes } from './merge-at-nodes.ts'
import type { MergeCounts } from './merge-at-nodes.ts'
import { optedOutDomains } from '../opted-out-domains.ts'

/** A stored source. */
export interface StoredCompanySource {
  id: number
  kind: CompanySourceKind
  rank: number
  /** `YYYY-MM-DD` */
  seenOn: string
}

/**
 * Companies from one source: a few rows, or a table of the session with some of the columns of `CompanyFacts`. A table works
 * only with a single PostgreSQL, and must not contain opted-out domains.
 */
export type StagedCompanies = readonly CompanyFacts[] | { table: string; columns: readonly FactColumn[] }

export interface Merging {
  now: Date
  isDistributed: boolean
  /** Those of the companies, if this transaction has already queried them. */
  optedOut?: ReadonlySet<string>
}

/** A file does not change: its date is that of its first import, and the first thing it says about a company counts. */
const SAYS_IT_ONCE: ReadonlySet<CompanySourceKind> = new Set(['import', 'priority_import'])

const OPEN_SOURCE = `insert into company_sources as s (kind, uri, rank, seen_on) values ($1, $2, $3, $4)
  on conflict (kind, uri) do update set seen_on = case when $5 then s.seen_on else greatest(s.seen_on, excluded.seen_on) end
  returning id, seen_on as "seenOn"`

/** Stores where facts come from; a known page can only become newer. */
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
 * The one merge of company facts, in the caller's transaction. Field by field, the value of the source with the higher rank
 * wins, and within a rank that of the newer source. Null never overwrites. `provenance` and the counters follow. Merging the
 * same rows again changes nothing. Nothing is stored about opted-out domains.
 * @param staged each domain only once.
 */
export async function mergeCompanies(
  client: PoolClient,
  source: StoredCompanySource,
  staged: StagedCompanies,
  { now, isDistributed, ...asked }: Merging,
): Promise<MergeCounts> {
  const weakerBelow = SAYS_IT_ONCE.has(source.kind) ? source.id : source.id + 1
  const values = [source.id, source.seenOn, now, source.rank, weakerBelow]
  if ('table' in staged) {
    const { table: from, columns } = staged
    return mergeStaged(client, { from, columns }, { from, columns }, [null, ...values])
  }
  const optedOut = asked.optedOut ?? (await optedOutDomains(client, domainsOf(staged)))
  const rows = optedOut.size === 0 ? staged : staged.filter(({ domain }) => !optedOut.has(domain))
  const columns = saidColumns(rows)
  if (isDistributed) return mergeAtNodes(client, { rows, columns, values })
  const all = { from: rowsWith(FACT_COLUMNS), columns }
  return mergeStaged(client, { from: rowsWith(columns), columns }, all, [
    JSON.stringify(rows.map(cleanCompany)),
    ...values,
  ])
}

/** With a single PostgreSQL. The insert needs only the columns that have values. */
async function mergeStaged(
  client: PoolClient,
  said: Staged,
  all: Staged,
  values: readonly unknown[],
): Promise<MergeCounts> {
  const inserted = await client.query<{ total: number; created: number }>(typed(insertUnknown(said)), [...values])
  const { total, created } = inserted.rows[0] ?? { total: 0, created: 0 }
  // Second, so that it sees what others stored while the insert waited for them.
  if (created === total) return { created, changed: 0 }
  const updated = await client.query(typed(updateKnown(all)), [...values])
  return { created, changed: updated.rowCount ?? 0 }
}

/** Statements that name fewer columns are planned and executed faster. */
export function saidColumns(rows: readonly Partial<CompanyFacts>[]): FactColumn[] {
  const said = new Set<string>()
  // Goes through the keys that a row has: checking for those it lacks costs more than all other work on it.
  for (const row of rows)
    for (const column of Object.keys(row) as FactColumn[])
      if (!said.has(column) && row[column] !== null && row[column] !== undefined) said.add(column)
  return FACT_COLUMNS.filter((column) => said.has(column))
}

const domainsOf = (rows: readonly CompanyFacts[]): string[] => rows.map(({ domain }) => domain)
