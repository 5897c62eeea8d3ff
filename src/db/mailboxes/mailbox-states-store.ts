import type { Pool } from 'pg'
import { usedSince, zoneOf } from '../campaigns/outbox-statements.ts'

export interface StandingMailbox {
  id: number
  email: string
  sending_status: 'active' | 'paused' | 'warming'
  problem: string | null
  imap_problem: string | null
  is_read: boolean
  sent_today: number
  daily_limit: number
  next_send_at: Date | null
  rest_until: Date | null
  rest_reason: string | null
  purpose: 'campaigns' | 'reports'
  ramp: 'off' | 'auto'
  ramp_cap: number | null
  ramp_place: number
  smtp_host: string
  band: 'healthy' | 'watch' | 'strained' | 'stopped'
  read_at: Date | null
  campaigns: number
  default_account: boolean
  /** State of its OAuth grant; null for a password. */
  grant_state: 'active' | 'failing' | 'needs_consent' | 'client_broken' | null
}

/** No limited plan allows an account more mailboxes than this. */
const MAX_SHOWN = 200

const MIDNIGHT = `date_trunc('day', $3::timestamptz at time zone z.name) at time zone z.name`

/** Of a provider that does not answer: mail goes on while the last token lives, and waits from then on. */
const NO_TOKEN = `(select g.problem from mailbox_grants g where g.account_id = e.account_id and g.mailbox_id = e.id
      and g.state = 'failing' and coalesce(g.access_expires_at, '-infinity') <= $3)`

const LIST = `select e.id, e.email, e.sending_status, coalesce(e.problem, ${NO_TOKEN}) as problem, e.imap_problem, e.imap_host is not null as is_read,
    ${usedSince('e.id', MIDNIGHT)} as sent_today, e.daily_limit, e.next_send_at, e.rest_until, e.rest_reason, e.band, e.purpose, e.ramp, e.ramp_cap, e.ramp_place, coalesce(e.smtp_host, '') as smtp_host, e.read_at, e.default_account,
    (select g.state from mailbox_grants g where g.account_id = e.account_id and g.mailbox_id = e.id) as grant_state,
    (select count(*) from campaign_mailboxes b join campaigns s on s.account_id = b.account_id and s.id = b.campaign_id
      where b.account_id = e.account_id and b.mailbox_id = e.id and s.status in ('planned', 'active', 'error')) as campaigns
  from mailboxes e cross join lateral (select ${zoneOf('e')} as name) z
  where e.account_id = $1 and ($2::bigint is null or e.id = $2) order by e.id limit ${MAX_SHOWN}`

/** The state of mailboxes. */
export const createMailboxStatesStore = (pool: Pool) => ({
  /** @param id null for all. */
  list: async (accountId: number, id: number | null, now: Date): Promise<StandingMailbox[]> =>
    (await pool.query<StandingMailbox>(LIST, [accountId, id, now])).rows,
})
