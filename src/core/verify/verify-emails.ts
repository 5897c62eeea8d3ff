import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Call } from '../../context.ts'
import type { BulkJob } from '../../db/verify/bulk-store.ts'
import { SECOND_MS } from '../../lib/process/clock.ts'
import { emailsOrJob, MAX_TOOL_ADDRESSES, VerifyEmailsInput } from './bulk-input.ts'
import { BulkRow, ShownJob } from './bulk-output.ts'
import { capability } from '../capability/capability.ts'
import type { Answer } from '../capability/capability.ts'
import { creditsLeft } from '../billing/credits.ts'
import { bulkResults } from './get-bulk-results.ts'
import { findBulk, startBulk } from './bulk-verifications.ts'

/** Clients that hear of progress wait longer; the door's own deadline is 110 s. */
const WAIT_WITH_PROGRESS_MS = 105 * SECOND_MS
const POLL_MS = 250
const RETRY_AFTER_SECONDS = 10

const VerifyEmailsOutput = z.object({
  // An entry that is no address has none here: a model is shown nothing that only looks like one.
  data: z.object({ results: z.array(BulkRow.extend({ email: z.string().nullable() })) }),
  meta: z.object({
    job_id: z.int(),
    status: ShownJob.shape.status,
    total: z.int(),
    done: z.int(),
    results: z.int(),
    limit: z.int(),
    offset: z.int(),
  }),
})
type VerifyEmailsOutput = z.output<typeof VerifyEmailsOutput>

/** Whether a few addresses can receive mail: waits a while, and gives what is finished with an id to go on with. */
export const VerifyEmails = capability({
  name: 'verify_emails',
  group: 'email_verifier',
  scope: 'read',
  input: VerifyEmailsInput,
  output: VerifyEmailsOutput,
  check: emailsOrJob,
  run: verifyEmails,
})

async function verifyEmails(
  call: Call,
  { emails, job_id = 0, limit = MAX_TOOL_ADDRESSES, offset = 0 }: VerifyEmailsInput,
): Promise<VerifyEmailsOutput & Answer> {
  const before = emails === undefined ? await findBulk(call, job_id) : await startBulk(call, emails, null)
  const job = await patientlyFollowed(call, before)
  const { id, status, total, done } = job
  return {
    data: { results: await bulkResults(call, id, { limit, offset }) },
    meta: { job_id: id, status, total, done, results: total, limit, offset },
    credits: { charged: job.creditsCharged - before.creditsCharged, remaining: await creditsLeft(call) },
    ...(isOpen(job) && { status: 202, retryAfterSeconds: RETRY_AFTER_SECONDS }),
  }
}

const isOpen = ({ status }: BulkJob): boolean => status === 'queued' || status === 'running'

/** The job when it has ended, or as it is when the caller's time is over. */
async function patientlyFollowed(call: Call, started: BulkJob): Promise<BulkJob> {
  const { config, stopping, progress } = call
  const waitMs = progress === null ? config.verification.waitMs : WAIT_WITH_PROGRESS_MS
  const signal = AbortSignal.any([call.signal, stopping.signal, AbortSignal.timeout(waitMs)])
  let job = started
  while (isOpen(job) && !signal.aborted) {
    progress?.({ done: job.done, total: job.total, message: `${job.done} of ${job.total} addresses checked.` })
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
    job = await findBulk(call, job.id)
  }
  return job
}
