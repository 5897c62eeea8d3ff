import type { Pool } from 'pg'

const VERSION = `select current_setting('server_version') as version, current_setting('fsync') as fsync`
const NOW = 'select clock_timestamp() as now'
const UNKNOWN_ZONES = `select z.name from unnest($1::text[]) with ordinality z (name, nr)
  where not exists (select from pg_timezone_names k where k.name = z.name) order by z.nr`

/** What the database says of itself and its machine. */
export const createDatabaseServerStore = (pool: Pool) => ({
  version: async (): Promise<{ version: string; fsync: string }> => {
    const { rows } = await pool.query<{ version: string; fsync: string }>(VERSION)
    return rows[0] as { version: string; fsync: string }
  },

  now: async (): Promise<Date> => ((await pool.query<{ now: Date }>(NOW)).rows[0] as { now: Date }).now,

  /** Those of the given time zones that it does not know, in their order. */
  unknownZones: async (names: readonly string[]): Promise<string[]> =>
    (await pool.query<{ name: string }>(UNKNOWN_ZONES, [names])).rows.map(({ name }) => name),
})
