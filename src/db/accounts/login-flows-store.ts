import type { Pool } from 'pg'

const ADD = `insert into login_flows (hash, kind, payload, expires_at) select $1, $2, $3, $4
  where (select count(*) from (select 1 from login_flows limit $5) flows) < $5 on conflict do nothing`

/** State kept between two requests of a person signing in, under a hash; each can be taken once. */
export const createLoginFlowsStore = (pool: Pool) => ({
  /** @returns false when the hash already exists, or `most` others are waiting. */
  add: async (
    flow: { hash: Buffer; kind: string; payload: unknown; expiresAt: Date; most: number },
    now: Date,
  ): Promise<boolean> => {
    await pool.query('delete from login_flows where expires_at <= $1', [now])
    const { hash, kind, payload, expiresAt, most } = flow
    return (await pool.query(ADD, [hash, kind, JSON.stringify(payload), expiresAt, most])).rowCount === 1
  },

  /** Takes and removes it; null when it is gone, expired or of another kind. */
  take: async (hash: Buffer, kind: string, now: Date): Promise<unknown> => {
    const text = 'delete from login_flows where hash = $1 and kind = $2 and expires_at > $3 returning payload'
    return (await pool.query<{ payload: unknown }>(text, [hash, kind, now])).rows[0]?.payload ?? null
  },
})
