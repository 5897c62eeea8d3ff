import type { Pool } from 'pg'
import { inTransaction } from '../database.ts'
import type { Campaign } from './campaigns-store.ts'
import { withLockedCampaign } from './campaigns-store.ts'

export interface CampaignStep {
  id: number
  /** 0 is the opening step, the others follow up. */
  step: number
  /** Days after the previous step. */
  waitDays: number
  /** Null inherits the subject of the previous step. */
  subject: string | null
  body: string | null
  messageFormat: 'text' | 'html'
  messagesSent: number
}

export type StepContent = Pick<CampaignStep, 'waitDays' | 'subject' | 'body' | 'messageFormat'>

const STEP = `t.id, t.step, t.wait_days as "waitDays", t.subject, t.body, t.message_format as "messageFormat",
  (select count(*) from messages m where m.account_id = t.account_id and m.campaign_id = t.campaign_id
    and m.step = t.step and m.sent_at is not null) as "messagesSent"`

const LIST = `select ${STEP} from campaign_steps t where t.account_id = $1 and t.campaign_id = $2 order by t.step`

const ADD = `insert into campaign_steps (account_id, campaign_id, step, wait_days, subject, body, message_format)
  values ($1, $2, $3, $4, $5, $6, $7)`

const WRITE = `${ADD} on conflict (account_id, campaign_id, step) do update
  set wait_days = excluded.wait_days, subject = excluded.subject, body = excluded.body,
    message_format = excluded.message_format`

/** The steps of a campaign. `check` sees the locked campaign and throws if something forbids the change. */
export const createCampaignStepsStore = (pool: Pool) => ({
  /** In order. */
  list: async (accountId: number, campaignId: number): Promise<CampaignStep[]> =>
    (await pool.query<CampaignStep>(LIST, [accountId, campaignId])).rows,

  /** Appends a step; null when there is no such campaign. */
  add: (
    accountId: number,
    campaignId: number,
    check: (campaign: Campaign) => StepContent,
  ): Promise<CampaignStep | null> =>
    withLockedCampaign(pool, accountId, campaignId, async (client, campaign) => {
      const { waitDays, subject, body, messageFormat } = check(campaign)
      const step = (campaign.steps.at(-1) ?? -1) + 1
      await client.query(ADD, [accountId, campaignId, step, waitDays, subject, body, messageFormat])
      const { rows } = await client.query<CampaignStep>(LIST, [accountId, campaignId])
      return rows.at(-1) ?? null
    }),

  /** Changes a step to what `check` returns; null when there is no such step. */
  change: (
    accountId: number,
    campaignId: number,
    stepId: number,
    check: (campaign: Campaign, step: CampaignStep) => StepContent,
  ): Promise<CampaignStep | null> =>
    withLockedCampaign(pool, accountId, campaignId, async (client, campaign) => {
      const { rows } = await client.query<CampaignStep>(LIST, [accountId, campaignId])
      const current = rows.find(({ id }) => id === stepId)
      if (current === undefined) return null
      const content = check(campaign, current)
      const text = `update campaign_steps set wait_days = $3, subject = $4, body = $5, message_format = $6
        where account_id = $1 and id = $2`
      const { waitDays, subject, body, messageFormat } = content
      await client.query(text, [accountId, stepId, waitDays, subject, body, messageFormat])
      return { ...current, ...content }
    }),

  /** Rewrites all steps of a draft, in order; those that remain keep their ids. */
  replace: (accountId: number, campaignId: number, steps: readonly StepContent[]): Promise<void> =>
    inTransaction(pool, async (client) => {
      const surplus = 'delete from campaign_steps where account_id = $1 and campaign_id = $2 and step >= $3'
      await client.query(surplus, [accountId, campaignId, steps.length])
      for (const [step, { waitDays, subject, body, messageFormat }] of steps.entries())
        await client.query(WRITE, [accountId, campaignId, step, waitDays, subject, body, messageFormat])
    }),

  /** Removes a step with its open messages; returns it as it was, or null when there is none. */
  remove: (
    accountId: number,
    campaignId: number,
    stepId: number,
    check: (campaign: Campaign, step: CampaignStep) => void,
  ): Promise<CampaignStep | null> =>
    withLockedCampaign(pool, accountId, campaignId, async (client, campaign) => {
      const { rows } = await client.query<CampaignStep>(LIST, [accountId, campaignId])
      const current = rows.find(({ id }) => id === stepId)
      if (current === undefined) return null
      check(campaign, current)
      const open = `delete from messages where account_id = $1 and campaign_id = $2 and step = $3
        and status in ('scheduled', 'canceled')`
      await client.query(open, [accountId, campaignId, current.step])
      await client.query('delete from campaign_steps where account_id = $1 and id = $2', [accountId, stepId])
      return current
    }),
})
