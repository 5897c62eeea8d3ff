import type { Pool } from 'pg'
import type { SentMessage } from './mail-events-store.ts'

export const MAIL_MEANINGS = ['replied', 'bounced', 'unsubscribed'] as const
export type MailMeaning = (typeof MAIL_MEANINGS)[number]

/** Why an email that seems to concern a message has no effect. */
export const MAIL_DOUBTS = [
  'other_sender',
  'several_senders',
  'failed_authentication',
  'names_no_message',
  'names_no_recipient',
] as const
export type MailDoubt = (typeof MAIL_DOUBTS)[number]

export interface DoubtfulMail {
  id: number
  meaning: MailMeaning
  doubt: MailDoubt
  /** Its own Message-ID. */
  headerId: string | null
  seenAt: Date
  messageId: number
  campaignId: number
  recipient: string
  subject: string | null
}

const KEPT_PER_MAILBOX = 500

const ADD = `insert into doubtful_mails (account_id, mailbox_id, message_id, meaning, doubt, header_id, seen_at)
  values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning id`
/** A sender of many emails only displaces older ones, and cannot fill the disk. */
const DROP_OLDER = `delete from doubtful_mails where account_id = $1 and mailbox_id = $2 and id <= (
  select id from doubtful_mails where account_id = $1 and mailbox_id = $2 order by id desc offset $3 limit 1)`
const PAGE = `select d.id, d.meaning, d.doubt, d.header_id as "headerId", d.seen_at as "seenAt", m.id as "messageId",
    m.campaign_id as "campaignId", r.email as recipient, m.subject
  from doubtful_mails d join messages m on m.account_id = d.account_id and m.id = d.message_id
    join campaign_recipients r on r.account_id = m.account_id and r.id = m.recipient_id
  where d.account_id = $1 and d.mailbox_id = $2 order by d.id desc limit $3 offset $4`
const COUNT = 'select count(*)::int as total from doubtful_mails where account_id = $1 and mailbox_id = $2'

/** Emails that may be forged. */
export const createDoubtfulMailsStore = (pool: Pool) => ({
  /** Records each email only once. */
  add: async (
    mailboxId: number,
    { accountId, id }: SentMessage,
    { meaning, doubt, headerId }: { meaning: MailMeaning; doubt: MailDoubt; headerId: string | null },
    now: Date,
  ): Promise<void> => {
    const added = await pool.query(ADD, [accountId, mailboxId, id, meaning, doubt, headerId, now])
    if (added.rowCount === 1) await pool.query(DROP_OLDER, [accountId, mailboxId, KEPT_PER_MAILBOX])
  },

  /** Newest first. */
  page: async (
    accountId: number,
    mailboxId: number,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ mails: DoubtfulMail[]; total: number }> => {
    const { rows } = await pool.query<DoubtfulMail>(PAGE, [accountId, mailboxId, limit, offset])
    const counted = await pool.query<{ total: number }>(COUNT, [accountId, mailboxId])
    return { mails: rows, total: counted.rows[0]?.total ?? 0 }
  },

  forget: async (before: Date): Promise<void> =>
    void (await pool.query('delete from doubtful_mails where seen_at < $1', [before])),
})
