import type { Pool } from 'pg'

const ADD = `insert into login_flows (hash, kind, payload, expires_at) select $1, 'answered', '{}', $2
  where (select count(*) from (select 1 from login_flows limit $3) flows) < $3 on conflict do nothing`

/** What a person who signs in has answered, under a hash: nothing is answered twice. */
export const createLoginFlowsStore = (pool: Pool) => ({
  /** @returns false when the hash already exists, or `most` others do. */
  addAnswered: async (answered: { hash: Buffer; expiresAt: Date; most: number }, now: Date): Promise<boolean> => {
    await pool.query('delete from login_flows where expires_at <= $1', [now])
    const { hash, expiresAt, most } = answered
    return (await pool.query(ADD, [hash, expiresAt, most])).rowCount === 1
  },
})
