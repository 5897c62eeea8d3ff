import type { Pool, PoolClient } from 'pg'
import { domainOfAddress } from '../../lib/addresses/email-address.ts'

/** $1 domains, $2 addresses. */
const LEFT = `select a.value from unnest($1::text[], $2::text[]) as k (domain, value)
  join addresses a on a.domain = k.domain and a.value = k.value where a.affiliation = 'former'`

/** Those of these addresses whose owners have left their companies. */
export async function whoLeft(client: Pool | PoolClient, emails: readonly string[]): Promise<Set<string>> {
  if (emails.length === 0) return new Set()
  const query = { name: 'who-left', text: LEFT, values: [emails.map(domainOfAddress), emails] }
  return new Set((await client.query<{ value: string }>(query)).rows.map(({ value }) => value))
}
