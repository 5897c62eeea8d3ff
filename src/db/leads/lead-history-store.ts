import type { Pool } from 'pg'

/** A page that a lead's address was found on, as known when the lead was saved. */
export interface LeadSource {
  uri: string
  extracted_on: string | null
  last_seen_on: string | null
  still_on_page: boolean | null
}

/** An email sent or scheduled to a lead. */
export interface LeadMail {
  id: number
  campaignId: number
  campaign: string
  step: number
  status: 'scheduled' | 'sending' | 'sent' | 'canceled' | 'error' | 'uncertain'
  subject: string | null
  dueAt: Date
  sentAt: Date | null
  openedAt: Date | null
  clickedAt: Date | null
  repliedAt: Date | null
  bouncedAt: Date | null
  unsubscribedAt: Date | null
}

const SOURCES = 'select sources from leads where account_id = $1 and id = $2'

const MAILS = `select m.id, c.id as "campaignId", c.name as campaign, m.step, m.status, m.subject, m.due_at as "dueAt",
    m.sent_at as "sentAt", m.opened_at as "openedAt", m.clicked_at as "clickedAt", m.replied_at as "repliedAt",
    m.bounced_at as "bouncedAt", m.unsubscribed_at as "unsubscribedAt"
  from campaign_recipients r
    join messages m on m.account_id = r.account_id and m.recipient_id = r.id
    join campaigns c on c.account_id = r.account_id and c.id = r.campaign_id
  where r.account_id = $1 and r.lead_id = $2 order by coalesce(m.sent_at, m.due_at) desc, m.id desc limit $3`

/** The history of a lead. */
export const createLeadHistoryStore = (pool: Pool) => ({
  sources: async (accountId: number, id: number): Promise<LeadSource[]> =>
    (await pool.query<{ sources: LeadSource[] }>(SOURCES, [accountId, id])).rows[0]?.sources ?? [],

  /** Newest first. */
  mails: async (accountId: number, id: number, limit: number): Promise<LeadMail[]> =>
    (await pool.query<LeadMail>(MAILS, [accountId, id, limit])).rows,
})
