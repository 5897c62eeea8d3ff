import type { Pool } from 'pg'

type Found = Readonly<Record<string, string>>

/** What a process that ended may have left open, whatever the time is. */
const LEFT_OPEN: Found = {
  'merge-imports': `select from leads_imports where status in ('queued', 'running')`,
  'find-people': `select from find_jobs where status in ('queued', 'running')`,
  'verify-bulk': 'select from bulk_queues',
}

/**
 * What each kind of job that runs every minute could find to do, estimated generously: a kind without rows here has nothing to
 * do. Another kind costs one more line of this statement instead of a job a minute. $1 is now.
 */
const COULD_FIND: Found = {
  ...LEFT_OPEN,
  'merge-imports': `${LEFT_OPEN['merge-imports']} or status = 'uploading' and coalesce(alive_at, created_at) < $1::timestamptz - interval '5 minutes'`,
  'deliver-webhooks': `select from webhook_deliveries where status = 'pending' and due_at <= $1`,
  'read-mailboxes': 'select from mailboxes where imap_host is not null',
  'watch-health': 'select from mailboxes union all select from campaigns',
  'refresh-tokens': 'select from mailbox_grants union all select from mailbox_connects',
  'send-notices': 'select from notices',
  'plan-messages': `select from campaigns where status in ('planned', 'active', 'error') or status = 'archived' and preparing`,
  'verify-recipients': `select from campaigns where status in ('planned', 'active')`,
  'visit-watched': 'select from watches where visit_at <= $1',
  'tell-changes': 'select from untold_changes',
}

/** The same for the kinds that also run at a start; this one is otherwise asked every hour. */
const FOUND_AT_START: Found = {
  ...LEFT_OPEN,
  'remove-deleted-accounts': 'select from accounts where deleted_at is not null',
}

const lookFor = (found: Found): string =>
  `select array_remove(array[${Object.entries(found)
    .map(([name, rows]) => `case when not exists (${rows}) then '${name}' end`)
    .join(', ')}], null) as idle`

const LOOK = lookFor(COULD_FIND)
const LOOK_AT_START = lookFor(FOUND_AT_START)

/** Kinds of jobs that have nothing to do; both say nothing about kinds they do not know. */
export const createMinuteLook = (pool: Pool) => ({
  /** Of the jobs that run every minute. */
  idle: async (now: Date): Promise<ReadonlySet<string>> => {
    const { rows } = await pool.query<{ idle: string[] }>({ name: 'minute-look', text: LOOK, values: [now] })
    return new Set(rows[0]?.idle)
  },

  /** Of the jobs that run at a start. */
  idleAtStart: async (): Promise<ReadonlySet<string>> => {
    const { rows } = await pool.query<{ idle: string[] }>(LOOK_AT_START)
    return new Set(rows[0]?.idle)
  },
})
