import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../database.ts'
import { SENDING, zoneOf } from '../campaigns/outbox-statements.ts'
import type { MailboxSchedule } from '../campaigns/due-candidate.ts'
import { settledTotal } from '../../lib/input/settled-total.ts'
import { errorCode } from '../../lib/text/error-code.ts'

export interface Mailbox {
  id: number
  email: string
  first_name: string | null
  last_name: string | null
  sender_name: string | null
  signature: string | null
  provider: string
  sending_status: 'active' | 'paused' | 'warming'
  default_account: boolean
  /** How it signs in to its servers: with a password, or with a token of its provider. */
  auth: 'password' | 'oauth2'
  /** `reports`: it is only read, never sent from. */
  purpose: 'campaigns' | 'reports'
  /** Whether replies are stored in its folder of sent mail. */
  save_sent: boolean
  /** Null if nothing is sent from it. */
  smtp_host: string | null
  smtp_port: number | null
  smtp_security: 'tls' | 'starttls' | 'none' | null
  smtp_username: string | null
  smtp_password_sealed: Buffer | null
  imap_host: string | null
  imap_port: number | null
  imap_security: 'tls' | 'starttls' | 'none' | null
  imap_username: string | null
  imap_password_sealed: Buffer | null
  dkim_domain: string | null
  dkim_selector: string | null
  dkim_key_sealed: Buffer | null
  daily_limit: number
  gap_seconds: number
  sending_schedule: MailboxSchedule | null
  profile_picture_url: string | null
  custom_tracking_domain: string | null
  problem: string | null
  /** Why incoming mail cannot be read at the moment. */
  imap_problem: string | null
  imap_problem_since: Date | null
  /** When it was last read. */
  read_at: Date | null
  /** `auto`: it grows into its daily limit, and rests after too many negative responses. */
  ramp: 'off' | 'auto'
  /** What it may send in 24 hours while it grows. */
  ramp_cap: number | null
  ramp_place: number
  weekly_limit: number | null
  /** The fraction of its gap by which the times between two emails vary. */
  gap_spread: number
  /** Judged by the responses to its emails. */
  band: 'healthy' | 'watch' | 'strained' | 'stopped'
  rest_until: Date | null
  rest_reason: string | null
}

/** What can be changed, by column. */
export type MailboxChange = Partial<
  Omit<Mailbox, 'id' | 'imap_problem_since' | 'read_at' | 'band' | 'rest_until' | 'rest_reason'>
>

const COLUMNS = [
  'email',
  'provider',
  'auth',
  'purpose',
  'save_sent',
  'first_name',
  'last_name',
  'sender_name',
  'signature',
  'sending_status',
  'default_account',
  'smtp_host',
  'smtp_port',
  'smtp_security',
  'smtp_username',
  'smtp_password_sealed',
  'imap_host',
  'imap_port',
  'imap_security',
  'imap_username',
  'imap_password_sealed',
  'dkim_domain',
  'dkim_selector',
  'dkim_key_sealed',
  'daily_limit',
  'gap_seconds',
  'sending_schedule',
  'profile_picture_url',
  'custom_tracking_domain',
  'problem',
  'imap_problem',
  'ramp',
  'ramp_cap',
  'ramp_place',
  'weekly_limit',
  'gap_spread',
] as const satisfies (keyof MailboxChange)[]

const ACCOUNT = `id, imap_problem_since, read_at, band, rest_until, rest_reason, ${COLUMNS.join(', ')}`

export interface MailboxUsage {
  /** `YYYY-MM-DD` → messages, in the given time zone. */
  sent: { date: string; count: number }[]
  scheduled: number
}

const SENT_BY_DAY = `select to_char(sent_at at time zone $3, 'YYYY-MM-DD') as date, count(*) as count from (
    select sent_at from messages where account_id = $1 and mailbox_id = $2 and sent_at > $4
    union all select leased_at from mails where account_id = $1 and mailbox_id = $2 and leased_at > $4 and status = 'sent'
  ) left_it group by 1`

const SCHEDULED = `select count(*) as scheduled from messages
  where account_id = $1 and mailbox_id = $2 and status = 'scheduled'`

const CAMPAIGNS = `select s.id, s.name, s.status,
    (select count(*) from campaign_recipients r where r.account_id = s.account_id and r.campaign_id = s.id
      and r.mailbox_id = $2) as recipients_allocated,
    (select count(*) from messages m where m.account_id = s.account_id and m.mailbox_id = $2
      and m.campaign_id = s.id and m.status = 'scheduled') as emails_scheduled
  from campaign_mailboxes x join campaigns s on s.account_id = x.account_id and s.id = x.campaign_id
  where x.account_id = $1 and x.mailbox_id = $2 and ($3 or s.status <> 'archived')
  order by s.id desc limit $4 offset $5`

const COUNT_CAMPAIGNS = `select count(*) as total
  from campaign_mailboxes x join campaigns s on s.account_id = x.account_id and s.id = x.campaign_id
  where x.account_id = $1 and x.mailbox_id = $2 and ($3 or s.status <> 'archived')`

export interface CampaignOfMailbox {
  id: number
  name: string
  status: string
  recipients_allocated: number
  emails_scheduled: number
}

/**
 * When a person reactivates a mailbox that was stopped for bad responses, it is watched, and what it sent before no longer
 * counts.
 */
const RESTED = `sending_status = 'paused' and band = 'stopped'`
const TAKEN_UP = `band = case when ${RESTED} then 'watch' else band end,
  band_since = case when ${RESTED} then $3 else band_since end, stops = case when ${RESTED} then 0 else stops end,
  health_since = case when ${RESTED} then $3 else health_since end,
  band_facts = case when ${RESTED} then null else band_facts end,
  rest_reason = case when ${RESTED} then null else rest_reason end`

const UNIQUE_VIOLATION = '23505'

/** The mailboxes of accounts; secrets pass through sealed. */
export const createMailboxesStore = (pool: Pool) => ({
  list: async (accountId: number, { limit, offset }: { limit: number; offset: number }) => {
    const page = `select ${ACCOUNT} from mailboxes where account_id = $1 order by id limit $2 offset $3`
    const count = 'select count(*) as total from mailboxes where account_id = $1'
    const [rows, totals] = await Promise.all([
      pool.query<Mailbox>(page, [accountId, limit, offset]),
      pool.query<{ total: number }>(count, [accountId]),
    ])
    const total = settledTotal(totals.rows[0]?.total ?? 0, rows.rows.length, { limit, offset })
    return { accounts: rows.rows, total }
  },

  find: (accountId: number, id: number): Promise<Mailbox | null> => find(pool, accountId, id),

  /** The id of the next mailbox, for which its secrets are sealed. */
  nextId: async (): Promise<number> => {
    const text = `select nextval(pg_get_serial_sequence('mailboxes', 'id')) as id`
    return (await pool.query<{ id: number }>(text)).rows[0]?.id ?? 0
  },

  /** `full` when the account has as many as allowed, `taken` when it already has this address. */
  add: async (
    {
      accountId,
      userId,
      id,
      max,
      now,
    }: { accountId: number; userId: number; id: number; max: number | null; now: Date },
    values: MailboxChange,
  ): Promise<Mailbox | 'full' | 'taken'> => {
    try {
      return await inTransaction(pool, (client) => insert(client, { accountId, userId, id, max, now }, values))
    } catch (error) {
      if (errorCode(error) === UNIQUE_VIOLATION) return 'taken'
      throw error
    }
  },

  change: (accountId: number, id: number, values: MailboxChange, now: Date): Promise<Mailbox | null> =>
    inTransaction(pool, async (client) => {
      if (values.default_account === true) await noDefault(client, accountId)
      const { names, given } = columnsOf(values)
      const taken = values.sending_status === 'active' ? [TAKEN_UP] : []
      const sets = ['updated_at = $3', ...names.map((name, index) => `${name} = $${index + 4}`), ...taken]
      const text = `update mailboxes set ${sets.join(', ')} where account_id = $1 and id = $2`
      await client.query(text, [accountId, id, now, ...given])
      return find(client, accountId, id)
    }),

  /** `busy` while messages are still to be sent from it. What it has sent stays. */
  remove: (accountId: number, id: number): Promise<Mailbox | null | 'busy'> =>
    inTransaction(pool, async (client) => {
      await client.query('select 1 from mailboxes where account_id = $1 and id = $2 for update', [accountId, id])
      const account = await find(client, accountId, id)
      if (account === null) return null
      const open = `select 1 where exists (select 1 from messages where account_id = $1 and mailbox_id = $2
          and status = 'scheduled') or exists (select 1 from ${SENDING} o where o.account_id = $1 and o.mailbox_id = $2)`
      if ((await client.query(open, [accountId, id])).rowCount !== 0) return 'busy'
      await client.query('delete from mailboxes where account_id = $1 and id = $2', [accountId, id])
      return account
    }),

  /** The time zone in which it counts its days. */
  zone: async (accountId: number, id: number): Promise<string> => {
    const text = `select ${zoneOf('e')} as zone from mailboxes e where e.account_id = $1 and e.id = $2`
    return (await pool.query<{ zone: string }>(text, [accountId, id])).rows[0]?.zone ?? 'UTC'
  },

  usage: async (accountId: number, id: number, timeZone: string, since: Date): Promise<MailboxUsage> => {
    const [sent, scheduled] = await Promise.all([
      pool.query<{ date: string; count: number }>(SENT_BY_DAY, [accountId, id, timeZone, since]),
      pool.query<{ scheduled: number }>(SCHEDULED, [accountId, id]),
    ])
    return { sent: sent.rows, scheduled: scheduled.rows[0]?.scheduled ?? 0 }
  },

  campaigns: async (
    accountId: number,
    id: number,
    { limit, offset, archived }: { limit: number; offset: number; archived: boolean },
  ): Promise<{ campaigns: CampaignOfMailbox[]; total: number }> => {
    const { rows: totals } = await pool.query<{ total: number }>(COUNT_CAMPAIGNS, [accountId, id, archived])
    const { rows } = await pool.query<CampaignOfMailbox>(CAMPAIGNS, [accountId, id, archived, limit, offset])
    return { campaigns: rows, total: totals[0]?.total ?? 0 }
  },
})

async function find(client: Pool | PoolClient, accountId: number, id: number): Promise<Mailbox | null> {
  const text = `select ${ACCOUNT} from mailboxes where account_id = $1 and id = $2`
  return (await client.query<Mailbox>(text, [accountId, id])).rows[0] ?? null
}

async function insert(
  client: PoolClient,
  { accountId, userId, id, max, now }: { accountId: number; userId: number; id: number; max: number | null; now: Date },
  values: MailboxChange,
): Promise<Mailbox | 'full'> {
  // One at a time per account, so that the limit is kept.
  await client.query('select 1 from accounts where id = $1 for no key update', [accountId])
  const count = 'select count(*) as total from mailboxes where account_id = $1'
  const total = (await client.query<{ total: number }>(count, [accountId])).rows[0]?.total ?? 0
  if (max !== null && total >= max) return 'full'
  if (values.default_account === true) await noDefault(client, accountId)
  const isDefault = values.purpose !== 'reports' && (values.default_account === true || total === 0)
  const { names, given } = columnsOf({ ...values, default_account: isDefault })
  const columns = ['account_id', 'user_id', 'id', 'created_at', 'updated_at', ...names]
  const places = columns.map((_, index) => `$${index + 1}`)
  const text = `insert into mailboxes (${columns.join(', ')}) overriding system value
    values (${places.join(', ')}) returning ${ACCOUNT}`
  const { rows } = await client.query<Mailbox>(text, [accountId, userId, id, now, now, ...given])
  return rows[0] as Mailbox
}

const noDefault = (client: PoolClient, accountId: number) =>
  client.query('update mailboxes set default_account = false where account_id = $1 and default_account', [accountId])

function columnsOf(values: MailboxChange): { names: string[]; given: unknown[] } {
  const names = COLUMNS.filter((name) => values[name] !== undefined)
  return { names, given: names.map((name) => values[name]) }
}
