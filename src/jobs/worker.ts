import type { Context } from '../context.ts'
import { PlanMessages } from '../core/campaigns/campaign-planning.ts'
import { ReadMailboxes } from '../core/answers/mailbox-reading.ts'
import { TellOfInterest } from '../core/conversations/tell-of-interest.ts'
import { TellChanges } from '../core/changes/tell-changes.ts'
import { sharedPoliteness } from '../core/crawl/shared-politeness.ts'
import { VisitWatched } from '../core/crawl/watched-visits.ts'
import { RefreshTokens } from '../core/grants/refresh-tokens.ts'
import { VerifyRecipients } from '../core/guard/verify-recipients.ts'
import { SendNotices } from '../core/notices/send-notices.ts'
import { WatchHealth } from '../core/guard/watch-health.ts'
import { CheckDomains } from '../core/mailboxes/look-over-domains.ts'
import { RemoveDeletedAccounts } from '../core/accounts/remove-deleted-accounts.ts'
import { FetchLogo } from '../core/enrich/logo.ts'
import { ChangeLeads } from '../core/leads/leads-change-job.ts'
import { CountOutcomes } from '../core/verify/count-outcomes.ts'
import { SaveChecked } from '../core/verify/save-bulk-results.ts'
import { MergeImports } from '../core/data/merge-imports.ts'
import { ForgetEndedJobs } from '../core/operate/forget-ended-jobs.ts'
import { Upkeep } from '../core/operate/upkeep.ts'
import { FindPeople } from '../core/search/find-drain.ts'
import { VerifyBulk } from '../core/verify/bulk-drain.ts'
import { VerifyLater } from '../core/verify/verify-later.ts'
import { DeliverWebhooks } from '../core/webhooks/deliver-webhooks.ts'
import { createWebhookTurns } from '../core/webhooks/delivery-order.ts'
import { EVERY_MINUTE } from '../lib/process/job-kind.ts'
import { startCrawlJobs } from './crawl-job.ts'
import { everyMinute, sendWhatWasLeft } from './every-minute.ts'
import { startSending } from './keep-sending.ts'

/** All kinds of jobs. */
export const JOBS = [
  FetchLogo,
  VerifyLater,
  VerifyBulk,
  CountOutcomes,
  FindPeople,
  DeliverWebhooks,
  ChangeLeads,
  SaveChecked,
  MergeImports,
  PlanMessages,
  ReadMailboxes,
  TellOfInterest,
  CheckDomains,
  WatchHealth,
  SendNotices,
  VerifyRecipients,
  RemoveDeletedAccounts,
  RefreshTokens,
  VisitWatched,
  TellChanges,
  ForgetEndedJobs,
  Upkeep,
]

/** Starts everything that runs by itself; the queue's `stop` ends it. */
export async function startWorker(context: Context): Promise<void> {
  // One for all visits of this process: no host gets two of them at a time.
  const politeness = sharedPoliteness(context)
  context.queue.keepUp(async (signal) => {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    await politeness.leave()
  })
  startCrawlJobs(context, politeness)
  const needs = { ...context, politeness, webhookTurns: createWebhookTurns() }
  for (const job of JOBS) await job.start(needs)
  await sendWhatWasLeft(
    context,
    JOBS.filter(({ atStart }) => atStart),
  )
  await everyMinute(JOBS.filter(({ schedule }) => schedule === EVERY_MINUTE)).start(needs)
  startSending(context)
}
