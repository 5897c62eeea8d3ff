import type { Pool } from 'pg'

/** The people that an owner of mailboxes or campaigns heard from. */
export interface InterestHeard {
  accountId: number
  userId: number
  /** Some of the addresses, from open conversations. */
  emails: string[]
  count: number
}

const SHOWN = 20

/** Owners of the mailboxes and of the campaigns that were answered. */
const HEARD = `with heard as (select c.account_id, c.id, c.email, c.mailbox_id from conversations c
    where c.class = 'interested' and c.closed_at is null and c.last_at > $1::timestamptz - interval '31 days'
      and exists (select 1 from mails x where x.account_id = c.account_id and x.conversation_id = c.id
        and x.direction = 'in' and x.kept_at > $1 and x.kept_at <= $2)),
  owners as (
    select h.account_id, b.user_id, h.email from heard h
      join mailboxes b on b.account_id = h.account_id and b.id = h.mailbox_id
    union
    select h.account_id, p.user_id, h.email from heard h
      join mails x on x.account_id = h.account_id and x.conversation_id = h.id and x.message_id is not null
      join messages m on m.account_id = x.account_id and m.id = x.message_id
      join campaigns p on p.account_id = m.account_id and p.id = m.campaign_id)
  select account_id as "accountId", user_id as "userId", count(*)::int as count,
    (array_agg(email order by email))[1:${SHOWN}] as emails
  from owners group by account_id, user_id order by account_id, user_id`

/** Interested people, for the owners of the mailboxes and campaigns they answer. */
export const createInterestedStore = (pool: Pool) => ({
  /** By owner; what arrived after `since` and until `until`. */
  heardBetween: async (since: Date, until: Date): Promise<InterestHeard[]> =>
    (await pool.query<InterestHeard>(HEARD, [since, until])).rows,
})
