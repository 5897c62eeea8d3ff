import type { Pool, QueryResultRow } from 'pg'
import { askBeside } from './beside.ts'
import type { Beside } from './beside.ts'

/**
 * A statement of one value that reads companies together with tables of the coordinator.
 * @param write writes the statement, given a function that names companies under an alias.
 */
export const besideCompanies = (write: (companies: (name: string) => string) => string): Beside => ({
  one: write((name) => `companies ${name}`),
  nodes: write((name) => `jsonb_populate_recordset(null::companies, $2::jsonb) ${name}`),
})

/** Rows as stored, without their words. */
const COMPANIES = `select to_jsonb(c) - 'words' as company from companies c where domain = any($1::text[])`

interface AskedBesideCompanies {
  name?: string
  statement: Beside
  values: readonly unknown[]
  /** The only companies the statement reads. */
  domains: readonly string[]
}

export async function askBesideCompanies<Row extends QueryResultRow>(
  pool: Pool,
  isDistributed: boolean,
  { name, statement, values, domains }: AskedBesideCompanies,
): Promise<Row[]> {
  return askBeside<Row>(pool, isDistributed, { name, statement, values }, async () => {
    const { rows } = await pool.query<{ company: unknown }>(COMPANIES, [domains])
    return JSON.stringify(rows.map(({ company }) => company))
  })
}
