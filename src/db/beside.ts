import type { Pool, PoolClient, QueryResultRow } from 'pg'

/**
 * A statement that reads tables of the coordinator together with tables that several nodes store by domain. A single PostgreSQL
 * joins them; over several nodes, their rows are read first and passed to the statement as its last value.
 */
export interface Beside {
  one: string
  nodes: string
}

interface AskedBeside {
  name: string | undefined
  statement: Beside
  values: readonly unknown[]
}

/** @param known reads the nodes' rows as JSON; not called for a single PostgreSQL. */
export async function askBeside<Row extends QueryResultRow>(
  client: Pool | PoolClient,
  isDistributed: boolean,
  { name, statement, values }: AskedBeside,
  known: () => Promise<string>,
): Promise<Row[]> {
  const named = name === undefined ? {} : { name }
  const asked = isDistributed
    ? { text: statement.nodes, values: [...values, await known()] }
    : { text: statement.one, values: [...values] }
  return (await client.query<Row>({ ...named, ...asked })).rows
}
