import type { PoolClient } from 'pg'
import { ADVISORY_LOCKS } from './advisory-locks.ts'

/**
 * A new opt-out waits for writers to finish and then deletes what they wrote. This is a separate statement so that the next one
 * sees opt-outs that were added while it waited.
 */
const HOLD_BACK_OPTOUTS = `select pg_advisory_xact_lock_shared(${ADVISORY_LOCKS.optouts})`

/** Sending thousands of domains is most of the cost, and rarely needed. */
const IS_ANY = `select from optouts where kind = 'domain' limit 1`
const OPTED_OUT = `select o.domain from unnest($1::text[]) d (domain) join optouts o on o.domain = d.domain where o.kind = 'domain'`

/** The domains among these that have opted out: nothing about them may be written in this transaction. */
export async function optedOutDomains(client: PoolClient, domains: readonly string[]): Promise<ReadonlySet<string>> {
  if (domains.length === 0) return new Set()
  await client.query(HOLD_BACK_OPTOUTS)
  if ((await client.query(IS_ANY)).rowCount === 0) return new Set()
  const { rows } = await client.query<{ domain: string }>(OPTED_OUT, [domains])
  return new Set(rows.map(({ domain }) => domain))
}
