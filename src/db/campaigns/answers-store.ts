import type { Pool } from 'pg'

/** Kinds, each with the column of a message that says when it happened. */
const KINDS = { answered: 'replied_at', bounced: 'bounced_at', unsubscribed: 'unsubscribed_at' } as const

export type AnswerKind = keyof typeof KINDS

/** Where a page of the list ends: `at` in ISO 8601, UTC, with microseconds. */
export interface AnswerPlace {
  at: string
  id: number
  kind: AnswerKind
}

/** A response to a message. */
export interface ListedAnswer {
  /** Id of the message. */
  id: number
  kind: AnswerKind
  at: Date
  email: string
  leadId: number | null
  firstName: string | null
  lastName: string | null
  company: string | null
  campaignId: number
  campaignName: string
  step: number
  subject: string | null
  sentAt: Date | null
  /** Message-ID of the sent message. */
  headerId: string | null
  mailbox: string | null
  /** Why the account no longer writes to this address. */
  noMail: 'unsubscribed' | 'bounced' | 'manual' | 'complained' | null
  doneAt: Date | null
  note: string | null
}

export interface AnswerFilter {
  kind: AnswerKind | null
  /** Only what is not done yet (true), or only the rest (false). */
  open: boolean | null
  campaignId: number | null
  limit: number
  offset: number
  /** Only what comes after this place. */
  after: AnswerPlace | null
}

export interface AnswersPage {
  answers: ListedAnswer[]
  total: number
  /** Null if nothing comes after the page. */
  next: AnswerPlace | null
}

/** $1 account, $2 kind. Branches of other kinds are not read at all. */
const CAME = Object.entries(KINDS)
  .map(
    ([kind, column]) => `select m.id, '${kind}' as kind, m.${column} as at, m.campaign_id from messages m
      where m.account_id = $1 and m.${column} is not null and ($2::text is null or $2 = '${kind}')`,
  )
  .join(' union all ')

const MARKED = `(${CAME}) c left join answer_marks k on k.account_id = $1 and k.message_id = c.id and k.kind = c.kind`
const WANTED = `($3::boolean is null or (k.done_at is null) = $3) and ($4::bigint is null or c.campaign_id = $4)`

const ROW = `m.id, c.kind, c.at, r.email, r.lead_id as "leadId", l.first_name as "firstName", l.last_name as "lastName",
    l.company, s.id as "campaignId", s.name as "campaignName", m.step, m.subject, m.sent_at as "sentAt",
    m.message_id as "headerId", e.email as mailbox, c.done_at as "doneAt", c.note,
    (select x.reason from unsubscribes x where x.account_id = $1 and x.email = r.email) as "noMail"`
const JOINED = `join messages m on m.account_id = $1 and m.id = c.id
  join campaigns s on s.account_id = $1 and s.id = m.campaign_id
  join campaign_recipients r on r.account_id = $1 and r.id = m.recipient_id
  left join leads l on l.account_id = $1 and l.id = r.lead_id
  left join mailboxes e on e.account_id = $1 and e.id = m.mailbox_id`

const BEHIND = `($7::timestamptz is null or c.at < $7 or (c.at = $7 and (c.id < $8 or (c.id = $8 and c.kind > $9))))`
const LIST = `with page as materialized (select c.*, k.done_at, k.note from ${MARKED} where ${WANTED} and ${BEHIND}
    order by c.at desc, c.id desc, c.kind limit $5 offset $6)
  select ${ROW}, to_char(c.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "exactAt" from page c ${JOINED} order by c.at desc, c.id desc, c.kind`
const COUNT = `select count(*) as total from ${MARKED} where ${WANTED}`
const FIND = `select ${ROW} from (select c.*, k.done_at, k.note from ${MARKED} where c.id = $3
    order by c.at desc, c.kind limit 1) c ${JOINED}`

const OPEN = `select c.kind, count(*) as open from ${MARKED} where k.done_at is null group by c.kind`
/** `read_at` is the last attempt. */
const LAST_READ =
  'select max(least(read_at, imap_problem_since)) as "readAt" from mailboxes where account_id = $1 and imap_host is not null'

const MARK = `insert into answer_marks as k (account_id, message_id, kind, done_at, done_by, note)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (account_id, message_id, kind) do update
    set done_at = excluded.done_at, done_by = excluded.done_by, note = excluded.note`

/** Responses to messages, for people to look at, and what people did about them. */
export const createAnswersStore = (pool: Pool) => ({
  /** Newest first. `total` counts all, wherever the page starts. */
  list: async (accountId: number, filter: AnswerFilter): Promise<AnswersPage> => {
    const { kind, open, campaignId, limit, offset, after } = filter
    const wanted = [accountId, kind, open, campaignId]
    const place = [after?.at ?? null, after?.id ?? null, after?.kind ?? null]
    const [{ rows }, count] = await Promise.all([
      pool.query<ListedAnswer & { exactAt: string }>(LIST, [...wanted, limit + 1, offset, ...place]),
      pool.query<{ total: number }>(COUNT, wanted),
    ])
    const answers = rows.slice(0, limit)
    const last = rows.length > limit ? answers.at(-1) : undefined
    const next = last === undefined ? null : { at: last.exactAt, id: last.id, kind: last.kind }
    return { answers, total: count.rows[0]?.total ?? 0, next }
  },

  /** @param kind null: the latest response. */
  find: async (accountId: number, messageId: number, kind: AnswerKind | null): Promise<ListedAnswer | null> =>
    (await pool.query<ListedAnswer>(FIND, [accountId, kind, messageId])).rows[0] ?? null,

  /** How many are not done yet, by kind. */
  open: async (accountId: number): Promise<Record<AnswerKind, number>> => {
    const { rows } = await pool.query<{ kind: AnswerKind; open: number }>(OPEN, [accountId, null])
    const counts = { answered: 0, bounced: 0, unsubscribed: 0 }
    for (const { kind, open } of rows) counts[kind] = open
    return counts
  },

  /** When a mailbox of the account was last read; null if none is. */
  lastRead: async (accountId: number): Promise<Date | null> =>
    (await pool.query<{ readAt: Date | null }>(LAST_READ, [accountId])).rows[0]?.readAt ?? null,

  /** @param by the user who marks it. */
  mark: async (
    accountId: number,
    { id, kind }: Pick<ListedAnswer, 'id' | 'kind'>,
    { doneAt, note }: Pick<ListedAnswer, 'doneAt' | 'note'>,
    by: number,
  ): Promise<void> => void (await pool.query(MARK, [accountId, id, kind, doneAt, doneAt === null ? null : by, note])),
})
