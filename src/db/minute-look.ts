import type { Pool } from 'pg'

/**
 * What each kind of job that runs every minute could find to do, estimated generously: a kind without rows here has nothing to
 * do. Another kind costs one more line of this statement instead of a job a minute. $1 is now.
 */
const COULD_FIND: Readonly<Record<string, string>> = {
  'deliver-webhooks': `select from webhook_deliveries where status = 'pending' and due_at <= $1`,
  'read-mailboxes': 'select from mailboxes where imap_host is not null',
  'watch-health': 'select from mailboxes union all select from campaigns',
  'refresh-tokens': 'select from mailbox_grants union all select from mailbox_connects',
  'send-notices': 'select from notices',
  'plan-messages': `select from campaigns where status in ('planned', 'active', 'error') or status = 'archived' and preparing`,
  'verify-recipients': `select from campaigns where status in ('planned', 'active')`,
  'merge-imports': `select from leads_imports where status in ('queued', 'running')`,
  'find-people': `select from find_jobs where status in ('queued', 'running')`,
  'verify-bulk': 'select from bulk_queues',
  'visit-watched': 'select from watches where visit_at <= $1',
  'tell-changes': 'select from untold_changes',
}

const LOOK = `select array_remove(array[${Object.entries(COULD_FIND)
  .map(([name, rows]) => `case when not exists (${rows}) then '${name}' end`)
  .join(', ')}], null) as idle`

/** For the jobs that run every minute. */
export const createMinuteLook = (pool: Pool) => ({
  /** Kinds of jobs that have nothing to do now; says nothing about kinds it does not know. */
  idle: async (now: Date): Promise<ReadonlySet<string>> => {
    const { rows } = await pool.query<{ idle: string[] }>({ name: 'minute-look', text: LOOK, values: [now] })
    return new Set(rows[0]?.idle)
  },
})
