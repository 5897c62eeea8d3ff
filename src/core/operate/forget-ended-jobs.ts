import type { Part } from '../../context.ts'
import { DAY_MS } from '../../lib/process/clock.ts'
import { NO_PAYLOAD } from '../../lib/process/job-kind.ts'
import { job } from '../capability/job.ts'

/** The log says more, and for longer. */
const KEPT_MS = DAY_MS
/** As many as one statement removes: workers take and end jobs meanwhile. */
const SLICE = 5_000

/** Jobs that ended are forgotten all day long, so that their table stays small. */
export const ForgetEndedJobs = job({
  name: 'forget-ended-jobs',
  payload: NO_PAYLOAD,
  concurrency: 1,
  schedule: '*/10 * * * *',
  run: (context: Part<'clock', 'retention'>, _, signal) => forgetEndedJobs(context, signal),
})

/** @param slice what one statement removes */
export async function forgetEndedJobs(
  { store, clock }: Part<'clock', 'retention'>,
  signal: AbortSignal,
  slice = SLICE,
): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_MS)
  while (!signal.aborted && (await store.retention.dropJobs(before, slice)) === slice) continue
}
