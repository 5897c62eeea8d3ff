import type { Pool } from 'pg'

/** A mailbox whose incoming mail is to be read. */
export interface ReadableMailbox {
  accountId: number
  mailboxId: number
  email: string
  purpose: 'campaigns' | 'reports'
  host: string
  port: number
  security: 'tls' | 'starttls' | 'none'
  username: string
  auth: 'password' | 'oauth2'
  /** Null if it signs in with a token. */
  passwordSealed: Buffer | null
  /** Read positions by folder and server. */
  cursor: Record<string, { uid_validity: number; last_uid: number } | undefined>
  /** When it was last read without a problem, or else created. */
  readBefore: Date
}

/** Takes and marks them at once, so that only one of several workers reads a mailbox until it is due again. */
const TAKE_DUE = `with due as (
    select e.account_id, e.id, least(coalesce(e.read_at, e.created_at), e.imap_problem_since) as read_before
      from mailboxes e
      join accounts a on a.id = e.account_id and a.suspended_at is null
    where e.imap_host is not null and (e.imap_password_sealed is not null or e.auth = 'oauth2')
      and (e.read_at is null or e.read_at <= $1)
    order by e.read_at nulls first limit $3 for no key update of e skip locked)
  update mailboxes e set read_at = $2 from due where e.account_id = due.account_id and e.id = due.id
  returning e.account_id as "accountId", e.id as "mailboxId", e.email, e.purpose, e.imap_host as host,
    coalesce(e.imap_port, 993) as port, coalesce(e.imap_security, 'tls') as security,
    coalesce(e.imap_username, e.email) as username, e.auth, e.imap_password_sealed as "passwordSealed",
    e.imap_cursor as cursor, due.read_before as "readBefore"`

/** A changed connection clears the problem, but not since when there was one: until the next reading, that is what is missing. */
const PROBLEM = `update mailboxes set imap_problem = $3,
    imap_problem_since = case when $3::text is null then null else coalesce(imap_problem_since, $4) end
  where account_id = $1 and id = $2
    and (imap_problem is distinct from $3 or $3::text is null and imap_problem_since is not null)`

/** What arrived while it could not be read counts as unread. */
const USABLE_AGAIN = `update mailboxes set problem = null, imap_problem = null, imap_problem_since = null,
    read_at = least(read_at, imap_problem_since), updated_at = $3
  where account_id = $1 and id = $2`

export const createMailboxReadingStore = (pool: Pool) => ({
  /** Takes mailboxes that have not been read since a given time. */
  takeDue: async (since: Date, now: Date, limit: number): Promise<ReadableMailbox[]> =>
    (await pool.query<ReadableMailbox>(TAKE_DUE, [since, now, limit])).rows,

  /** Records a problem; null when all is well. */
  note: async (accountId: number, mailboxId: number, problem: string | null, now: Date): Promise<void> =>
    void (await pool.query(PROBLEM, [accountId, mailboxId, problem, now])),

  /** Clears what prevented its use: it is read at once, from where reading stopped. */
  usable: async (accountId: number, mailboxId: number, now: Date): Promise<void> =>
    void (await pool.query(USABLE_AGAIN, [accountId, mailboxId, now])),
})
