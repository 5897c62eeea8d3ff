import type { Part } from '../../context.ts'
import { DAY_MS } from '../../lib/process/clock.ts'
import { NO_PAYLOAD } from '../../lib/process/job-kind.ts'
import { job } from '../capability/job.ts'

/** The log has more details, and keeps them longer. */
const KEPT_MS = DAY_MS
/** Rows that one statement removes, while workers take and end jobs. */
const SLICE = 5_000

/** Forgets ended jobs throughout the day, so that their table stays small. */
export const ForgetEndedJobs = job({
  name: 'forget-ended-jobs',
  payload: NO_PAYLOAD,
  concurrency: 1,
  schedule: '*/10 * * * *',
  run: (context: Part<'clock', 'retention'>, _, signal) => forgetEndedJobs(context, signal),
})

/** @param slice how many one statement removes */
export async function forgetEndedJobs(
  { store, clock }: Part<'clock', 'retention'>,
  signal: AbortSignal,
  slice = SLICE,
): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  while (!signal.aborted && (await store.retention.dropJobs(before, slice)) === slice) continue
}
