import type { Pool } from 'pg'

/** Counts of recipients, except `bounced`, which counts messages. */
export interface CampaignCounts {
  sent: number
  delivered: number
  opened: number
  clicked: number
  replied: number
  bounced: number
  unsubscribed: number
}

/** Counts of messages. */
export interface StepCounts extends CampaignCounts {
  id: number
  step: number
}

const did = (column: string): string => `m.${column} is not null`
const SENT = did('sent_at')

const counts = (count: (condition: string) => string): string => `${count(SENT)} as sent,
  ${count(`${SENT} and m.bounced_at is null`)} as delivered, ${count(did('opened_at'))} as opened,
  ${count(did('clicked_at'))} as clicked, ${count(did('replied_at'))} as replied,
  ${count(did('unsubscribed_at'))} as unsubscribed, count(*) filter (where ${did('bounced_at')}) as bounced`

const RECIPIENTS = `select ${counts((condition) => `count(distinct m.recipient_id) filter (where ${condition})`)}
  from messages m where m.account_id = $1 and m.campaign_id = $2`

const STEPS = `select t.id, t.step, ${counts((condition) => `count(*) filter (where ${condition})`)}
  from campaign_steps t left join messages m
    on m.account_id = t.account_id and m.campaign_id = t.campaign_id and m.step = t.step
  where t.account_id = $1 and t.campaign_id = $2 group by t.id, t.step order by t.step`

/** What happened on one day, in messages; `date` is `YYYY-MM-DD` in the requested time zone. */
export interface DayCounts {
  date: string
  sent: number
  opened: number
  clicked: number
  replied: number
  bounced: number
  unsubscribed: number
}

const EVENTS = ['sent', 'opened', 'clicked', 'replied', 'bounced', 'unsubscribed'] as const

/** $3 a time zone, $4 since when. */
const DAYS = `select to_char(e.at at time zone $3, 'YYYY-MM-DD') as date,
    ${EVENTS.map((event) => `count(*) filter (where e.event = '${event}') as ${event}`).join(', ')}
  from messages m cross join lateral (values ${EVENTS.map((event) => `('${event}', m.${event}_at)`).join(', ')}) e (event, at)
  where m.account_id = $1 and m.campaign_id = $2 and e.at >= $4 group by 1 order by 1`

/** Results of a campaign's messages, for a list of campaigns. */
export interface CampaignResults {
  id: number
  sent: number
  replied: number
  bounced: number
  uncertain: number
}

const RESULTS = `select m.campaign_id as id, count(m.sent_at) as sent, count(m.replied_at) as replied,
    count(m.bounced_at) as bounced, count(*) filter (where m.status = 'uncertain') as uncertain
  from messages m where m.account_id = $1 and m.campaign_id = any($2) group by m.campaign_id`

/** Results of a campaign's messages. */
export const createCampaignStatsStore = (pool: Pool) => ({
  recipients: async (accountId: number, campaignId: number): Promise<CampaignCounts> =>
    (await pool.query<CampaignCounts>(RECIPIENTS, [accountId, campaignId])).rows[0] as CampaignCounts,

  /** In step order. */
  steps: async (accountId: number, campaignId: number): Promise<StepCounts[]> =>
    (await pool.query<StepCounts>(STEPS, [accountId, campaignId])).rows,

  /** Days on which something happened, oldest first. */
  days: async (accountId: number, campaignId: number, timeZone: string, since: Date): Promise<DayCounts[]> =>
    (await pool.query<DayCounts>(DAYS, [accountId, campaignId, timeZone, since])).rows,

  /** Results of several campaigns, in messages; campaigns without messages are left out. */
  results: async (accountId: number, campaignIds: readonly number[]): Promise<CampaignResults[]> =>
    (await pool.query<CampaignResults>(RESULTS, [accountId, campaignIds])).rows,
})
