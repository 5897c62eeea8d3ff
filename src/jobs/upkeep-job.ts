import type { Context } from '../context.ts'
import { runUpkeep } from '../core/operate/upkeep.ts'

const UPKEEP_JOB = 'upkeep'
/** Between the hours of business of most time zones; any hour would do. */
const NIGHTLY = '17 3 * * *'

/** What has to be forgotten is forgotten every night. */
export async function startUpkeep(context: Context): Promise<void> {
  await context.queue.work(UPKEEP_JOB, { concurrency: 1 }, async () => runUpkeep(context))
  await context.queue.schedule(UPKEEP_JOB, NIGHTLY)
}
