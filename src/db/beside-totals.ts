import type { Pool, PoolClient, QueryResultRow } from 'pg'
import { askBeside } from './beside.ts'
import type { Beside } from './beside.ts'

const TOTALS = 'select domain, personal_count + generic_count as total from domains'

/**
 * A statement that reads names of companies, on the coordinator, beside how many addresses their domains have.
 * @param place of the last value, behind those that the statement has in one PostgreSQL.
 * @param write makes the statement; it is given what it reads totals from, under the name `d`.
 */
export const besideTotals = (place: number, write: (totals: string) => string): Beside => ({
  one: write(`(${TOTALS}) d`),
  nodes: write(`jsonb_to_recordset($${place}::jsonb) d (domain text, total integer)`),
})

const NAMED_SO = 'select domain from company_names where name_key = $1'
const TOTALS_OF = `${TOTALS} where domain = any($1::text[])`

async function totalsOf(client: Pool | PoolClient, nameKey: string): Promise<string> {
  const domains = (await client.query<{ domain: string }>(NAMED_SO, [nameKey])).rows.map(({ domain }) => domain)
  return JSON.stringify(domains.length === 0 ? [] : (await client.query(TOTALS_OF, [domains])).rows)
}

interface AskedBesideTotals {
  name?: string
  statement: Beside
  values: readonly unknown[]
  /** The totals of companies of this name are all that it reads. */
  nameKey: string
}

/** Asks such a statement. */
export async function askBesideTotals<Row extends QueryResultRow>(
  client: Pool | PoolClient,
  isDistributed: boolean,
  { name, statement, values, nameKey }: AskedBesideTotals,
): Promise<Row[]> {
  return askBeside(client, isDistributed, { name, statement, values }, () => totalsOf(client, nameKey))
}
