import type { PoolClient } from 'pg'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'

/** The writer: the recipient, or another person at their company. */
export interface ThreadParty {
  /** Address of the recipient. */
  email: string
  /** The registrable domain of the sender, if only one company sends from it; otherwise null. */
  company: string | null
}

/** What an email reveals about the thread it belongs to. */
export interface ThreadSigns {
  party: ThreadParty
  leadId: number | null
  recipientId: number | null
  answered: readonly string[]
  /** The subject used to find the thread. */
  subject: string
  /** The subject of a new conversation; null if no text is stored. */
  title: string | null
  /** Normalises subjects, so that those of one thread are equal. */
  fold: (subject: string) => string
  at: Date
}

/** The conversation of a campaign's recipient, if there is one: `m` is a message to them. */
const ITS_CONVERSATION = `(select x.conversation_id from messages n
  join mails x on x.account_id = n.account_id and x.message_id = n.id
  where n.account_id = m.account_id and n.recipient_id = m.recipient_id limit 1)`

/** Message-IDs are looked up in stored emails and in messages of campaigns. */
const NAMED = `select x.header_id as "headerId", x.conversation_id as "conversationId", c.email, null::bigint as "recipientId"
    from mails x join conversations c on c.account_id = x.account_id and c.id = x.conversation_id
    where x.account_id = $1 and x.header_id = any($2)
  union all select m.message_id, ${ITS_CONVERSATION}, r.email, m.recipient_id
    from messages m join campaign_recipients r on r.account_id = m.account_id and r.id = m.recipient_id
    where m.message_id = any($2) and m.account_id = $1 and m.status in ('sending', 'sent', 'uncertain')`

/** Threads between a mailbox and an address, including those not answered yet. */
const RECENT = `select "conversationId", "recipientId", subject from (
    select id as "conversationId", null::bigint as "recipientId", subject, last_at as at from conversations
      where account_id = $1 and mailbox_id = $2 and email = $3 and erased_at is null
    union all select ${ITS_CONVERSATION}, m.recipient_id, m.subject, m.sent_at
      from campaign_recipients r join messages m on m.account_id = r.account_id and m.recipient_id = r.id
      where r.account_id = $1 and r.email = $3 and m.mailbox_id = $2 and m.sent_at is not null) t
  where at >= $4::timestamptz - interval '90 days' order by at desc limit 50`

const OPEN = `insert into conversations (account_id, mailbox_id, lead_id, email, subject, unread, last_at, last_direction)
  values ($1, $2, $3, $4, $5, false, $6, 'in') returning id`

/** A thread that an email may belong to. */
interface Thread {
  /** Null if nobody has answered yet. */
  conversationId: number | null
  /** The recipient of the campaign that started it, if that is what was found. */
  recipientId: number | null
}
interface Named extends Thread {
  headerId: string
  email: string
}
interface Recent extends Thread {
  subject: string | null
}

/**
 * The conversation that an email belongs to: the one it answers according to its Message-IDs, nearest first (RFC 5322 3.6.4);
 * otherwise the one with the same subject, or the newest of the last 90 days between mailbox and address; otherwise a new one.
 */
export async function conversationOf(
  client: PoolClient,
  place: { accountId: number; mailboxId: number },
  signs: ThreadSigns,
  now: Date,
): Promise<{ id: number; recipientId: number | null }> {
  const { accountId, mailboxId } = place
  const { party, leadId, title, at } = signs
  const thread = (await answeredThread(client, accountId, signs)) ?? (await recentThread(client, place, signs, now))
  const { recipientId } = thread ?? signs
  const known = thread?.conversationId ?? null
  if (known !== null) return { id: known, recipientId }
  const { rows } = await client.query<{ id: number }>(OPEN, [accountId, mailboxId, leadId, party.email, title, at])
  return { id: rows[0]?.id ?? 0, recipientId }
}

async function recentThread(
  client: PoolClient,
  { accountId, mailboxId }: { accountId: number; mailboxId: number },
  { party, fold, subject }: ThreadSigns,
  now: Date,
): Promise<Thread | null> {
  const { rows } = await client.query<Recent>(RECENT, [accountId, mailboxId, party.email, now])
  const folded = fold(subject)
  return rows.find((thread) => fold(thread.subject ?? '') === folded) ?? rows[0] ?? null
}

async function answeredThread(
  client: PoolClient,
  accountId: number,
  { answered, party }: ThreadSigns,
): Promise<Named | null> {
  if (answered.length === 0) return null
  const { rows } = await client.query<Named>(NAMED, [accountId, answered])
  const believed = rows.filter(({ email }) => isSideOf(party, email))
  for (const id of answered) {
    const found = believed.filter(({ headerId }) => headerId === id)
    const best = found.find(({ conversationId }) => conversationId !== null) ?? found[0]
    if (best !== undefined) return best
  }
  return null
}

const isSideOf = ({ email, company }: ThreadParty, other: string): boolean =>
  email === other || (company !== null && registrableDomain(other.slice(other.lastIndexOf('@') + 1)) === company)
