import type { Pool } from 'pg'
import { inTransaction } from '../database.ts'
import { followSent } from './outbox-results-store.ts'

type MessageState = 'scheduled' | 'sending' | 'sent' | 'canceled' | 'error' | 'uncertain'

export interface LoggedMessage {
  id: number
  step: number
  to: string
  status: MessageState
  dueAt: Date
  sentAt: Date | null
  subject: string | null
  attempts: number
  replyCode: string | null
  problem: string | null
}

const MESSAGE = `m.id, m.step, r.email as "to", m.status, m.due_at as "dueAt", m.sent_at as "sentAt", m.subject, m.attempts,
  m.reply_code as "replyCode", m.problem`

const FROM = `from messages m join campaign_recipients r on r.account_id = m.account_id and r.id = m.recipient_id
  where m.account_id = $1 and m.campaign_id = $2`

const LIST = `select ${MESSAGE} ${FROM} and ($3::text is null or m.status = $3) order by m.due_at, m.id limit $4 offset $5`
const COUNT = `select count(*) as total ${FROM} and ($3::text is null or m.status = $3)`
const FIND = `select ${MESSAGE} ${FROM} and m.id = $3`

const UNCERTAIN = `select m.recipient_id as "recipientId", m.step, m.leased_at as "leasedAt" ${FROM}
  and m.id = $3 and m.status = 'uncertain' for update of m`

interface Doubt {
  recipientId: number
  step: number
  leasedAt: Date | null
}

export interface LogFilter {
  status: MessageState | null
  limit: number
  offset: number
}

/** The state of a campaign's messages, and people's decisions about uncertain ones. */
export const createMessageLogStore = (pool: Pool) => ({
  list: async (
    accountId: number,
    campaignId: number,
    { status, limit, offset }: LogFilter,
  ): Promise<{ messages: LoggedMessage[]; total: number }> => {
    const [rows, count] = await Promise.all([
      pool.query<LoggedMessage>(LIST, [accountId, campaignId, status, limit, offset]),
      pool.query<{ total: number }>(COUNT, [accountId, campaignId, status]),
    ])
    return { messages: rows.rows, total: count.rows[0]?.total ?? 0 }
  },

  find: async (accountId: number, campaignId: number, id: number): Promise<LoggedMessage | null> =>
    (await pool.query<LoggedMessage>(FIND, [accountId, campaignId, id])).rows[0] ?? null,

  /** Sends a message again, after a person has seen that it did not arrive. False when it is not uncertain. */
  resend: async (accountId: number, campaignId: number, id: number, now: Date): Promise<boolean> => {
    const text = `update messages set status = 'scheduled', due_at = $4, leased_by = null, leased_at = null,
        message_id = null, problem = null
      where account_id = $1 and campaign_id = $2 and id = $3 and status = 'uncertain'`
    return (await pool.query(text, [accountId, campaignId, id, now])).rowCount === 1
  },

  /** Marks a message as sent, after a person has seen that it arrived; the campaign continues. False when it is not uncertain. */
  markSent: (accountId: number, campaignId: number, id: number): Promise<boolean> =>
    inTransaction(pool, async (client) => {
      const { rows } = await client.query<Doubt>(UNCERTAIN, [accountId, campaignId, id])
      const doubt = rows[0]
      if (doubt === undefined) return false
      const sentAt = doubt.leasedAt ?? new Date()
      const text = `update messages set status = 'sent', sent_at = $3, problem = null where account_id = $1 and id = $2`
      await client.query(text, [accountId, id, sentAt])
      await followSent(client, { accountId, recipientId: doubt.recipientId, step: doubt.step }, sentAt)
      return true
    }),
})
