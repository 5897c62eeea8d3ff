import type { Part } from '../../context.ts'
import { clocksDiffer, DAY_MS, HOUR_MS } from '../../lib/process/clock.ts'
import { EVERY_MINUTE, NO_PAYLOAD } from '../../lib/process/job-kind.ts'
import { job } from '../capability/job.ts'
import { judgeCampaign, judgeMailboxNow } from './judge-sender.ts'
import type { JudgeNeeds } from './judge-sender.ts'

const MAILBOXES_A_LOOK = 500
const CAMPAIGNS_A_LOOK = 500
/** Bounces are judged at once; this finds those that a process that died did not judge. */
const LATELY_MS = HOUR_MS
const MONTH_MS = 30 * DAY_MS

/** Corrects what a wrong clock put off, ends rests, moves mailboxes out of bands they have outgrown, and applies brakes that were missed. */
export const WatchHealth = job({
  name: 'watch-health',
  payload: NO_PAYLOAD,
  concurrency: 1,
  schedule: EVERY_MINUTE,
  run: async (context: JudgeNeeds & ClockNeeds & Part<never, 'dueTimes'>, _, signal) => {
    await correctClocks(context, await context.store.dueTimes.databaseNow())
    await watchHealth(context, signal)
  },
})

type ClockNeeds = Part<'clock' | 'log', 'clocks'>

/**
 * After a clock ran ahead and was set right: what it put off would otherwise wait until the wrong date. A process whose own clock
 * is not the database's corrects nothing.
 */
export async function correctClocks({ store, clock, log }: ClockNeeds, databaseNow: Date): Promise<void> {
  const now = clock.now()
  if (clocksDiffer(now, databaseNow)) return
  for (const { accountId, id } of await store.clocks.ahead(now, MAILBOXES_A_LOOK)) {
    const clockAt = await store.clocks.correct(accountId, id, now)
    if (clockAt !== null)
      log.warn({ accountId, id, clockAt }, 'A clock had run ahead: the emails of a mailbox are being rescheduled.')
  }
}

/** Any number of processes may run it at once. */
export async function watchHealth(context: JudgeNeeds, signal?: AbortSignal): Promise<void> {
  const now = context.clock.now().getTime()
  const { health } = context.store
  for (const { accountId, id } of await health.campaignsToJudge(new Date(now - LATELY_MS), CAMPAIGNS_A_LOOK)) {
    if (signal?.aborted === true) return
    await judgeCampaign(context, accountId, id)
  }
  for (const { accountId, id } of await health.mailboxesToJudge(new Date(now - MONTH_MS), MAILBOXES_A_LOOK)) {
    if (signal?.aborted === true) return
    await judgeMailboxNow(context, accountId, id)
  }
}
