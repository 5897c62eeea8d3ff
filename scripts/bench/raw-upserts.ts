import { Pool } from 'pg'

/** The baseline for saving leads: the same rows, upserted by one prepared statement with nothing around it. */

const UPSERT = {
  name: 'raw',
  text: `insert into leads (account_id, email, first_name, company) values (1, $1, $2, $3)
    on conflict (account_id, email) do update set first_name = excluded.first_name, company = excluded.company, updated_at = now()
    returning *`,
}

export interface RawUpserts {
  writers: number
  poolSize: number
  seconds: number
  /** New leads are numbered from here. */
  first: number
}

/** Returns upserts per second: one lead in four is new, the others change. */
export async function rawUpserts(
  connectionString: string,
  { writers, poolSize, seconds, first }: RawUpserts,
): Promise<number> {
  const pool = new Pool({ connectionString, max: poolSize })
  const endsAt = performance.now() + seconds * 1_000
  let sent = 0
  const write = async (): Promise<void> => {
    while (performance.now() < endsAt) {
      const n = sent++ % 4 === 0 ? first + sent : (sent * 7) % 100_000
      const values = [`person${n}@site${n % 2000}.example`, `First${sent}`, `Works ${n % 2000}`]
      await pool.query({ ...UPSERT, values })
    }
  }
  await Promise.all(Array.from({ length: writers }, write))
  await pool.end()
  return sent / seconds
}
