import { OPTED_OUT } from '../../errors.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import type { Call, Part } from '../../context.ts'
import type { BulkJob } from '../../db/verify/bulk-store.ts'
import type { BulkTally } from '../../db/verify/bulk-kinds-store.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import { SECOND_MS } from '../../lib/process/clock.ts'
import { emailsOrJob, MAX_TOOL_PAGE, SHOWN_STATUSES, VerifyEmailsInput } from './bulk-input.ts'
import { BulkRow, ShownJob } from './bulk-output.ts'
import { capability } from '../capability/capability.ts'
import type { Answer } from '../capability/capability.ts'
import { creditsLeft, rounded } from '../billing/credits.ts'
import { bulkResults } from './get-bulk-results.ts'
import { addressesOf, findBulk, startBulk } from './bulk-verifications.ts'
import { timeLimit } from '../../lib/process/with-deadline.ts'

/** Clients that get progress reports wait longer; the door's own deadline is 110 s. */
const WAIT_WITH_PROGRESS_MS = 105 * SECOND_MS
const POLL_MS = 250
const RETRY_AFTER_SECONDS = 10

const Summary = z.object(
  Object.fromEntries(SHOWN_STATUSES.map((status) => [status, z.int()])) as Record<
    (typeof SHOWN_STATUSES)[number],
    z.ZodInt
  >,
)
type Summary = z.output<typeof Summary>

const VerifyEmailsOutput = z.object({
  // For entries that are not addresses, `email` is null: a model is shown nothing that only looks like an address.
  data: z.object({ results: z.array(BulkRow.extend({ email: z.string().nullable() })) }),
  meta: z.object({
    job_id: z.int(),
    status: ShownJob.shape.status,
    stopped_reason: ShownJob.shape.stopped_reason,
    total: z.int(),
    done: z.int(),
    summary: Summary,
    results: z.int(),
    limit: z.int(),
    offset: z.int(),
  }),
})
type VerifyEmailsOutput = z.output<typeof VerifyEmailsOutput>

/** Whether some addresses can receive mail: waits for a while, then returns what is finished, with an id to continue with. */
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
  { job_id, status: wanted, limit = MAX_TOOL_PAGE, offset = 0, max_credits: maxCredits, ...chosen }: VerifyEmailsInput,
): Promise<VerifyEmailsOutput & Answer> {
  const before =
    job_id === undefined
      ? await startBulk(call, await addressesOf(call, chosen), { maxCredits: maxCredits ?? null })
      : await findBulk(call, job_id)
  const job = await patientlyFollowed(call, before)
  const { id, status, stoppedReason, total, done } = job
  const summary = summaryOf(job, await call.store.bulkKinds.tally(call.principal.accountId, id))
  const page = { limit, offset }
  return {
    data: { results: limit === 0 ? [] : await bulkResults(call, id, page, wanted && kindsOf(wanted)) },
    meta: {
      job_id: id,
      status,
      ...(stoppedReason !== null && { stopped_reason: stoppedReason }),
      total,
      done,
      summary,
      results: wanted === undefined ? total : wanted.reduce((sum, kind) => sum + summary[kind], 0),
      ...page,
    },
    credits: { charged: rounded(job.creditsCharged - before.creditsCharged), remaining: await creditsLeft(call) },
    ...(isOpen(job) && { status: 202, retryAfterSeconds: RETRY_AFTER_SECONDS }),
  }
}

/** Entries that are not addresses count as invalid; addresses whose owners opted out count as not checked. */
const COUNTED_AS: Readonly<Record<string, readonly string[]>> = {
  invalid: ['invalid', 'no_address'],
  not_checked: ['not_checked', OPTED_OUT, 'too_many_requests'],
}

const kindsOf = (statuses: readonly string[]): string[] =>
  statuses.flatMap((status) => ownValue(COUNTED_AS, status) ?? [status])

/** How many have each outcome. Once the list has ended, open ones count as not checked. */
function summaryOf(job: BulkJob, tally: BulkTally): Summary {
  const open = { not_checked: isOpen(job) ? 0 : job.total - job.done }
  const count = (kind: string): number => ownValue(tally, kind) ?? ownValue(open, kind) ?? 0
  const counts = SHOWN_STATUSES.map((status) => [status, kindsOf([status]).reduce((sum, kind) => sum + count(kind), 0)])
  return Summary.parse(Object.fromEntries(counts))
}

const isOpen = ({ status }: BulkJob): boolean => status === 'queued' || status === 'running'

/** The job when it has ended, or its state when the caller's time is up. */
async function patientlyFollowed(
  call: Part<'config' | 'principal' | 'progress' | 'signal' | 'stopping', 'bulk'>,
  started: BulkJob,
): Promise<BulkJob> {
  const { config, stopping, progress } = call
  const waitMs = progress === null ? config.verification.waitMs : WAIT_WITH_PROGRESS_MS
  using limit = timeLimit(waitMs, call.signal, stopping.signal)
  const { signal } = limit
  let job = started
  while (isOpen(job) && !signal.aborted) {
    progress?.({ done: job.done, total: job.total, message: `${job.done} of ${job.total} addresses checked.` })
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined)
    job = await findBulk(call, job.id)
  }
  return job
}
