import type { Context } from '../context.ts'
import { MERGE_IMPORTS_JOB, mergeImports } from '../core/leads/merge-imports.ts'

/** Finds what a process that died has left. */
const EVERY_MINUTE = '* * * * *'

/** Goes on with imports of leads: those just uploaded, and those of a process that stopped. */
export async function startMergeImports(context: Context): Promise<void> {
  await context.queue.work(MERGE_IMPORTS_JOB, { concurrency: 1 }, (_, { signal }) => mergeImports(context, signal))
  await context.queue.schedule(MERGE_IMPORTS_JOB, EVERY_MINUTE)
  await context.queue.send(MERGE_IMPORTS_JOB, {})
}
