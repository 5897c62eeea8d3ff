import type { Pool, PoolClient } from 'pg'

/** Filters differ so much that no shared plan suits them all; sorts and hashes fit into memory. */
export const PLANNING = `begin read only; set local plan_cache_mode = force_custom_plan; set local jit = off;
  set local random_page_cost = 1.1; set local work_mem = '64MB'; set local pg_trgm.word_similarity_threshold = 0.5; set local enable_seqscan = off;
  set local max_parallel_workers_per_gather = 0`

/** Runs read-only statements, each planned for its values. */
export async function planned<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken = false
  try {
    await client.query(PLANNING)
    return await work(client)
  } finally {
    await client.query('rollback').catch(() => (broken = true))
    client.release(broken)
  }
}
