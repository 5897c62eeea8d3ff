import type { Context } from '../context.ts'
import { PLAN_MESSAGES_JOB, planAllSequences, planWholeSequence } from '../core/campaigns/campaign-planning.ts'

/** Finds what a process that died has left, whose day has come, and what is at its end. */
const EVERY_MINUTE = '* * * * *'

interface PlanJob {
  accountId?: number
  sequenceId?: number
}

/** One round over all sequences under way. */
export const planMessages = (context: Context): Promise<void> => planAllSequences(context)

/** Schedules the messages of sequences: of one that was started, and every minute of all that need it. */
export async function startPlanMessages(context: Context): Promise<void> {
  await context.queue.work<PlanJob>(PLAN_MESSAGES_JOB, { concurrency: 1 }, ({ accountId, sequenceId }, { signal }) =>
    accountId === undefined || sequenceId === undefined
      ? planAllSequences(context, signal)
      : planWholeSequence(context, accountId, sequenceId, signal),
  )
  await context.queue.schedule(PLAN_MESSAGES_JOB, EVERY_MINUTE)
}
