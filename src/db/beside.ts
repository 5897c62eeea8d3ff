import type { Pool, PoolClient, QueryResultRow } from 'pg'

/**
 * A statement that reads tables of the coordinator beside what several nodes keep by domain. One PostgreSQL joins them; over several
 * nodes what they keep is read before, and given to the statement as its last value.
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

/** @param known what the nodes keep, as JSON; not asked of one PostgreSQL. */
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
