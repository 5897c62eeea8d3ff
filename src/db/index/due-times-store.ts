import type { Pool } from 'pg'

/** What a clock that ran ahead, and was corrected, left behind in times that something waits for; mailboxes have a store of their own. */

/** $1 is now. Nothing that can be decided now lies more than this later. */
interface Times {
  table: string
  /** Split by domain in a database on several nodes. */
  isByDomain?: boolean
  /** Which rows can be waited for; all, if left out. */
  where?: string
  /** When the row was written, and what was counted from then on: moved together. */
  written?: { at: string; until: string }
  /** Each column with the longest wait there is. */
  longest?: Readonly<Record<string, string>>
}

const NO_WAIT = `interval '0'`
const LEASE = `interval '5 minutes'`
const HOUR = `interval '1 hour'`

/** Waits are cut to the longest, not to nothing, because some are leases of processes that are at work. */
const TIMES: readonly Times[] = [
  {
    table: 'webhook_deliveries',
    where: `status = 'pending'`,
    longest: { due_at: `interval '1 minute'`, created_at: NO_WAIT },
  },
  { table: 'webhooks', longest: { failing_since: NO_WAIT, previous_until: `interval '1 day'` } },
  { table: 'watches', longest: { visit_at: `every_days * interval '1.1 days'`, created_at: NO_WAIT } },
  {
    table: 'crawls',
    isByDomain: true,
    longest: {
      next_crawl_at: `coalesce(interval_days, 30) * interval '1 day'`,
      finished_at: NO_WAIT,
      started_at: NO_WAIT,
      heartbeat_at: NO_WAIT,
      requested_at: HOUR,
    },
  },
  {
    table: 'crawl_places',
    longest: { next_at: HOUR, held_until: HOUR, wanted_until: HOUR, left_alone_until: `interval '1 day'` },
  },
  { table: 'robots_files', written: { at: 'fetched_at', until: 'kept_until' } },
  { table: 'verifications', isByDomain: true, written: { at: 'checked_at', until: 'fresh_until' } },
  { table: 'catch_all_domains', written: { at: 'checked_at', until: 'fresh_until' } },
  { table: 'verification_runs', longest: { due_at: HOUR, started_at: NO_WAIT } },
  { table: 'bulk_rows', where: 'settled_at is null', longest: { due_at: HOUR } },
  { table: 'bulk_queues', longest: { due_at: HOUR } },
  { table: 'bulk_jobs', longest: { created_at: NO_WAIT } },
  { table: 'find_rows', where: 'status is null', longest: { due_at: HOUR } },
  { table: 'find_jobs', longest: { created_at: NO_WAIT } },
  { table: 'archive_imports', longest: { held_until: LEASE } },
  { table: 'file_imports', longest: { held_until: LEASE } },
  { table: 'logos', isByDomain: true, longest: { requested_at: NO_WAIT, found_at: NO_WAIT } },
  { table: 'mails', where: `status = 'queued'`, longest: { due_at: HOUR } },
  { table: 'notices', longest: { next_try_at: HOUR, created_at: NO_WAIT } },
  { table: 'sending_domains', longest: { next_check_at: `interval '3 days'` } },
  { table: 'mailbox_grants', longest: { next_try_at: HOUR, refreshing_until: LEASE, forced_at: NO_WAIT } },
  { table: 'mailbox_connects', longest: { poll_after: LEASE, expires_at: HOUR } },
  { table: 'send_outcome_mark', longest: { settled_to: NO_WAIT, answered_to: NO_WAIT } },
  { table: 'sessions', longest: { created_at: NO_WAIT, seen_at: NO_WAIT, confirmed_at: NO_WAIT } },
  { table: 'login_flows', longest: { expires_at: HOUR } },
  { table: 'one_time_links', written: { at: 'created_at', until: 'expires_at' } },
  { table: 'oauth_objects', written: { at: 'created_at', until: 'expires_at' } },
  { table: 'idempotent_requests', longest: { started_at: NO_WAIT } },
  { table: 'search_walks', longest: { started_at: NO_WAIT, used_at: NO_WAIT } },
  { table: 'leads_imports', longest: { created_at: NO_WAIT, finished_at: NO_WAIT } },
  { table: 'leads_exports', longest: { created_at: NO_WAIT } },
  { table: 'leads_uploads', longest: { created_at: NO_WAIT } },
  { table: 'leads_change_jobs', longest: { created_at: NO_WAIT } },
  { table: 'accounts', longest: { deleted_at: NO_WAIT } },
]

const NOW = '$1::timestamptz'

/** Clocks that differ by less than this are not told apart. */
const AGREES = `interval '1 hour'`

/** Domains in one statement. */
const SLICE = 500

interface Correction {
  /** The domains whose rows it changes ($2); null if it changes all. */
  find: string | null
  change: string
}

function correction({ table, where = 'true', isByDomain = false }: Times, set: string, isWrong: string): Correction {
  const rows = `${where} and ${isWrong}`
  if (!isByDomain) return { find: null, change: `update ${table} set ${set} where ${rows}` }
  return {
    find: `select distinct domain from ${table} where ${rows} limit ${SLICE}`,
    change: `update ${table} set ${set} where ${rows} and ${table}.domain = any($2::text[])`,
  }
}

function correctionsOf(times: Times): Correction[] {
  const { written, longest = {} } = times
  const cut = Object.entries(longest).map(([column, wait]) =>
    correction(times, `${column} = ${NOW} + ${wait}`, `${column} > ${NOW} + ${wait} + ${AGREES}`),
  )
  if (written === undefined) return cut
  const { at, until } = written
  const moved = `${until} = ${until} - (${at} - ${NOW}), ${at} = ${NOW}`
  return [...cut, correction(times, moved, `${at} > ${NOW} + ${AGREES}`)]
}

const CORRECT = TIMES.flatMap(correctionsOf)

async function correctRows(pool: Pool, { find, change }: Correction, now: Date): Promise<number> {
  if (find === null) return (await pool.query(change, [now])).rowCount ?? 0
  let changed = 0
  for (;;) {
    const { rows } = await pool.query<{ domain: string }>(find, [now])
    if (rows.length === 0) return changed
    changed += (await pool.query(change, [now, rows.map(({ domain }) => domain)])).rowCount ?? 0
  }
}

const MARK = `insert into clock_mark as m (latest, ahead_at) values ($1, $2) on conflict (id) do update
  set latest = greatest(m.latest, excluded.latest), ahead_at = coalesce(excluded.ahead_at, m.ahead_at) returning latest`

/** Who is ahead looks every minute: after two it has seen its clock set right, or has ended. */
const FORGET = `update clock_mark set latest = $1, ahead_at = null
  where ahead_at is null or ahead_at not between ${NOW} - interval '2 minutes' and ${NOW} + ${AGREES}`

export const createDueTimesStore = (pool: Pool) => ({
  databaseNow: async (): Promise<Date> => {
    const { rows } = await pool.query<{ now: Date }>('select clock_timestamp() as now')
    return rows[0]?.now ?? new Date()
  },

  /**
   * Notes that a process lives in `now`; `aheadAt` is the database's time if that is later than the database's, else null.
   * @returns the latest time that any has lived in.
   */
  mark: async (now: Date, aheadAt: Date | null): Promise<Date> =>
    (await pool.query<{ latest: Date }>(MARK, [now, aheadAt])).rows[0]?.latest ?? now,

  /**
   * Takes back what lies further in the future than it can; safe to repeat. The mark is taken back when nobody is left who could
   * have written such times since.
   * @returns the number of rows.
   */
  correct: async (now: Date): Promise<number> => {
    let rows = 0
    for (const one of CORRECT) rows += await correctRows(pool, one, now)
    await pool.query(FORGET, [now])
    return rows
  },
})
