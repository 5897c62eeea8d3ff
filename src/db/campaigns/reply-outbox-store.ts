import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../database.ts'
import { PRESENCE_LOCK } from '../worker-presence.ts'
import type { SendingMailbox } from './outbox-results-store.ts'
import type { DueMailbox, LeaseQuestions } from './outbox-store.ts'
import { SENDING, working } from './outbox-statements.ts'

/** A reply leased by one worker, which alone sends it. */
export interface ReplyLease {
  workerId: string
  accountId: number
  mailboxId: number
  conversationId: number
  id: number
  /** Message-ID. */
  headerId: string
  attempts: number
}

/** Everything that makes up a reply. */
export interface ReplyContent {
  to: string
  subject: string
  text: string
  quotes: boolean
  mailbox: SendingMailbox
  smtpPasswordSealed: Buffer | null
  dkimKeySealed: Buffer | null
  /** What it answers; the text is null if it was erased. */
  answered: { headerId: string | null; answers: string[]; from: string | null; at: Date; text: string | null }
}

/** Replies that one mailbox may send within 24 hours. */
export const REPLIES_A_DAY = 100

const dueReplies = (now: string): string => `mails x
  join mailboxes e on e.account_id = x.account_id and e.id = x.mailbox_id
  join accounts a on a.id = e.account_id and a.suspended_at is null
  where x.status = 'queued' and x.due_at <= ${now} and ${working(now)}`

const DUE = `select distinct e.account_id as "accountId", e.id, e.auth from ${dueReplies('$1')} limit $2`

/** Whether a reply could be sent from any mailbox. */
export const anyReplyDue = (now: string): string => `exists (select 1 from ${dueReplies(now)})`

const LOCK = `select e.email from mailboxes e where e.account_id = $1 and e.id = $2 and ${working('$3')}
  for no key update of e skip locked`

/** Only one mail of any kind is in progress from a mailbox at a time. */
export const NEXT_REPLY = `select x.id, x.conversation_id as "conversationId", x.to_email as "to", x.attempts,
    (select u.reason from unsubscribes u where u.account_id = $1 and u.email = x.to_email) as "noMail",
    (select count(*) from mails d where d.account_id = $1 and d.mailbox_id = $2
      and d.leased_at >= $3::timestamptz - interval '24 hours') as taken
  from mails x
  where x.account_id = $1 and x.mailbox_id = $2 and x.status = 'queued' and x.due_at <= $3
    and not exists (select 1 from mails o where o.account_id = $1 and o.mailbox_id = $2 and o.status = 'sending')
    and not exists (select 1 from ${SENDING} o where o.account_id = $1 and o.mailbox_id = $2)
  order by x.due_at, x.id limit 1 for update of x skip locked`

const OPTED_OUT = `select exists (select 1 from optouts c where c.digest = $1)
  or exists (select 1 from optouts c where c.kind = 'domain' and c.domain = any($2)) as out`

const TAKE = `update mails set status = 'sending', leased_by = $3, leased_at = $4, header_id = $5, attempts = attempts + 1
  where account_id = $1 and id = $2`
const REFUSE = `update mails set status = 'error', problem = $3 where account_id = $1 and id = $2`
const WAIT = `update mails set due_at = $3::timestamptz + interval '1 hour' where account_id = $1 and id = $2`

const CONTENT = `select x.to_email as "to", coalesce(x.subject, '') as subject, coalesce(x.body, '') as text, x.quotes,
    to_jsonb(e) - '{smtp_password_sealed,imap_password_sealed,dkim_key_sealed}'::text[] as mailbox,
    e.smtp_password_sealed as "smtpPasswordSealed", e.dkim_key_sealed as "dkimKeySealed",
    b.header_id as "headerId", b.answers_ids as answers, b.from_email as "from", b.at, b.body as "answeredText"
  from mails x join mailboxes e on e.account_id = x.account_id and e.id = x.mailbox_id
  join mails b on b.account_id = x.account_id and b.id = x.answers_mail_id
  where x.account_id = $1 and x.id = $2 and x.body is not null`

/** A reply still belongs to the worker that leased it, even if others meanwhile took that process for dead. */
const MINE = `account_id = $1 and id = $2 and leased_by = $3 and status in ('sending', 'uncertain')`
const SENT = `update mails set status = 'sent', at = $4, reply_code = $5, problem = null where ${MINE}`
const TOUCH = `update conversations set last_at = greatest(last_at, $3), last_direction = 'out', unread = false
  where account_id = $1 and id = $2`
const RESTED = `update mailboxes set rests = 0, rest_until = null, rest_reason = null
  where account_id = $1 and id = $2 and rests > 0 and rest_reason is distinct from 'health'`
const RELEASE = `update mails set status = 'queued', due_at = $4, leased_by = null, leased_at = null, header_id = null,
  reply_code = $5 where ${MINE}`
const PUT_BACK = `update mails set status = 'queued', leased_by = null, leased_at = null, header_id = null,
  attempts = greatest(attempts - 1, 0) where ${MINE}`
const FAIL = `update mails set status = 'error', problem = $4, reply_code = $5 where ${MINE}`
const UNCERTAIN = `update mails set status = 'uncertain', problem = $4 where ${MINE}`

const LEFT_BEHIND = `select distinct leased_by as "workerId" from mails where status = 'sending'`
const SWEEP = `update mails set status = 'uncertain',
    problem = 'Quarry stopped while it was sending this reply: it may have left or not.'
  where status = 'sending' and leased_by = $1`

interface NextReply {
  id: number
  conversationId: number
  to: string
  attempts: number
  noMail: string | null
  taken: number
}

/** Rows settled in one transaction; more wait for the next. */
const MAX_REFUSALS = 20

/** The queue of replies. Before a reply is sent, it has been leased in a committed transaction. */
export const createReplyOutboxStore = (pool: Pool) => ({
  mailboxesDue: async (now: Date, limit: number): Promise<DueMailbox[]> =>
    (await pool.query<DueMailbox>(DUE, [now, limit])).rows,

  /**
   * Leases the next reply of a mailbox, under the same lock as messages of campaigns.
   * @param newId makes the Message-ID from the mailbox's address. @returns null when there is nothing to do at the moment.
   */
  leaseNext: (
    workerId: string,
    { accountId, id: mailboxId }: Pick<DueMailbox, 'accountId' | 'id'>,
    now: Date,
    { optoutNames, newId }: Pick<LeaseQuestions, 'optoutNames'> & { newId: (email: string) => string },
  ): Promise<ReplyLease | null> =>
    inTransaction(pool, async (client) => {
      const place = [accountId, mailboxId, now]
      const locked = await client.query<{ email: string }>(LOCK, place)
      const mailbox = locked.rows[0]
      if (mailbox === undefined) return null
      for (let tries = 0; tries < MAX_REFUSALS; tries++) {
        const reply = (await client.query<NextReply>(NEXT_REPLY, place)).rows[0]
        if (reply === undefined) return null
        if (await isSettled(client, accountId, reply, { optoutNames, now })) continue
        const headerId = newId(mailbox.email)
        const { id, conversationId, attempts } = reply
        await client.query(TAKE, [accountId, id, workerId, now, headerId])
        return { workerId, accountId, mailboxId, conversationId, id, headerId, attempts: attempts + 1 }
      }
      return null
    }),

  /** Null when its text or its mailbox is gone. */
  content: async ({ accountId, id }: ReplyLease): Promise<ReplyContent | null> => {
    type Row = Omit<ReplyContent, 'answered'> & Omit<ReplyContent['answered'], 'text'> & { answeredText: string | null }
    const row = (await pool.query<Row>(CONTENT, [accountId, id])).rows[0]
    if (row === undefined) return null
    const { headerId, answers, from, at, answeredText, ...rest } = row
    return { ...rest, answered: { headerId, answers, from, at, text: answeredText } }
  },

  sent: (
    { accountId, id, workerId, conversationId, mailboxId }: ReplyLease,
    at: Date,
    replyCode: string,
  ): Promise<boolean> =>
    inTransaction(pool, async (client) => {
      if ((await client.query(SENT, [accountId, id, workerId, at, replyCode])).rowCount !== 1) return false
      await client.query(TOUCH, [accountId, conversationId, at])
      await client.query(RESTED, [accountId, mailboxId])
      return true
    }),

  /** The reply was certainly not sent, and is tried again. */
  release: async ({ accountId, id, workerId }: ReplyLease, dueAt: Date, replyCode: string | null): Promise<void> =>
    void (await pool.query(RELEASE, [accountId, id, workerId, dueAt, replyCode])),

  /** No server was asked, or the mailbox has sent enough: the reply goes back unchanged. */
  putBack: async ({ accountId, id, workerId }: ReplyLease): Promise<void> =>
    void (await pool.query(PUT_BACK, [accountId, id, workerId])),

  fail: async (
    { accountId, id, workerId }: ReplyLease,
    { problem, replyCode }: { problem: string; replyCode: string | null },
  ): Promise<void> => void (await pool.query(FAIL, [accountId, id, workerId, problem, replyCode])),

  /** It is uncertain whether the reply was sent. */
  uncertain: async ({ accountId, id, workerId }: ReplyLease, problem: string): Promise<void> =>
    void (await pool.query(UNCERTAIN, [accountId, id, workerId, problem])),

  /** Replies of processes that are gone may or may not have been sent: they are never resent automatically. */
  sweepAbandoned: async (): Promise<number> => {
    const { rows } = await pool.query<{ workerId: string }>(LEFT_BEHIND)
    let swept = 0
    for (const { workerId } of rows) swept += await inTransaction(pool, (client) => sweepReplies(client, workerId))
    return swept
  },
})

/** Refuses a reply to a person who wants no mail, and postpones it if the mailbox has reached its daily limit. */
async function isSettled(
  client: PoolClient,
  accountId: number,
  { id, to, noMail, taken }: NextReply,
  { optoutNames, now }: Pick<LeaseQuestions, 'optoutNames'> & { now: Date },
): Promise<boolean> {
  const { digest, domains } = optoutNames(to)
  const { rows } = await client.query<{ out: boolean }>(OPTED_OUT, [digest, domains])
  const isOut = rows[0]?.out === true
  if (isOut || noMail !== null) {
    const why = isOut ? 'asked that no mail be sent to it' : 'gets no more mail from this account'
    await client.query(REFUSE, [accountId, id, `The address ${why}.`])
    return true
  }
  if (taken < REPLIES_A_DAY) return false
  await client.query(WAIT, [accountId, id, now])
  return true
}

async function sweepReplies(client: PoolClient, workerId: string): Promise<number> {
  const probe = `select pg_try_advisory_xact_lock(${PRESENCE_LOCK}) as gone`
  const { rows } = await client.query<{ gone: boolean }>(probe, [workerId])
  return rows[0]?.gone === true ? ((await client.query(SWEEP, [workerId])).rowCount ?? 0) : 0
}
