import type { RiskNeeds } from './bounce-risks.ts'
import type { OptoutNeeds } from '../optouts/optout-needs.ts'
import type { VerifyNeeds } from './verify-needs.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Call, Part } from '../../context.ts'
import { drainBulk } from './bulk-drain.ts'
import { describeJob } from './bulk-output.ts'
import type { BulkRow, ShownJob } from './bulk-output.ts'
import { bulkResults } from './get-bulk-results.ts'
import { findBulk } from './bulk-verifications.ts'

const POLL_MS = 300
const PAGE = 1_000

/**
 * Works on bulk verifications, alongside other processes, until this one has ended.
 * @throws if `signal` aborts: others may continue with the list.
 */
export async function followBulk(
  call: VerifyNeeds & Part<'log' | 'principal', 'bulk'>,
  id: number,
  signal: AbortSignal,
  onProgress: (job: ShownJob) => void,
): Promise<ShownJob> {
  const ended = new AbortController()
  const working = workUntil(call, AbortSignal.any([signal, ended.signal]))
  try {
    for (;;) {
      signal.throwIfAborted()
      const job = describeJob(await findBulk(call, id))
      onProgress(job)
      if (job.status !== 'queued' && job.status !== 'running') return job
      await sleep(POLL_MS)
    }
  } finally {
    ended.abort()
    await working
  }
}

async function workUntil(call: VerifyNeeds & Pick<Call, 'log'>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await drainBulk(call, signal).catch((error: unknown) => call.log.error({ err: error }, 'bulk verification'))
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** All answers, a page at a time. */
export async function* bulkAnswers(
  call: OptoutNeeds & RiskNeeds & Part<'principal', 'bulk' | 'bulkKinds'>,
  { id, total }: Pick<ShownJob, 'id' | 'total'>,
): AsyncGenerator<BulkRow[]> {
  for (let offset = 0; offset < total; offset += PAGE) yield bulkResults(call, id, { limit: PAGE, offset })
}
