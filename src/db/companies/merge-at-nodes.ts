import type { PoolClient } from 'pg'
import { cleanCompany } from '../../lib/companies/clean-company.ts'
import type { CompanyFacts } from '../../lib/companies/company-facts.ts'
import type { FactColumn } from './company-columns.ts'
import {
  decideKnown,
  HOLD_COUNTERS,
  insertAtNodes,
  KNOWN,
  STORED,
  typed,
  WRITE_KNOWN,
} from './companies-merge-statements.ts'

/** Every part that holds one of these rows is sent all of them. */
const ROWS_AT_ONCE = 1_000

export interface MergeCounts {
  created: number
  /** Known companies in which a field changed. */
  changed: number
}

export interface MergeAtNodes {
  rows: readonly CompanyFacts[]
  columns: readonly FactColumn[]
  /** The values after the rows. */
  values: readonly unknown[]
}

/** Merges over several nodes, none of which can read the data of the others. */
export async function mergeAtNodes(client: PoolClient, { rows, ...merge }: MergeAtNodes): Promise<MergeCounts> {
  const counts = { created: 0, changed: 0 }
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const some = rows.slice(at, at + ROWS_AT_ONCE)
    const created = await insertUnknown(client, { ...merge, rows: some })
    counts.created += created.size
    // Second, so that it sees what others stored while the insert waited for them.
    const known = some.filter(({ domain }) => !created.has(domain))
    counts.changed += await updateKnown(client, { ...merge, rows: known })
  }
  return counts
}

async function insertUnknown(client: PoolClient, { rows, columns, values }: MergeAtNodes): Promise<Set<string>> {
  const known = await domainsOf(client, KNOWN, [domains(rows)])
  const unknown = rows.filter(({ domain }) => !known.has(domain))
  if (unknown.length === 0) return new Set()
  const { rows: counters } = await client.query<Record<string, unknown>>(HOLD_COUNTERS, [domains(unknown)])
  const [id, seenOn, now] = values
  return domainsOf(client, insertAtNodes(columns), [json(unknown), id, seenOn, now, JSON.stringify(counters)])
}

/** @returns how many were changed. Rows that others changed between reading and writing are decided again. */
async function updateKnown(client: PoolClient, { rows, columns, values }: MergeAtNodes): Promise<number> {
  let changed = 0
  const [, seenOn, now] = values
  for (let left = rows; left.length > 0;) {
    const { rows: stored } = await client.query<Record<string, unknown>>(STORED, [domains(left)])
    const text = typed(decideKnown(columns), 'jsonb')
    const { rows: decided } = await client.query<Record<string, unknown> & { domain: string }>(text, [
      json(left),
      ...values,
      JSON.stringify(stored),
    ])
    if (decided.length === 0) break
    const written = await domainsOf(client, WRITE_KNOWN, [JSON.stringify(decided), domains(decided), seenOn, now])
    changed += written.size
    const missed = new Set(domains(decided).filter((domain) => !written.has(domain)))
    left = left.filter(({ domain }) => missed.has(domain))
  }
  return changed
}

const json = (rows: readonly CompanyFacts[]): string => JSON.stringify(rows.map(cleanCompany))
const domains = (rows: readonly { domain: string }[]): string[] => rows.map(({ domain }) => domain)

async function domainsOf(client: PoolClient, text: string, values: unknown[]): Promise<Set<string>> {
  return new Set((await client.query<{ domain: string }>(text, values)).rows.map(({ domain }) => domain))
}
