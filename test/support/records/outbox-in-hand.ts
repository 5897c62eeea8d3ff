import type { Pool } from 'pg'
import type { Clock } from '../../../src/lib/process/clock.ts'

/** A clock that the test advances. */
export interface HandClock extends Clock {
  set: (to: Date | string) => void
  advance: (ms: number) => void
}

export function handClock(start: string): HandClock {
  let at = new Date(start).getTime()
  return {
    now: () => new Date(at),
    set: (to) => void (at = new Date(to).getTime()),
    advance: (ms) => void (at += ms),
  }
}

export interface MailboxSeed {
  email?: string
  port: number
  dailyLimit?: number
  gapSeconds?: number
  host?: string
}

/** Creates a mailbox whose server requires no password. */
export async function insertMailbox(pool: Pool, seed: MailboxSeed): Promise<number> {
  const { email = 'rui@lumen.example', port, dailyLimit = 1_000, gapSeconds = 0, host = '127.0.0.1' } = seed
  const { rows } = await pool.query<{ id: number }>(
    `insert into mailboxes (account_id, user_id, email, first_name, last_name, smtp_host, smtp_port, smtp_security,
        daily_limit, gap_seconds)
      select 1, id, $1, 'Rui', 'Abano', $2, $3, 'none', $4, $5 from users where account_id = 1 limit 1 returning id`,
    [email, host, port, dailyLimit, gapSeconds],
  )
  return rows[0]?.id ?? 0
}

export interface CampaignSeed {
  mailboxIds: readonly number[]
  recipients: number
  dueAt: Date
  steps?: readonly StepSeed[]
  settings?: Partial<{
    tracked: boolean
    tracked_links: boolean
    add_unsubscribe_link: boolean
    bcc_recipient: string
    time_zone: string
    schedule_days: readonly number[]
    schedule_time_start: number
    schedule_time_end: number
  }>
}

export interface StepSeed {
  subject?: string | null
  body?: string
  waitDays?: number
  format?: 'text' | 'html'
}

/** Creates a running campaign: every recipient is a lead, every message is planned. */
export async function insertCampaign(pool: Pool, seed: CampaignSeed): Promise<number> {
  const { mailboxIds, recipients, dueAt, steps = [{}], settings = {} } = seed
  const always = { schedule_days: [0, 1, 2, 3, 4, 5, 6], schedule_time_start: 0, schedule_time_end: 86_399 }
  const columns = { ...always, ...settings }
  const names = Object.keys(columns)
  const made = await pool.query<{ id: number }>(
    `insert into campaigns (account_id, user_id, name, status, started_at, ${names.join(', ')})
      select 1, id, 'Lamps', 'active', now(), ${names.map((_, index) => `$${index + 1}`).join(', ')}
      from users where account_id = 1 limit 1 returning id`,
    Object.values(columns),
  )
  const id = made.rows[0]?.id ?? 0
  await pool.query('insert into campaign_mailboxes select 1, $1, unnest($2::bigint[])', [id, mailboxIds])
  for (const [step, content] of steps.entries()) await insertStep(pool, id, step, content)
  await pool.query(
    `insert into leads (account_id, email, first_name) select 1, 'r' || n || '@crowd.example', 'Name' || n
      from generate_series(1, $1) n on conflict do nothing`,
    [recipients],
  )
  await pool.query(
    `insert into campaign_recipients (account_id, campaign_id, email, lead_id, state, mailbox_id)
      select 1, $1, l.email, l.id, 'scheduled', ($3::bigint[])[1 + l.id % cardinality($3::bigint[])]
      from leads l where l.account_id = 1 and l.email like '%@crowd.example' order by l.id limit $2`,
    [id, recipients, mailboxIds],
  )
  await pool.query(
    `insert into messages (account_id, campaign_id, recipient_id, step, mailbox_id, due_at)
      select 1, $1, r.id, t.step, r.mailbox_id, $2::timestamptz + t.step * interval '1 minute'
      from campaign_recipients r join campaign_steps t on t.account_id = 1 and t.campaign_id = $1
      where r.account_id = 1 and r.campaign_id = $1`,
    [id, dueAt],
  )
  return id
}

function insertStep(pool: Pool, campaignId: number, step: number, content: StepSeed) {
  const {
    waitDays = 0,
    format = 'text',
    body = 'Good morning {{first_name|fallback:"there"}}, shall we talk?',
  } = content
  const subject = content.subject === undefined && step === 0 ? 'Lamps for {{email}}' : (content.subject ?? null)
  return pool.query(
    `insert into campaign_steps (account_id, campaign_id, step, wait_days, subject, body, message_format)
      values (1, $1, $2, $3, $4, $5, $6)`,
    [campaignId, step, waitDays, subject, body, format],
  )
}

/** Counts the messages in each state. */
export async function statuses(pool: Pool): Promise<Record<string, number>> {
  const { rows } = await pool.query<{ status: string; count: number }>(
    'select status, count(*) as count from messages group by status',
  )
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}
