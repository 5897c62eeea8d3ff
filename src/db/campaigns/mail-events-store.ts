import type { Pool, PoolClient } from 'pg'
import { keepMail } from '../conversations/keep-mail.ts'
import type { IncomingAnswer, KeptMail } from '../conversations/keep-mail.ts'
import { inTransaction } from '../database.ts'
import { nothingPending } from './nothing-pending.ts'
import { DEAD_ADDRESS } from './outbox-results-store.ts'

/** A message that was sent, and its recipient. */
export interface SentMessage {
  accountId: number
  id: number
  campaignId: number
  recipientId: number
  /** Null once the mailbox is gone. */
  mailboxId: number | null
  step: number
  /** Address of the recipient. */
  email: string
  leadId: number | null
  /** Message-ID, with angle brackets. */
  headerId: string | null
  subject: string | null
  sentAt: Date | null
}

/** A response to a message. */
export type MailEvent =
  | { type: 'opened' | 'replied' | 'unsubscribed' | 'complained' }
  | { type: 'bounced'; /** Why it came back. */ failure: string }
  | { type: 'clicked'; /** Position of the link in the mail. */ position: number }

/** How far a folder of a mailbox has been read. */
export interface ReadPosition {
  accountId: number
  mailboxId: number
  /** Includes the server. */
  folder: string
  uidValidity: number
  lastUid: number
}

/** How a response arrived: in which mail, and how far its mailbox has been read with it; both are null for a link. */
export interface ArrivedMail {
  position: ReadPosition | null
  mail: IncomingAnswer | null
}

export interface RecordedEvent {
  isNews: boolean
  kept: KeptMail | null
}

const MESSAGE = `m.account_id as "accountId", m.id, m.campaign_id as "campaignId", m.recipient_id as "recipientId",
  m.mailbox_id as "mailboxId", m.step, r.email, r.lead_id as "leadId", m.message_id as "headerId", m.subject,
  m.sent_at as "sentAt"
  from messages m join campaign_recipients r on r.account_id = m.account_id and r.id = m.recipient_id`

/** Messages that may have been sent, including those whose process has not recorded it yet or never will. */
const LEFT = `m.status in ('sending', 'sent', 'uncertain')`

const OF_ID = `select ${MESSAGE} where m.account_id = $1 and m.id = $2 and ${LEFT}`
const OF_HEADER_IDS = `select ${MESSAGE} where m.message_id = any($2) and m.account_id = $1 and ${LEFT}`
const LAST_TO = `select distinct on (r.email) ${MESSAGE}
  where r.email = any($3) and r.account_id = $1 and m.mailbox_id = $2 and m.sent_at >= $4 and ${LEFT}
  order by r.email, m.sent_at desc`

const NOTE = {
  opened: 'opened_at',
  clicked: 'clicked_at',
  replied: 'replied_at',
  bounced: 'bounced_at',
  unsubscribed: 'unsubscribed_at',
  complained: 'complained_at',
} as const

/** The statuses that each can follow: only forward, and after a final status only a request to stop. */
const COMES_AFTER: Record<MailEvent['type'], readonly string[]> = {
  opened: ['pending', 'sent'],
  clicked: ['pending', 'sent', 'opened'],
  replied: ['pending', 'sent', 'opened', 'clicked'],
  bounced: ['pending', 'sent', 'opened', 'clicked'],
  unsubscribed: ['pending', 'sent', 'opened', 'clicked', 'replied'],
  complained: ['pending', 'sent', 'opened', 'clicked', 'replied'],
}

/** A complaint counts as an unsubscribe, too. */
const ALSO_UNSUBSCRIBED = `update messages set unsubscribed_at = coalesce(unsubscribed_at, $3)
  where account_id = $1 and id = $2`

const NOTE_FAILURE = 'update messages set failure_kind = $3 where account_id = $1 and id = $2'

const CAMPAIGNS_OF = `select campaign_id from campaign_recipients
  where account_id = $1 and email = $2 and state in ('waiting', 'scheduled')`
/** In the same order everywhere, to avoid deadlocks. */
const LOCK_CAMPAIGNS = `select 1 from campaigns where account_id = $1 and id = any($2) order by id for no key update`

const STOP = `update campaign_recipients set state = 'stopped', stopped_by = $4
  where account_id = $1 and email = $2 and campaign_id = any($3) and state in ('waiting', 'scheduled') returning id`
const CANCEL = `update messages m set status = 'canceled' from campaign_recipients r
  where r.account_id = $1 and r.email = $2 and r.campaign_id = any($3)
    and m.account_id = $1 and m.campaign_id = r.campaign_id and m.recipient_id = r.id and m.status = 'scheduled'`

const MARK_RECIPIENT = `update campaign_recipients set sending_status = $3
  where account_id = $1 and id = $2 and coalesce(sending_status, 'pending') = any($4)`
const MARK_LEAD = `update leads set updated_at = $5, last_activity_at = greatest(last_activity_at, $5),
    sending_status = case when coalesce(sending_status, 'pending') = any($4) then $3 else sending_status end
  where account_id = $1 and id = $2`

/** What the recipient says outweighs what was observed, or what the account recorded. */
const UNSUBSCRIBE = `insert into unsubscribes as s (account_id, email, reason, created_at) values ($1, $2, $3, $4)
  on conflict (account_id, email) do update set reason = excluded.reason
    where s.reason in ('bounced', 'manual') and excluded.reason in ('unsubscribed', 'complained')`

/** More folders and servers than a mailbox has in its time; a server may name others at each visit. */
const MAX_PLACES = 20

/**
 * Never backwards: of two readers of a mailbox, the one that is further ahead counts. With too many places, all but this one are
 * forgotten: what has been read there would change nothing if it were read again.
 */
const MOVE = `update mailboxes set imap_cursor = case when jsonb_exists(imap_cursor, $3)
        or (select count(*) from jsonb_object_keys(imap_cursor)) < ${MAX_PLACES} then imap_cursor else '{}' end
    || jsonb_build_object($3::text, jsonb_build_object('uid_validity', $4::bigint, 'last_uid', $5::bigint))
  where account_id = $1 and id = $2
    and ((imap_cursor -> $3 ->> 'uid_validity')::bigint = $4
      and (imap_cursor -> $3 ->> 'last_uid')::bigint >= $5) is not true`

/** Responses to messages, and their effects. */
export const createMailEventsStore = (pool: Pool) => ({
  message: async (accountId: number, messageId: number): Promise<SentMessage | null> =>
    (await pool.query<SentMessage>({ name: 'sent-message', text: OF_ID, values: [accountId, messageId] })).rows[0] ??
    null,

  byHeaderIds: async (accountId: number, headerIds: readonly string[]): Promise<SentMessage[]> =>
    headerIds.length === 0 ? [] : (await pool.query<SentMessage>(OF_HEADER_IDS, [accountId, headerIds])).rows,

  /** The last message from a mailbox to each of these addresses, since a given time. */
  lastTo: async (
    { accountId, mailboxId }: { accountId: number; mailboxId: number },
    emails: readonly string[],
    since: Date,
  ): Promise<SentMessage[]> =>
    emails.length === 0 ? [] : (await pool.query<SentMessage>(LAST_TO, [accountId, mailboxId, emails, since])).rows,

  /** The target of a message's link; null when the message has no such link. */
  linkTarget: async (accountId: number, messageId: number, position: number): Promise<string | null> => {
    const text = 'select url from message_links where account_id = $1 and message_id = $2 and position = $3'
    const values = [accountId, messageId, position]
    return (await pool.query<{ url: string }>({ name: 'link-target', text, values })).rows[0]?.url ?? null
  },

  /**
   * Records a response and all its effects, together with the mail that contains it and how far its mailbox has been read.
   * @returns whether it is the first of its kind for the message; and the mail, unless it was already stored.
   */
  record: (message: SentMessage, event: MailEvent, now: Date, came: ArrivedMail): Promise<RecordedEvent> =>
    inTransaction(pool, async (client) => {
      const kept = await keep(client, came, now)
      return { isNews: await apply(client, message, event, now), kept }
    }),

  /** Stores an email that has no effect. @returns null if it is already stored. */
  keep: (came: ArrivedMail, now: Date): Promise<KeptMail | null> =>
    inTransaction(pool, (client) => keep(client, came, now)),

  /** Records that the emails up to here had no effect. */
  moveTo: async (position: ReadPosition): Promise<void> => void (await pool.query(MOVE, positionValues(position))),
})

const positionValues = ({ accountId, mailboxId, folder, uidValidity, lastUid }: ReadPosition) => [
  accountId,
  mailboxId,
  folder,
  uidValidity,
  lastUid,
]

/** Locks the mailbox first, as everywhere. */
async function keep(client: PoolClient, { position, mail }: ArrivedMail, now: Date): Promise<KeptMail | null> {
  if (position === null) return null
  await client.query(MOVE, positionValues(position))
  return mail === null ? null : keepMail(client, position, mail, now)
}

async function apply(client: PoolClient, message: SentMessage, event: MailEvent, now: Date): Promise<boolean> {
  const { accountId, id, recipientId, leadId, email } = message
  const { type } = event
  const isDead = type === 'bounced' && event.failure === DEAD_ADDRESS
  await stop(client, message, isDead || type !== 'bounced' ? type : 'refused')
  const column = NOTE[type]
  const note = `update messages set ${column} = $3 where account_id = $1 and id = $2 and ${column} is null`
  const isNews = (await client.query(note, [accountId, id, now])).rowCount === 1
  if (type === 'clicked') await noteClick(client, message, event.position, now)
  if (type === 'complained') await client.query(ALSO_UNSUBSCRIBED, [accountId, id, now])
  if (type === 'bounced' && isNews) await client.query(NOTE_FAILURE, [accountId, id, event.failure])
  const isOver = isDead || type === 'unsubscribed' || type === 'complained'
  if (isOver) await client.query(UNSUBSCRIBE, [accountId, email, type, now])
  const status = statusAfter(type, isDead)
  const before = COMES_AFTER[type]
  await client.query(MARK_RECIPIENT, [accountId, recipientId, status, before])
  if (leadId !== null) await client.query(MARK_LEAD, [accountId, leadId, status, before, now])
  return isNews
}

/** As stored for recipients and leads. */
function statusAfter(type: MailEvent['type'], isDead: boolean): string {
  if (type === 'bounced' && !isDead) return 'error'
  return type === 'complained' ? 'unsubscribed' : type
}

/** A reply ends its campaign; a person who cannot be reached or wants no more mail gets none from the account. */
async function stop(client: PoolClient, message: SentMessage, type: MailEvent['type'] | 'refused'): Promise<void> {
  const { accountId, campaignId, email } = message
  if (type === 'replied') await stopIn(client, accountId, email, [campaignId], type)
  if (type === 'refused') await stopIn(client, accountId, email, [campaignId], 'error')
  if (type === 'complained') await stopEverywhere(client, accountId, email, 'unsubscribed')
  if (type === 'bounced' || type === 'unsubscribed') await stopEverywhere(client, accountId, email, type)
}

/** The account sends nothing more to the address: its recipients are stopped, scheduled messages are cancelled. */
export const stopEverywhere = async (
  client: PoolClient,
  accountId: number,
  email: string,
  stoppedBy: 'bounced' | 'unsubscribed',
): Promise<void> => stopIn(client, accountId, email, await campaignsOf(client, accountId, email), stoppedBy)

async function stopIn(
  client: PoolClient,
  accountId: number,
  email: string,
  campaigns: readonly number[],
  stoppedBy: string,
): Promise<void> {
  await client.query(LOCK_CAMPAIGNS, [accountId, campaigns])
  await client.query(CANCEL, [accountId, email, campaigns])
  const { rows } = await client.query<{ id: number }>(STOP, [accountId, email, campaigns, stoppedBy])
  const ids = rows.map(({ id }) => id)
  await nothingPending(client, accountId, ids)
}

async function campaignsOf(client: PoolClient, accountId: number, email: string): Promise<number[]> {
  const { rows } = await client.query<{ campaign_id: number }>(CAMPAIGNS_OF, [accountId, email])
  return rows.map(({ campaign_id }) => campaign_id)
}

const CLICK = `update message_links set clicked_at = $4
  where account_id = $1 and message_id = $2 and position = $3 and clicked_at is null`

const noteClick = (client: PoolClient, { accountId, id }: SentMessage, position: number, now: Date) =>
  client.query(CLICK, [accountId, id, position, now])
