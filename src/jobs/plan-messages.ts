import type { Context } from '../context.ts'
import { PLAN_MESSAGES_JOB, planAllCampaigns, planWholeCampaign } from '../core/campaigns/campaign-planning.ts'

/** Finds what a process that died has left, whose day has come, and what is at its end. */
const EVERY_MINUTE = '* * * * *'

interface PlanJob {
  accountId?: number
  campaignId?: number
}

/** One round over all campaigns under way. */
export const planMessages = (context: Context): Promise<void> => planAllCampaigns(context)

/** Schedules the messages of campaigns: of one that was started, and every minute of all that need it. */
export async function startPlanMessages(context: Context): Promise<void> {
  await context.queue.work<PlanJob>(PLAN_MESSAGES_JOB, { concurrency: 1 }, ({ accountId, campaignId }, { signal }) =>
    accountId === undefined || campaignId === undefined
      ? planAllCampaigns(context, signal)
      : planWholeCampaign(context, accountId, campaignId, signal),
  )
  await context.queue.schedule(PLAN_MESSAGES_JOB, EVERY_MINUTE)
}
