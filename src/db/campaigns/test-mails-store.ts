import type { Pool } from 'pg'
import { inTransaction } from '../database.ts'
import { CONTENT_FOR, usedSince } from './outbox-statements.ts'
import type { MessageContent } from './outbox-results-store.ts'

const LOCK = 'select 1 from mailboxes where account_id = $1 and id = $2 for no key update'
const TAKEN = `select ${usedSince('$2', '$3')} as taken`
const LEASE = `insert into test_mails (account_id, mailbox_id, user_id, leased_at) values ($1, $2, $3, $4) returning id`
const WAIT = `update mailboxes set next_send_at = greatest(next_send_at, $3::timestamptz + make_interval(secs => gap_seconds))
  where account_id = $1 and id = $2`

/** The address a user signs in with, and those of the account's mailboxes. */
const OWN = `select l.email from users u join logins l on l.id = u.login_id where u.account_id = $1 and u.id = $2
  union select email from mailboxes where account_id = $1`

export interface TestMail {
  accountId: number
  mailboxId: number
  userId: number
}

/** Emails with which people try out what they wrote. */
export const createTestMailsStore = (pool: Pool) => ({
  /** The content of a step for an address, which need not be a recipient; null when there is no such step. */
  content: async (
    { accountId, mailboxId }: Pick<TestMail, 'accountId' | 'mailboxId'>,
    { campaignId, step, email }: { campaignId: number; step: number; email: string },
  ): Promise<MessageContent | null> =>
    (await pool.query<MessageContent>(CONTENT_FOR, [accountId, campaignId, email, mailboxId, step])).rows[0] ?? null,

  /** The addresses that a user may send a test to: their own. */
  ownAddresses: async ({ accountId, userId }: Pick<TestMail, 'accountId' | 'userId'>): Promise<string[]> => {
    const { rows } = await pool.query<{ email: string }>(OWN, [accountId, userId])
    return rows.map(({ email }) => email)
  },

  /**
   * Takes a place in the day of a mailbox; its next email waits for the gap.
   * @param since the start of that day.
   * @returns the id of the place; null when the day is full.
   */
  lease: (
    { accountId, mailboxId, userId }: TestMail,
    { since, ceiling, now }: { since: Date; ceiling: number; now: Date },
  ): Promise<number | null> =>
    inTransaction(pool, async (client) => {
      await client.query(LOCK, [accountId, mailboxId])
      const { rows } = await client.query<{ taken: number }>(TAKEN, [accountId, mailboxId, since])
      if ((rows[0]?.taken ?? 0) >= ceiling) return null
      const leased = await client.query<{ id: number }>(LEASE, [accountId, mailboxId, userId, now])
      await client.query(WAIT, [accountId, mailboxId, now])
      return leased.rows[0]?.id ?? null
    }),

  /** Gives the place back: the test was certainly not sent. */
  release: async (accountId: number, id: number): Promise<void> =>
    void (await pool.query('delete from test_mails where account_id = $1 and id = $2', [accountId, id])),

  forget: async (before: Date): Promise<void> =>
    void (await pool.query('delete from test_mails where leased_at < $1', [before])),
})
