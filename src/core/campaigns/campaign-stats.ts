import { z } from 'zod'
import { capability } from '../capability/capability.ts'
import { CampaignIdInput } from './campaign-input.ts'
import { findCampaign } from './campaigns.ts'

const count = z.int()
const rate = z.number().min(0).max(1)

const StepStats = z.object({
  id: z.int(),
  step: z.int(),
  variant: z.null(),
  messages_sent: count,
  delivered: count,
  opened: count,
  clicked: count,
  replied: count,
  bounced: count,
  unsubscribed: count,
  open_rate: rate,
  click_rate: rate,
  reply_rate: rate,
  bounce_rate: rate,
  unsubscribe_rate: rate,
})

const CampaignStats = z.object({
  id: z.int(),
  name: z.string(),
  recipients_count: count,
  sent: count,
  delivered: count,
  opened: count,
  clicked: count,
  replied: count,
  bounced: count,
  unsubscribed_recipients: count,
  open_rate: rate,
  click_rate: rate,
  reply_rate: rate,
  bounce_rate: rate,
  unsubscribed_recipients_rate: rate,
  follow_ups: z.array(StepStats),
})

/** First emails that wait until they are verified or the campaign consents, by reason; absent if none waits. */
const StatsMeta = z.object({ held: z.record(z.string(), z.int()).optional() })

/**
 * The results of a campaign: counted in people at the top (bounces in messages), in messages by step. Rates are shares of
 * those sent; bounces also of those that servers refused before they were sent.
 */
export const GetCampaignStats = capability({
  name: 'get_campaign_stats',
  group: 'campaigns',
  scope: 'read',
  input: CampaignIdInput,
  output: z.object({ data: CampaignStats, meta: StatsMeta }),
  run: async (call, { id = 0 }) => {
    const { name, recipientsCount } = await findCampaign(call, id)
    const { accountId } = call.principal
    const all = await call.store.campaignStats.recipients(accountId, id)
    const steps = await call.store.campaignStats.steps(accountId, id)
    const held = await call.store.gate.heldOf(accountId, id)
    const tried = steps.reduce((sum, step) => sum + triedOf(step), 0)
    return {
      data: {
        id,
        name,
        recipients_count: recipientsCount,
        sent: all.sent,
        delivered: all.delivered,
        opened: all.opened,
        clicked: all.clicked,
        replied: all.replied,
        bounced: all.bounced,
        unsubscribed_recipients: all.unsubscribed,
        open_rate: share(all.opened, all.sent),
        click_rate: share(all.clicked, all.sent),
        reply_rate: share(all.replied, all.sent),
        bounce_rate: share(all.bounced, tried),
        unsubscribed_recipients_rate: share(all.unsubscribed, all.sent),
        follow_ups: steps.map(({ id: stepId, step, sent, unsubscribed, ...counts }) => ({
          id: stepId,
          step,
          variant: null,
          messages_sent: sent,
          delivered: counts.delivered,
          opened: counts.opened,
          clicked: counts.clicked,
          replied: counts.replied,
          bounced: counts.bounced,
          unsubscribed,
          open_rate: share(counts.opened, sent),
          click_rate: share(counts.clicked, sent),
          reply_rate: share(counts.replied, sent),
          bounce_rate: share(counts.bounced, triedOf(counts)),
          unsubscribe_rate: share(unsubscribed, sent),
        })),
      },
      meta: held.length === 0 ? {} : { held: Object.fromEntries(held.map(({ by, count: waiting }) => [by, waiting])) },
    }
  },
})

/** A message that a server refuses bounces without having been sent. */
const triedOf = ({ delivered, bounced }: { delivered: number; bounced: number }): number => delivered + bounced

const DECIMALS = 10_000

/** From 0 to 1, with four decimals; 0 if the whole is 0. */
const share = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.min(1, Math.round((part / whole) * DECIMALS) / DECIMALS)
