import type { Pool, PoolClient, QueryResultRow } from 'pg'

/**
 * Statements that read names of companies, on the coordinator, beside how many addresses their domains have: as `beside-verdicts.ts`
 * has it, several nodes are asked for these totals before.
 */
export interface BesideTotals {
  one: string
  nodes: string
}

const TOTALS = 'select domain, personal_count + generic_count as total from domains'

/**
 * @param place of the last value, behind those that the statement has in one PostgreSQL.
 * @param write makes the statement; it is given what it reads totals from, under the name `d`.
 */
export const besideTotals = (place: number, write: (totals: string) => string): BesideTotals => ({
  one: write(`(${TOTALS}) d`),
  nodes: write(`jsonb_to_recordset($${place}::jsonb) d (domain text, total integer)`),
})

const NAMED_SO = 'select domain from company_names where name_key = $1'
const TOTALS_OF = `${TOTALS} where domain = any($1::text[])`

interface AskedBesideTotals {
  name?: string
  statement: BesideTotals
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
  const named = name === undefined ? {} : { name }
  if (!isDistributed) return (await client.query<Row>({ ...named, text: statement.one, values: [...values] })).rows
  const domains = (await client.query<{ domain: string }>(NAMED_SO, [nameKey])).rows.map(({ domain }) => domain)
  const totals = domains.length === 0 ? [] : (await client.query(TOTALS_OF, [domains])).rows
  return (await client.query<Row>({ ...named, text: statement.nodes, values: [...values, JSON.stringify(totals)] }))
    .rows
}
