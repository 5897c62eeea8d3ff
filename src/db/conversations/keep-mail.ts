import type { PoolClient } from 'pg'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'
import { conversationOf } from './find-thread.ts'
import type { ThreadSigns } from './find-thread.ts'

/** The kind of an email, or what its writer wants. */
export type MailClass =
  | 'interested'
  | 'not_now'
  | 'not_interested'
  | 'remove_me'
  | 'out_of_office'
  | 'auto'
  | 'bounce'
  | 'complaint'
  | 'other'

/** Name, type and size of an attachment, never its content. */
export interface MailAttachment {
  name: string | null
  type: string
  size: number
}

/** An incoming email, as it is stored. */
export interface IncomingAnswer extends Omit<ThreadSigns, 'title'> {
  headerId: string | null
  /** The same for the same email, whichever process reads it and however often. */
  dedupe: Buffer
  from: string | null
  replyTo: string | null
  /** Null if no text may be stored. */
  text: string | null
  isCut: boolean
  quotedAt: number | null
  language: string | null
  class: MailClass
  rule: string | null
  /** `YYYY-MM-DD` */
  backOn: string | null
  attachments: readonly MailAttachment[]
}

export interface KeptMail {
  conversationId: number
  id: number
}

/**
 * Texts stored per mailbox and hour, and per conversation, so that nobody uses up those of others; further emails are stored
 * without text, subject and file names.
 */
const TEXTS_AN_HOUR = 200
const TEXTS_OF_ONE_AN_HOUR = 40

const LOCK = 'select 1 from mailboxes where account_id = $1 and id = $2 for no key update'
const KNOWN = 'select 1 from mails where account_id = $1 and dedupe = $2'
const COUNT = `select count(x.body) as came from (select body from mails where account_id = $1 and mailbox_id = $2
  and kept_at > $3::timestamptz - interval '1 hour' and direction = 'in' limit ${10 * TEXTS_AN_HOUR}) x`
const COUNT_OF_ONE = `select count(*) as came from (select 1 from mails where account_id = $1 and conversation_id = $2
  and kept_at > $3::timestamptz - interval '1 hour' and direction = 'in' limit ${TEXTS_OF_ONE_AN_HOUR}) x`

const LOCK_NAME = `select pg_advisory_xact_lock(hashtextextended($1::text || ' ' || $2, ${ADVISORY_LOCKS.arrivedMail}))`
const THERE = `select 1 from mails where account_id = $1 and conversation_id = $2 and header_id = $3 and direction = 'in'
  and from_email is not distinct from $4 limit 1`

/** Adds the campaign's messages to the conversation, so that answers to them find it. */
const REFER = `insert into mails (account_id, conversation_id, mailbox_id, direction, message_id, header_id, dedupe,
    to_email, at, kept_at)
  select m.account_id, $2, m.mailbox_id, 'out', m.id, m.message_id, sha256(convert_to('message ' || m.id, 'UTF8')),
    r.email, m.sent_at, $4
  from messages m join campaign_recipients r on r.account_id = m.account_id and r.id = m.recipient_id
  where m.account_id = $1 and m.sent_at is not null and m.message_id is not null
    and (m.recipient_id = $3 or m.recipient_id in (select n.recipient_id from mails x
      join messages n on n.account_id = x.account_id and n.id = x.message_id
      where x.account_id = $1 and x.conversation_id = $2))
  on conflict do nothing`

const ADD = `insert into mails (account_id, conversation_id, mailbox_id, direction, header_id, dedupe, answers_ids,
    from_email, reply_to, subject, at, kept_at, body, body_cut, quoted_at, language, class, class_rule, attachments)
  values ($1, $2, $3, 'in', $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18) returning id`

/**
 * What programs send says nothing about what the person thinks, and needs no one's attention; a person's own classification
 * stays.
 */
const TOUCH = `update conversations set last_at = greatest(last_at, $3), last_direction = 'in', erased_at = null,
    closed_at = null, unread = unread or not $5, back_on = coalesce($6, back_on), lead_id = coalesce(lead_id, $7),
    class = case when class_by = 'person' then class
      when $4 in ('auto', 'out_of_office') and exists (select 1 from mails x where x.account_id = $1
        and x.conversation_id = $2 and x.direction = 'in' and x.class not in ('auto', 'out_of_office', 'bounce'))
      then class else $4 end
  where account_id = $1 and id = $2`

const BY_PROGRAMS: ReadonlySet<MailClass> = new Set(['auto', 'out_of_office', 'bounce'])

/**
 * Stores an incoming email, in the transaction that records its effects. Readers of one mailbox wait for one another here, and
 * those of several mailboxes that it reached.
 * @returns null if it is already stored.
 */
export async function keepMail(
  client: PoolClient,
  { accountId, mailboxId }: { accountId: number; mailboxId: number },
  mail: IncomingAnswer,
  now: Date,
): Promise<KeptMail | null> {
  if (mail.headerId !== null) await client.query(LOCK_NAME, [accountId, mail.headerId])
  await client.query(LOCK, [accountId, mailboxId])
  if ((await client.query(KNOWN, [accountId, mail.dedupe])).rowCount !== 0) return null
  const isMuch = mail.text === null || (await came(client, COUNT, [accountId, mailboxId, now])) >= TEXTS_AN_HOUR
  const signs = { ...mail, title: isMuch ? null : mail.subject }
  const { id: conversationId, recipientId } = await conversationOf(client, { accountId, mailboxId }, signs, now)
  if (await isThere(client, { accountId, conversationId }, mail)) return null
  const hasText = !isMuch && (await came(client, COUNT_OF_ONE, [accountId, conversationId, now])) < TEXTS_OF_ONE_AN_HOUR
  const subject = hasText ? mail.subject : null
  await client.query(REFER, [accountId, conversationId, recipientId, now])
  const isByProgram = BY_PROGRAMS.has(mail.class)
  const touched = [accountId, conversationId, mail.at, mail.class, isByProgram, mail.backOn, mail.leadId]
  await client.query(TOUCH, touched)
  const added = await client.query<{ id: number }>(ADD, [
    accountId,
    conversationId,
    mailboxId,
    mail.headerId,
    mail.dedupe,
    mail.answered,
    mail.from,
    mail.replyTo,
    subject,
    mail.at,
    now,
    hasText ? mail.text : null,
    mail.isCut,
    hasText ? mail.quotedAt : null,
    mail.language,
    mail.class,
    mail.rule,
    JSON.stringify(hasText ? mail.attachments : []),
  ])
  return { conversationId, id: added.rows[0]?.id ?? 0 }
}

/**
 * Whether the conversation has this mail from another mailbox (it went to several people, or one inbox has several names), or from
 * an earlier version, which identified emails by Message-ID alone.
 */
async function isThere(
  client: PoolClient,
  { accountId, conversationId }: { accountId: number; conversationId: number },
  { headerId, from }: IncomingAnswer,
): Promise<boolean> {
  return headerId !== null && (await client.query(THERE, [accountId, conversationId, headerId, from])).rowCount !== 0
}

const came = async (client: PoolClient, count: string, values: readonly unknown[]): Promise<number> =>
  (await client.query<{ came: number }>(count, [...values])).rows[0]?.came ?? 0
