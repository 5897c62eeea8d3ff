import type { Pool } from 'pg'
import type { NewestPlace } from '../../lib/input/newest-place.ts'
import { inTransaction } from '../database.ts'
import { ERASE_MAILS, ERASE_OLD, ERASE_ONE, ERASE_TITLES, ERASE_TOLD, ERASE_TOLD_OF } from './erased-texts.ts'
import type { MailAttachment, MailClass } from './keep-mail.ts'

/** The correspondence between a mailbox and a person. */
export interface Conversation {
  id: number
  email: string
  leadId: number | null
  /** First and last name of the lead. */
  leadName: string | null
  /** Null once the mailbox was disconnected. */
  mailboxId: number | null
  mailbox: string | null
  /** The campaign it answered last. */
  campaignId: number | null
  subject: string | null
  class: MailClass
  classBy: 'rule' | 'person'
  unread: boolean
  closedAt: Date | null
  /** `YYYY-MM-DD` */
  backOn: string | null
  lastAt: Date
  lastDirection: 'in' | 'out'
}

export type ReplyStatus = 'draft' | 'queued' | 'sending' | 'sent' | 'uncertain' | 'error' | 'discarded'

/** One mail of a conversation. */
export interface ConversationMail {
  id: number
  direction: 'in' | 'out'
  at: Date
  from: string | null
  to: string | null
  replyTo: string | null
  subject: string | null
  headerId: string | null
  /** Null for a message of a campaign, which has its own text, and for what was erased. */
  text: string | null
  isCut: boolean
  quotedAt: number | null
  class: MailClass | null
  rule: string | null
  language: string | null
  attachments: MailAttachment[]
  messageId: number | null
  campaignId: number | null
  step: number | null
  /** Status of a reply. */
  status: ReplyStatus | null
  problem: string | null
  /** Whether it quotes the mail it answers. */
  quotes: boolean
  answersMailId: number | null
}

export type LastIncoming = Pick<
  ConversationMail,
  'direction' | 'at' | 'from' | 'class' | 'status' | 'subject' | 'text' | 'quotedAt' | 'attachments'
>

export interface ConversationFilter {
  classes: readonly MailClass[] | null
  unread: boolean | null
  closed: boolean | null
  leadId: number | null
  campaignId: number | null
  mailboxId: number | null
  email: string | null
  /** Text somewhere in the address or subject, in any case. */
  query: string | null
  since: Date | null
  limit: number
  offset: number
  after: NewestPlace | null
}

export interface ConversationsPage {
  conversations: Conversation[]
  byClass: Map<MailClass, number>
  unread: number
  /** Null at the end. */
  next: NewestPlace | null
}

export interface ConversationChanges {
  class: MailClass | undefined
  unread: boolean | undefined
  closed: boolean | undefined
  leadId: number | null | undefined
}

const CAMPAIGN = `(select m.campaign_id from mails x join messages m on m.account_id = x.account_id and m.id = x.message_id
    where x.account_id = c.account_id and x.conversation_id = c.id order by x.at desc, x.id desc limit 1)`
/** If no text of the other side is stored, the subject of the first answered message is used. */
const BEGUN_WITH = `(select m.subject from mails x join messages m on m.account_id = x.account_id and m.id = x.message_id
    where x.account_id = c.account_id and x.conversation_id = c.id order by x.at, x.id limit 1)`
const LEAD_NAME = `(select nullif(concat_ws(' ', l.first_name, l.last_name), '') from leads l
    where l.account_id = c.account_id and l.id = c.lead_id)`
const ROW = `c.id, c.email, c.lead_id as "leadId", ${LEAD_NAME} as "leadName", c.mailbox_id as "mailboxId", e.email as mailbox,
  ${CAMPAIGN} as "campaignId", coalesce(c.subject, ${BEGUN_WITH}) as subject, c.class, c.class_by as "classBy", c.unread, c.closed_at as "closedAt",
  c.back_on as "backOn", c.last_at as "lastAt", c.last_direction as "lastDirection"`
const FROM = `from conversations c left join mailboxes e on e.account_id = c.account_id and e.id = c.mailbox_id
  where c.account_id = $1 and c.erased_at is null`
const WANTED = `and ($2::text[] is null or c.class = any($2)) and ($3::boolean is null or c.unread = $3)
  and ($4::boolean is null or (c.closed_at is not null) = $4) and ($5::bigint is null or c.lead_id = $5)
  and ($6::bigint is null or exists (select 1 from mails x
    join messages m on m.account_id = x.account_id and m.id = x.message_id
    where x.account_id = c.account_id and x.conversation_id = c.id and m.campaign_id = $6))
  and ($7::bigint is null or c.mailbox_id = $7) and ($8::text is null or c.email = $8)
  and ($9::text is null or strpos(lower(c.email), $9) > 0 or strpos(lower(c.subject), $9) > 0)
  and ($10::timestamptz is null or c.last_at >= $10)`
const LIST = `select ${ROW}, to_char(c.last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "exactAt" ${FROM} ${WANTED}
  and ($13::timestamptz is null or (c.last_at, c.id) < ($13, $14::bigint)) order by c.last_at desc, c.id desc limit $11 offset $12`
const COUNT = `select c.class, count(*) as n, count(*) filter (where c.unread) as unread ${FROM} ${WANTED} group by c.class`
const FIND = `select ${ROW} ${FROM} and c.id = $2`

/** Older emails are not shown: nobody reads that many. */
const MOST_MAILS = 500
const MAIL = `x.id, x.direction, x.at, x.from_email as "from", x.to_email as "to", x.reply_to as "replyTo",
    coalesce(x.subject, m.subject) as subject, x.header_id as "headerId", x.body as text, x.body_cut as "isCut",
    x.quoted_at as "quotedAt", x.class, x.class_rule as rule, x.language, x.attachments, x.message_id as "messageId",
    m.campaign_id as "campaignId", m.step, x.status, x.problem, x.quotes,
    x.answers_mail_id as "answersMailId"
  from mails x left join messages m on m.account_id = x.account_id and m.id = x.message_id
  where x.account_id = $1 and x.conversation_id = $2 and x.status is distinct from 'discarded'`
const MAILS = `select * from (select ${MAIL} order by x.at desc, x.id desc limit ${MOST_MAILS}) t order by at, id`
const LAST_INCOMING = `select distinct on (x.conversation_id) x.conversation_id as "conversationId", x.direction, x.at,
    x.from_email as "from", x.class, x.status, x.subject, x.body as text, x.quoted_at as "quotedAt", x.attachments
  from mails x where x.account_id = $1 and x.conversation_id = any($2) and x.direction = 'in'
  order by x.conversation_id, x.class in ('auto', 'out_of_office', 'bounce'), x.at desc, x.id desc`
const REPLY = `select ${MAIL} and x.id = $3 and x.status is not null`

const UPDATE = `update conversations set class = coalesce($3, class),
    class_by = case when $3::text is null then class_by else 'person' end, unread = coalesce($4, unread),
    closed_at = case when $5::boolean is null then closed_at when $5 then coalesce(closed_at, $6) end,
    lead_id = case when $7::boolean then $8 else lead_id end
  where account_id = $1 and id = $2 and erased_at is null`

const LAST_MESSAGE = `select message_id as id from mails where account_id = $1 and conversation_id = $2
  and message_id is not null order by at desc, id desc limit 1`

/** Conversations, and the emails in them. */
export const createConversationsStore = (pool: Pool) => ({
  /** Newest first; counts by class and of unread ones cover all, wherever the page starts. */
  page: async (accountId: number, filter: ConversationFilter): Promise<ConversationsPage> => {
    const { classes, unread, closed, leadId, campaignId, mailboxId, email, query, since, limit, offset, after } = filter
    const wanted = [accountId, classes, unread, closed, leadId, campaignId, mailboxId, email, query, since]
    const [page, counted] = await Promise.all([
      pool.query<Conversation & { exactAt: string }>(LIST, [
        ...wanted,
        limit + 1,
        offset,
        after?.at ?? null,
        after?.id ?? null,
      ]),
      pool.query<{ class: MailClass; n: number; unread: number }>(COUNT, wanted),
    ])
    const conversations = page.rows.slice(0, limit)
    const last = page.rows.length > limit ? conversations.at(-1) : undefined
    return {
      conversations,
      next: last === undefined ? null : { at: last.exactAt, id: last.id },
      byClass: new Map(counted.rows.map(({ class: mailClass, n }) => [mailClass, n])),
      unread: counted.rows.reduce((sum, row) => sum + row.unread, 0),
    }
  },

  find: async (accountId: number, id: number): Promise<Conversation | null> =>
    (await pool.query<Conversation>(FIND, [accountId, id])).rows[0] ?? null,

  /** Oldest first; if there are very many, only the newest. */
  mails: async (accountId: number, id: number): Promise<ConversationMail[]> =>
    (await pool.query<ConversationMail>(MAILS, [accountId, id])).rows,

  /** The latest incoming email of each conversation, preferring people's emails to those of programs. */
  lastIncoming: async (accountId: number, ids: readonly number[]): Promise<Map<number, LastIncoming>> => {
    const { rows } = await pool.query<LastIncoming & { conversationId: number }>(LAST_INCOMING, [accountId, ids])
    return new Map(rows.map((row) => [row.conversationId, row]))
  },

  /** A reply, whatever its status. */
  reply: async (accountId: number, id: number, replyId: number): Promise<ConversationMail | null> =>
    (await pool.query<ConversationMail>(REPLY, [accountId, id, replyId])).rows[0] ?? null,

  update: async (accountId: number, id: number, changes: ConversationChanges, now: Date): Promise<void> => {
    const { class: mailClass = null, unread = null, closed = null, leadId } = changes
    const values = [accountId, id, mailClass, unread, closed, now, leadId !== undefined, leadId ?? null]
    await pool.query(UPDATE, values)
  },

  /** The last message of a campaign in a conversation. */
  lastMessage: async (accountId: number, id: number): Promise<number | null> =>
    (await pool.query<{ id: number }>(LAST_MESSAGE, [accountId, id])).rows[0]?.id ?? null,

  /** Erases the texts of one conversation. */
  eraseOne: (accountId: number, id: number, now: Date): Promise<void> =>
    inTransaction(pool, async (client) => {
      await client.query(ERASE_ONE, [accountId, id, now])
      await client.query(ERASE_MAILS, [accountId, id])
      await client.query(ERASE_TOLD_OF, [accountId, id])
    }),

  /** Erases the texts of emails from before a date. @returns how many: `limit` if there may be more. */
  erase: async (before: Date, limit: number): Promise<number> =>
    (await pool.query(ERASE_OLD, [before, limit])).rowCount ?? 0,

  /** Erases the subjects of conversations that ended before a date, and older texts in webhook bodies. */
  eraseTitles: async (before: Date): Promise<void> => {
    await pool.query(ERASE_TITLES, [before])
    await pool.query(ERASE_TOLD, [before])
  },
})
