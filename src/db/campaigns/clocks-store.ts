import type { Pool } from 'pg'
import { inTransaction } from '../database.ts'
import { zoneOf } from './outbox-statements.ts'

/** The clocks of servers that work together may differ by less than this. */
const AGREES = `interval '1 hour'`

const AHEAD = `select account_id as "accountId", id from mailboxes
  where greatest(clock_at, read_at) > $1::timestamptz + ${AGREES} order by 1, 2 limit $2`

const LOCK = `select greatest(clock_at, read_at) as "clockAt" from mailboxes
  where account_id = $1 and id = $2 and greatest(clock_at, read_at) > $3::timestamptz + ${AGREES} for no key update`

/** No rest is longer. */
const LONGEST_REST = `interval '3 days'`

/** Unlike `least`, leaves null as it is. */
const atMost = (column: string, limit: string): string =>
  `case when ${column} > ${limit} then ${limit} else ${column} end`

const MAILBOX = `update mailboxes e set clock_at = $3, read_at = ${atMost('e.read_at', '$3')}, next_send_at = null,
    ramp_on = ${atMost('e.ramp_on', `($3::timestamptz at time zone ${zoneOf('e')})::date`)},
    rest_until = ${atMost('e.rest_until', `$3::timestamptz + ${LONGEST_REST}`)},
    band_since = ${atMost('e.band_since', '$3')}, health_since = ${atMost('e.health_since', '$3')}
  where e.account_id = $1 and e.id = $2`

/** Their messages are planned again, as after a pause. A paused campaign does so when it is resumed. */
const CAMPAIGNS = `update campaigns s set replanned_to = case when s.status in ('planned', 'active') then 0 else s.replanned_to end,
    brake_since = ${atMost('s.brake_since', '$3')}, verify_since = ${atMost('s.verify_since', '$3')}
  where s.account_id = $1 and s.id in (select b.campaign_id from campaign_mailboxes b where b.account_id = $1 and b.mailbox_id = $2)`

/** What was sent by the wrong clock was sent now at the latest; what was to be tried again ($4: by then) is. */
const MAILS = [
  `update messages set leased_at = $3, sent_at = ${atMost('sent_at', '$3')}
    where account_id = $1 and mailbox_id = $2 and leased_at > $3`,
  `update test_mails set leased_at = $3 where account_id = $1 and mailbox_id = $2 and leased_at > $3`,
  `update mails set leased_at = $3 where account_id = $1 and mailbox_id = $2 and leased_at > $3`,
]
const RETRIED = `update messages set due_at = $3
  where account_id = $1 and mailbox_id = $2 and status = 'scheduled' and attempts > 0 and due_at >= $4`

/** The token is fetched anew, whatever it says of its age. */
const GRANT = `update mailbox_grants set next_try_at = null, forced_at = null, refreshing_until = null,
    access_refresh_at = ${atMost('access_refresh_at', '$3')}
  where account_id = $1 and mailbox_id = $2`

const COMPANIES = `delete from recipient_domains where account_id = $1 and next_send_at > $2::timestamptz + ${AGREES}`
const DOMAIN_CHECKS = `update sending_domains set next_check_at = $2
  where account_id = $1 and next_check_at > $2::timestamptz + ${LONGEST_REST}`

/** Those with an email that was due by now, or with a recipient who had none planned yet. */
const PAUSE_OVERDUE = `update campaigns c set status = 'paused', updated_at = $1
  where c.status in ('active', 'planned') and (
    exists (select from messages m where m.account_id = c.account_id and m.campaign_id = c.id
      and m.status in ('scheduled', 'sending') and m.due_at <= $1)
    or c.status = 'active' and exists (select from campaign_recipients r where r.account_id = c.account_id
      and r.campaign_id = c.id and r.state = 'waiting'))`

/**
 * What a clock that ran ahead, and was corrected, left behind in the times of mailboxes; and what a backup left behind, whose clock has
 * stood still.
 */
export const createClocksStore = (pool: Pool) => ({
  /** Mailboxes that were handled by a clock far ahead of `now`. */
  ahead: async (now: Date, limit: number): Promise<{ accountId: number; id: number }[]> =>
    (await pool.query<{ accountId: number; id: number }>(AHEAD, [now, limit])).rows,

  /** Pauses the campaigns that have something to send by now. @returns how many. */
  pauseOverdue: async (now: Date): Promise<number> => (await pool.query(PAUSE_OVERDUE, [now])).rowCount ?? 0,

  /**
   * Takes back all waits that the clock caused: nothing about the mailbox lies in the future any longer, and what it has
   * planned is planned again. @returns how the clock stood; null if another process was faster.
   */
  correct: (accountId: number, id: number, now: Date): Promise<Date | null> =>
    inTransaction(pool, async (client) => {
      const values = [accountId, id, now]
      const clockAt = (await client.query<{ clockAt: Date }>(LOCK, values)).rows[0]?.clockAt ?? null
      if (clockAt === null) return null
      for (const statement of [MAILBOX, CAMPAIGNS, ...MAILS, GRANT]) await client.query(statement, values)
      await client.query(RETRIED, [...values, clockAt])
      for (const statement of [COMPANIES, DOMAIN_CHECKS]) await client.query(statement, [accountId, now])
      return clockAt
    }),
})
