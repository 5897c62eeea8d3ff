import type { Pool } from 'pg'
import { inTransaction } from '../database.ts'
import type { MailClass } from './keep-mail.ts'
import { errorCode } from '../../lib/text/error-code.ts'

/** The mail that a reply answers. */
export interface AnsweredMail {
  id: number
  from: string | null
  replyTo: string | null
  subject: string | null
  class: MailClass | null
}

/** A reply's text and recipient. */
export interface ReplyText {
  to: string
  text: string
  quotes: boolean
  /** Digest of all of these: the same reply is written only once. */
  digest: Buffer
}

export interface NewReply extends ReplyText {
  conversationId: number
  mailboxId: number
  from: string
  subject: string
  answersMailId: number
  /** Different for each reply. */
  dedupe: Buffer
}

/** Newest first; mail from programs is answered only if there is no other. */
const ANSWERED = `select id, from_email as "from", reply_to as "replyTo", subject, class from mails
  where account_id = $1 and conversation_id = $2 and direction = 'in'
  order by class in ('auto', 'out_of_office', 'bounce', 'complaint'), at desc, id desc limit 1`

const ADD = `insert into mails (account_id, conversation_id, mailbox_id, direction, dedupe, from_email, to_email, subject, at,
    kept_at, body, status, quotes, text_digest, answers_mail_id)
  values ($1, $2, $3, 'out', $4, $5, $6, $7, $8, $8, $9, 'draft', $10, $11, $12) on conflict do nothing returning id`
const SAME = `select id from mails where account_id = $1 and answers_mail_id = $2 and text_digest = $3
  and direction = 'out' and status not in ('discarded', 'error')`
const CHANGE = `update mails set to_email = $4, body = $5, quotes = $6, text_digest = $7, at = $8
  where account_id = $1 and conversation_id = $2 and id = $3 and status = 'draft'`

const step = (to: string, from: string): string => `update mails set ${to}
  where account_id = $1 and conversation_id = $2 and id = $3 and status = '${from}'`
const DISCARD = step(`status = 'discarded', body = null`, 'draft')
const QUEUE = `${step(`status = 'queued', due_at = $4, at = $4`, 'draft')}
  and ($5::text is null or (body = $5 and to_email is not distinct from $6 and quotes = $7))`
const RESEND = step(
  `status = 'queued', due_at = $4, leased_by = null, leased_at = null, header_id = null, problem = null`,
  'uncertain',
)
const MARK_SENT = step(`status = 'sent', at = coalesce(leased_at, $4), problem = null`, 'uncertain')
const ANSWERED_NOW = `update conversations set last_at = greatest(last_at, $3), last_direction = 'out', unread = false
  where account_id = $1 and id = $2`

const NO_MAIL = 'select reason from unsubscribes where account_id = $1 and email = any($2) limit 1'

const UNIQUE_VIOLATION = '23505'

/** Replies that people write to those who answered. */
export const createRepliesStore = (pool: Pool) => ({
  /** The mail of a conversation that a reply would answer. */
  answered: async (accountId: number, conversationId: number): Promise<AnsweredMail | null> =>
    (await pool.query<AnsweredMail>(ANSWERED, [accountId, conversationId])).rows[0] ?? null,

  /** Stores a draft. @returns its id, or that of an identical reply, which may already have been sent. */
  add: (accountId: number, reply: NewReply, now: Date): Promise<{ id: number; isNew: boolean }> =>
    inTransaction(pool, async (client) => {
      const { conversationId, mailboxId, dedupe, from, to, subject, text, quotes, digest, answersMailId } = reply
      const values = [accountId, conversationId, mailboxId, dedupe, from, to, subject, now, text, quotes, digest]
      const added = await client.query<{ id: number }>(ADD, [...values, answersMailId])
      if (added.rows[0] !== undefined) return { id: added.rows[0].id, isNew: true }
      const same = await client.query<{ id: number }>(SAME, [accountId, answersMailId, digest])
      return { id: same.rows[0]?.id ?? 0, isNew: false }
    }),

  /** @returns `same` when there is already an identical reply, false when it is not a draft. */
  change: async (
    accountId: number,
    { conversationId, id }: { conversationId: number; id: number },
    { to, text, quotes, digest }: ReplyText,
    now: Date,
  ): Promise<boolean | 'same'> => {
    try {
      const changed = await pool.query(CHANGE, [accountId, conversationId, id, to, text, quotes, digest, now])
      return changed.rowCount === 1
    } catch (error) {
      if (errorCode(error) === UNIQUE_VIOLATION) return 'same'
      throw error
    }
  },

  /** Each of these returns false if the reply has another status. */
  discard: async (accountId: number, conversationId: number, id: number): Promise<boolean> =>
    (await pool.query(DISCARD, [accountId, conversationId, id])).rowCount === 1,
  /** @param read what the draft has to consist of still; null sends it as it is. */
  queue: async (
    accountId: number,
    { conversationId, id }: { conversationId: number; id: number },
    read: { to: string | null; text: string; quotes: boolean } | null,
    now: Date,
  ): Promise<boolean> => {
    const content = [read?.text ?? null, read?.to ?? null, read?.quotes ?? null]
    return (await pool.query(QUEUE, [accountId, conversationId, id, now, ...content])).rowCount === 1
  },
  resend: async (accountId: number, conversationId: number, id: number, now: Date): Promise<boolean> =>
    (await pool.query(RESEND, [accountId, conversationId, id, now])).rowCount === 1,
  markSent: (accountId: number, conversationId: number, id: number, now: Date): Promise<boolean> =>
    inTransaction(pool, async (client) => {
      if ((await client.query(MARK_SENT, [accountId, conversationId, id, now])).rowCount !== 1) return false
      await client.query(ANSWERED_NOW, [accountId, conversationId, now])
      return true
    }),

  /** The draft with this text, if there is one. */
  draftOf: async (accountId: number, answersMailId: number, digest: Buffer): Promise<number | null> =>
    (await pool.query<{ id: number }>(`${SAME} and status = 'draft'`, [accountId, answersMailId, digest])).rows[0]
      ?.id ?? null,

  /** Why the account no longer writes to one of these addresses; null if it does. */
  noMail: async (accountId: number, emails: readonly string[]): Promise<string | null> =>
    (await pool.query<{ reason: string }>(NO_MAIL, [accountId, emails])).rows[0]?.reason ?? null,
})
