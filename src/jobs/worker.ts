import type { Context } from '../context.ts'
import { createPoliteness } from '../engine/crawl/politeness.ts'
import { startChangeLeads } from './change-leads.ts'
import { startCrawlJobs } from './crawl-job.ts'
import { startDeliverWebhooks } from './deliver-webhook.ts'
import { startFetchLogos } from './fetch-logo.ts'
import { startSending } from './keep-sending.ts'
import { startPlanMessages } from './plan-messages.ts'
import { startMergeImports } from './merge-leads-imports.ts'
import { startReadingMailboxes } from './read-mailboxes.ts'
import { startUpkeep } from './upkeep-job.ts'
import { startVerifyLists } from './verify-lists.ts'
import { startVerifyLater } from './verify-later.ts'

/** Starts everything that works by itself; the queue's `stop` ends it. */
export async function startWorker(context: Context): Promise<void> {
  const { http, clock, config, offThread } = context
  const { delayMs, userAgent } = config.crawl
  // One for all visits of this process: no host meets two of them at a time.
  const politeness = createPoliteness({ http, clock, delayMs, userAgent, offThread })
  startCrawlJobs(context, politeness)
  await startFetchLogos(context, politeness)
  await startVerifyLater(context)
  await startVerifyLists(context)
  await startDeliverWebhooks(context)
  await startChangeLeads(context)
  await startMergeImports(context)
  await startPlanMessages(context)
  await startReadingMailboxes(context)
  await startUpkeep(context)
  startSending(context)
}
