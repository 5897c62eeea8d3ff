import type { Pool } from 'pg'

/** The robots.txt of a host, as fetched by one process. */
interface RobotsFile {
  outcome: 'rules' | 'allow_all' | 'deny_all'
  /** Only for `rules`. */
  body: Buffer | null
  fetchedAt: Date
  keptUntil: Date
}

const FIND = `select origin, outcome, body, fetched_at as "fetchedAt", kept_until as "keptUntil" from robots_files where origin = any($1)`

const KEEP = `insert into robots_files (origin, outcome, body, fetched_at, kept_until) values ($1, $2, $3, $4, $5)
  on conflict (origin) do update set outcome = $2, body = $3, fetched_at = $4, kept_until = $5`

/** What hosts allow us to fetch, shared by all processes. */
export const createRobotsFilesStore = (pool: Pool) => ({
  /** Those that are stored. */
  find: async (origins: readonly string[]): Promise<(RobotsFile & { origin: string })[]> =>
    (await pool.query<RobotsFile & { origin: string }>({ name: 'robots-find', text: FIND, values: [origins] })).rows,

  keep: async (origin: string, { outcome, body, fetchedAt, keptUntil }: RobotsFile): Promise<void> => {
    const values = [origin, outcome, body, fetchedAt, keptUntil]
    await pool.query({ name: 'robots-keep', text: KEEP, values })
  },

  forget: async (before: Date): Promise<void> => {
    await pool.query('delete from robots_files where kept_until < $1', [before])
  },
})
