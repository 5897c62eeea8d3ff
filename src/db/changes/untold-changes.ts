import type { PoolClient } from 'pg'

/** A change that was found and undone, or the other way round, before anyone heard of it is not reported at all: $1. */
const NEVER_MIND = 'delete from untold_changes where change_id = any($1) returning change_id as id'
const LEAVE = `insert into untold_changes (change_id) select * from unnest($1::bigint[])
  where exists (select from watches where domain = $2) on conflict do nothing`

/**
 * Queues changes of a site that were found or proved wrong, to be reported to its watchers; runs in the transaction that stores
 * them.
 */
export async function leaveUntold(client: PoolClient, domain: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await client.query<{ id: number }>(NEVER_MIND, [ids])
  const waiting = new Set(rows.map(({ id }) => id))
  await client.query(LEAVE, [ids.filter((id) => !waiting.has(id)), domain])
}
