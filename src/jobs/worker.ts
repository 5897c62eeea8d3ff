import type { Context } from '../context.ts'
import { startChangeLeads } from './change-leads.ts'
import { startCrawlJobs } from './crawl-job.ts'
import { startDeliverWebhooks } from './deliver-webhook.ts'
import { startUpkeep } from './upkeep-job.ts'
import { startVerifyLists } from './verify-lists.ts'
import { startVerifyLater } from './verify-later.ts'

/** Starts everything that works by itself; the queue's `stop` ends it. */
export async function startWorker(context: Context): Promise<void> {
  await startCrawlJobs(context)
  await startVerifyLater(context)
  await startVerifyLists(context)
  await startDeliverWebhooks(context)
  await startChangeLeads(context)
  await startUpkeep(context)
}
