import type { Pool, PoolClient } from 'pg'
import { domainOfAddress } from '../../lib/addresses/email-address.ts'
import { inTransaction } from '../database.ts'
import { CONTENT } from './outbox-statements.ts'
import { stopRecipient } from './outbox-store.ts'
import type { Lease } from './outbox-store.ts'
import { askBesideVerdicts, besideVerdicts } from '../beside-verdicts.ts'

export interface MessageContent {
  subject: string | null
  body: string | null
  format: 'text' | 'html'
  /** The step whose subject this one uses. */
  threadStep: number | null
  recipientEmail: string
  leadId: number | null
  lead: (Record<string, unknown> & { custom_attributes?: Record<string, string> }) | null
  /** Slugs of all custom attributes of the account. */
  slugs: string[]
  tracked: boolean
  trackedLinks: boolean
  addUnsubscribeLink: boolean
  bccRecipient: string | null
  /** Whether the account no longer writes to the address of the blind copy. */
  bccUnsubscribed: boolean
  mailbox: SendingMailbox
  /** The time zone in which it counts its days. */
  mailboxZone: string
  smtpPasswordSealed: Buffer | null
  dkimKeySealed: Buffer | null
  /** What was sent to the recipient before. */
  earlier: { step: number; messageId: string; subject: string | null }[]
}

/** Named like the columns of the table. */
export interface SendingMailbox {
  daily_limit: number
  email: string
  auth: 'password' | 'oauth2'
  first_name: string | null
  last_name: string | null
  sender_name: string | null
  signature: string | null
  smtp_host: string
  smtp_port: number
  smtp_security: 'tls' | 'starttls' | 'none'
  smtp_username: string | null
  dkim_domain: string | null
  dkim_selector: string | null
  custom_tracking_domain: string | null
}

export interface MessageFailure {
  problem: string
  replyCode: string | null
  /** Why it was refused; null if no server was asked. */
  kind: string | null
}

/** The only kind of failure after which an account no longer writes to an address. */
export const DEAD_ADDRESS = 'address'

/** A message still belongs to the worker that leased it, even if others meanwhile took that process for dead. */
const MINE = `account_id = $1 and id = $2 and leased_by = $3 and status in ('sending', 'uncertain')`

const SENT = `update messages set status = 'sent', sent_at = $4, reply_code = $5, problem = null where ${MINE} returning id`

/** Only forward: a response that arrived meanwhile says more. */
const RECIPIENT_SENT = `update campaign_recipients r set
    sending_status = case when r.sending_status is null or r.sending_status = 'pending' then 'sent' else r.sending_status end,
    state = case when r.state in ('waiting', 'scheduled') and not exists (select 1 from messages m
        where m.account_id = r.account_id and m.recipient_id = r.id and m.status in ('scheduled', 'sending', 'uncertain'))
        -- Who is to be planned again may have steps that came meanwhile.
        and not exists (select 1 from campaigns s
          where s.account_id = r.account_id and s.id = r.campaign_id and s.replanned_to < r.id)
      then 'finished' else r.state end
  where r.account_id = $1 and r.id = $2 returning lead_id as "leadId"`

const LEAD_SENT = `update leads set last_contacted_at = greatest(last_contacted_at, $3), updated_at = $3,
    sending_status = case when sending_status is null or sending_status = 'pending' then 'sent' else sending_status end
  where account_id = $1 and id = $2`

/** The waiting days of the next step count from when this one was sent. */
const MOVE_NEXT = `update messages m set due_at = greatest(m.due_at,
      (($4::timestamptz at time zone s.time_zone) + make_interval(days => t.wait_days)) at time zone s.time_zone)
  from campaigns s join campaign_steps t on t.account_id = s.account_id and t.campaign_id = s.id
  where m.account_id = $1 and m.recipient_id = $2 and m.step = $3 + 1 and m.status = 'scheduled'
    and s.account_id = m.account_id and s.id = m.campaign_id and t.step = m.step`

const RELEASE = `update messages set status = 'scheduled', due_at = $4, leased_by = null, leased_at = null,
    message_id = null, reply_code = $5, problem = null where ${MINE} returning id`

/** An attempt that does not count: the message goes back unchanged and is due as before. */
const PUT_BACK = `update messages set status = 'scheduled', leased_by = null, leased_at = null, message_id = null,
    reply_code = $4, problem = null, attempts = greatest(attempts - 1, 0) where ${MINE} returning id`

/** One hour, then four, then a day from the third time on. */
const REST = `update mailboxes set rests = least(rests + 1, 3), rest_reason = 'sender_limit',
    rest_until = $3::timestamptz + case rests when 0 then interval '1 hour' when 1 then interval '4 hours'
      else interval '24 hours' end
  where account_id = $1 and id = $2`

const HOLD = `update mailboxes set rest_until = greatest(rest_until, $3) where account_id = $1 and id = $2`

const RESTED = `update mailboxes set rests = 0, rest_until = null, rest_reason = null
  where account_id = $1 and id = $2 and rests > 0 and rest_reason is distinct from 'health'`

const FAIL = `update messages set status = 'error', problem = $4, reply_code = $5, bounced_at = $6, failure_kind = $7
  where ${MINE} returning id`

const MARK = {
  recipient: `update campaign_recipients set sending_status = $3 where account_id = $1 and id = $2
    and coalesce(sending_status, 'pending') in ('pending', 'sent', 'opened', 'clicked') returning lead_id as "leadId"`,
  lead: `update leads set sending_status = $3, updated_at = $4,
      last_activity_at = case when $3 = 'bounced' then greatest(last_activity_at, $4) else last_activity_at end
    where account_id = $1 and id = $2 and coalesce(sending_status, 'pending') in ('pending', 'sent', 'opened', 'clicked')`,
} as const

const UNSUBSCRIBE = `insert into unsubscribes (account_id, email, reason, created_at)
  select $1, email, 'bounced', $3 from campaign_recipients where account_id = $1 and id = $2 on conflict do nothing`

const SPEAKS_FOR = `select exists (select from addresses where domain = $1 and value = $2 and visible) as "isPublished",
  (select pattern from domains where domain = $1) as pattern`

const SAID = besideVerdicts(
  7,
  (verdicts) => `update messages set subject = $3,
    mx_group = (select v.outcome ->> 'mxGroup' from ${verdicts} where v.domain = $4 and v.value = $5),
    evidence = case when $6 then 'published' else 'none' end
  where account_id = $1 and id = $2`,
)

const KEEP_LINKS = `insert into message_links (account_id, message_id, position, url)
  select $1, $2, ordinality - 1, url from unnest($3::text[]) with ordinality as given (url, ordinality)
  on conflict (account_id, message_id, position) do update set url = excluded.url`

async function keepLinks(pool: Pool, accountId: number, messageId: number, links: readonly string[]): Promise<void> {
  if (links.length > 0) await pool.query(KEEP_LINKS, [accountId, messageId, links])
}

/** The results of leased messages. Every answer says whether the lease was still valid. */
export const createOutboxResultsStore = (pool: Pool, isDistributed: boolean) => ({
  content: async ({
    accountId,
    campaignId,
    recipientId,
    mailboxId,
    step,
  }: Pick<
    Lease,
    'accountId' | 'campaignId' | 'recipientId' | 'mailboxId' | 'step'
  >): Promise<MessageContent | null> => {
    const values = [accountId, campaignId, recipientId, mailboxId, step]
    return (await pool.query<MessageContent>({ name: 'message-content', text: CONTENT, values })).rows[0] ?? null
  },

  /**
   * Records the subject and the targets of links before anyone can follow them, and the evidence for the address, under which
   * the outcome is counted.
   * @returns the usual pattern of the domain, if the index does not show the address itself.
   */
  prepare: async (
    { accountId, messageId }: Lease,
    { subject, email }: { subject: string; email: string },
    links: readonly string[],
  ): Promise<string | null> => {
    const query = { name: 'speaks-for', text: SPEAKS_FOR, values: [domainOfAddress(email), email] }
    const { rows } = await pool.query<{ isPublished: boolean; pattern: string | null }>(query)
    const { isPublished = false, pattern = null } = rows[0] ?? {}
    const values = [accountId, messageId, subject, ...query.values, isPublished]
    await askBesideVerdicts(pool, isDistributed, { name: 'message-said', statement: SAID, values, emails: [email] })
    await keepLinks(pool, accountId, messageId, links)
    return isPublished ? null : pattern
  },

  /** Records that the address follows the usual pattern of its domain. */
  markUsual: async ({ accountId, messageId }: Lease): Promise<void> => {
    const text = `update messages set evidence = 'pattern' where account_id = $1 and id = $2`
    await pool.query(text, [accountId, messageId])
  },

  sent: (lease: Lease, now: Date, replyCode: string): Promise<boolean> =>
    inTransaction(pool, async (client) => {
      const mine = [lease.accountId, lease.messageId, lease.workerId]
      const { rowCount } = await client.query({ name: 'message-sent', text: SENT, values: [...mine, now, replyCode] })
      if (rowCount !== 1) return false
      await followSent(client, lease, now)
      await client.query({ name: 'mailbox-rested', text: RESTED, values: [lease.accountId, lease.mailboxId] })
      return true
    }),

  /** The message was certainly not sent, and is tried again. */
  release: async (lease: Lease, dueAt: Date, replyCode: string | null): Promise<boolean> => {
    const values = [lease.accountId, lease.messageId, lease.workerId, dueAt, replyCode]
    return (await pool.query(RELEASE, values)).rowCount === 1
  },

  /** Stops a mailbox from sending before a given time, although it has not reached its limit. */
  holdMailbox: async (accountId: number, mailboxId: number, until: Date): Promise<void> => {
    await pool.query(HOLD, [accountId, mailboxId, until])
  },

  /** No server was asked: the message goes back unchanged, and the attempt does not count. */
  putBack: async ({ accountId, messageId, workerId }: Lease): Promise<boolean> =>
    (await pool.query(PUT_BACK, [accountId, messageId, workerId, null])).rowCount === 1,

  /** The mailbox has reached its limit: the message goes back, and the mailbox rests for a while. */
  rest: (lease: Lease, now: Date, replyCode: string): Promise<boolean> =>
    inTransaction(pool, async (client) => {
      const { accountId, messageId, workerId, mailboxId } = lease
      if ((await client.query(PUT_BACK, [accountId, messageId, workerId, replyCode])).rowCount !== 1) return false
      await client.query(REST, [accountId, mailboxId, now])
      return true
    }),

  /** The mailbox has reached its limit, and rests for a while. */
  restMailbox: async (accountId: number, mailboxId: number, now: Date): Promise<void> =>
    void (await pool.query(REST, [accountId, mailboxId, now])),

  /** The message will never be sent, nor anything more to the recipient; by the whole account if the address is dead. */
  fail: (lease: Lease, failure: MessageFailure, now: Date) =>
    inTransaction(pool, async (client) => {
      const { accountId, messageId, workerId, recipientId } = lease
      const { problem, replyCode, kind } = failure
      const bounced = kind === DEAD_ADDRESS
      const values = [accountId, messageId, workerId, problem, replyCode, bounced ? now : null, kind]
      if ((await client.query(FAIL, values)).rowCount !== 1) return false
      await stopRecipient(client, accountId, recipientId, bounced ? 'bounced' : 'error')
      const status = bounced ? 'bounced' : 'error'
      const marked = await client.query<{ leadId: number | null }>(MARK.recipient, [accountId, recipientId, status])
      await client.query(MARK.lead, [accountId, marked.rows[0]?.leadId ?? null, status, now])
      if (bounced) await client.query(UNSUBSCRIBE, [accountId, recipientId, now])
      return true
    }),

  /** It is uncertain whether the message was sent. */
  uncertain: async (lease: Lease, problem: string): Promise<boolean> => {
    const text = `update messages set status = 'uncertain', problem = $4 where ${MINE}`
    return (await pool.query(text, [lease.accountId, lease.messageId, lease.workerId, problem])).rowCount === 1
  },

  /** The mailbox cannot send; campaigns without another one stop. Null if it already could not. */
  mailboxProblem: (
    accountId: number,
    mailboxId: number,
    problem: string,
  ): Promise<{ email: string; provider: string } | null> =>
    inTransaction(pool, async (client) => {
      const marked = await client.query<StoppedMailbox>(STOP, [accountId, mailboxId, problem])
      await client.query(STAND_STILL, [accountId, mailboxId])
      const [mailbox] = marked.rows
      return mailbox?.wasWell === true ? { email: mailbox.email, provider: mailbox.provider } : null
    }),

  /** The mailbox can send again: campaigns that had stopped continue. */
  mailboxWorks: async (accountId: number, mailboxId: number): Promise<void> =>
    void (await pool.query(GO_ON, [accountId, mailboxId])),
})

/** Campaigns of the mailbox, in the order in which all lock campaigns; the mailbox's own row is locked first. */
const OF_MAILBOX = `select c.id from campaigns c where c.account_id = $1
  and exists (select 1 from campaign_mailboxes x
    where x.account_id = $1 and x.campaign_id = c.id and x.mailbox_id = $2)`
const inOrder = (status: string): string =>
  `with held as materialized (${OF_MAILBOX} and c.status = '${status}' order by c.id for no key update)`

const GO_ON = `${inOrder('error')}
  update campaigns s set status = 'active' from held where s.account_id = $1 and s.id = held.id`

interface StoppedMailbox {
  email: string
  provider: string
  wasWell: boolean
}

const STOP = `with before as (select problem from mailboxes where account_id = $1 and id = $2 for no key update)
  update mailboxes m set problem = $3 from before where m.account_id = $1 and m.id = $2
  returning m.email, m.provider, before.problem is null as "wasWell"`

const STAND_STILL = `${inOrder('active')}
  update campaigns s set status = 'error' from held where s.account_id = $1 and s.id = held.id
  and not exists (select 1 from campaign_mailboxes x
    join mailboxes e on e.account_id = x.account_id and e.id = x.mailbox_id
    where x.account_id = $1 and x.campaign_id = s.id and e.problem is null and e.sending_status <> 'paused')`

/** Updates the recipient, its lead and the next step once a message has been sent. */
export async function followSent(
  client: PoolClient,
  { accountId, recipientId, step }: Pick<Lease, 'accountId' | 'recipientId' | 'step'>,
  sentAt: Date,
): Promise<void> {
  await client.query({ name: 'move-next', text: MOVE_NEXT, values: [accountId, recipientId, step, sentAt] })
  const marked = await client.query<{ leadId: number | null }>({
    name: 'recipient-sent',
    text: RECIPIENT_SENT,
    values: [accountId, recipientId],
  })
  const leadId = marked.rows[0]?.leadId ?? null
  if (leadId !== null) await client.query({ name: 'lead-sent', text: LEAD_SENT, values: [accountId, leadId, sentAt] })
}
