import type { Pool } from 'pg'

/** Counts of recipients, but bounced, which counts messages. */
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

/** What came of the messages of a campaign. */
export const createCampaignStatsStore = (pool: Pool) => ({
  recipients: async (accountId: number, campaignId: number): Promise<CampaignCounts> =>
    (await pool.query<CampaignCounts>(RECIPIENTS, [accountId, campaignId])).rows[0] as CampaignCounts,

  /** In the order of the steps. */
  steps: async (accountId: number, campaignId: number): Promise<StepCounts[]> =>
    (await pool.query<StepCounts>(STEPS, [accountId, campaignId])).rows,
})
