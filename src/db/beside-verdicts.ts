import type { Pool, PoolClient, QueryResultRow } from 'pg'
import { domainOfAddress } from '../lib/addresses/email-address.ts'
import { askBeside } from './beside.ts'
import type { Beside } from './beside.ts'

/**
 * A statement that reads verdicts on addresses together with tables of the coordinator.
 * @param place position of the last value, after those that the statement takes in a single PostgreSQL.
 * @param write writes the statement, given the source to read verdicts from, named `v`.
 */
export const besideVerdicts = (place: number, write: (verdicts: string) => string): Beside => ({
  one: write('verifications v'),
  nodes: write(
    `jsonb_to_recordset($${place}::jsonb) v (domain text, value text, status text, outcome jsonb, checked_at timestamptz)`,
  ),
})

/** No statement reads more of a check's results than this; the domains are repeated so that only their shards are queried. */
export const VERDICTS = `select v.domain, v.value, v.status, v.checked_at,
    jsonb_build_object('smtpCheck', v.outcome -> 'smtpCheck', 'mxGroup', v.outcome -> 'mxGroup') as outcome
  from unnest($1::text[], $2::text[]) as k (domain, value)
    join verifications v on v.domain = k.domain and v.value = k.value and v.domain = any($1::text[])`

/** Addresses per statement. */
const READ_AT_ONCE = 10_000

async function verdictsOf(client: Pool | PoolClient, emails: readonly string[]): Promise<string> {
  const known: unknown[] = []
  const once = [...new Set(emails)]
  for (let at = 0; at < once.length; at += READ_AT_ONCE) {
    const some = once.slice(at, at + READ_AT_ONCE)
    const query = { name: 'verdicts-of', text: VERDICTS, values: [some.map(domainOfAddress), some] }
    for (const row of (await client.query<Record<string, unknown>>(query)).rows) known.push(row)
  }
  return JSON.stringify(known)
}

interface AskedBesideVerdicts {
  name?: string
  statement: Beside
  values: readonly unknown[]
  /** The addresses whose verdicts it may read. A statement that selects them as `email` runs only over several nodes. */
  emails: readonly string[] | { text: string; values: readonly unknown[] }
}

export async function askBesideVerdicts<Row extends QueryResultRow>(
  client: Pool | PoolClient,
  isDistributed: boolean,
  { name, statement, values, emails }: AskedBesideVerdicts,
): Promise<Row[]> {
  return askBeside<Row>(client, isDistributed, { name, statement, values }, async () =>
    verdictsOf(client, 'text' in emails ? await emailsOf(client, emails) : emails),
  )
}

async function emailsOf(
  client: Pool | PoolClient,
  { text, values }: { text: string; values: readonly unknown[] },
): Promise<string[]> {
  return (await client.query<{ email: string }>(text, [...values])).rows.map(({ email }) => email)
}
