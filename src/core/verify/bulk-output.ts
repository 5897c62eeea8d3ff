import { OPTED_OUT } from '../../errors.ts'
import { z } from 'zod'
import type { BulkJob, BulkResult } from '../../db/verify/bulk-store.ts'
import type { BounceRisk } from '../../engine/verify/bounce-risk.ts'
import { shownScore } from '../../engine/verify/shown-score.ts'
import type { Outcome } from '../../engine/verify/verification.ts'
import { ShownRisk } from './bounce-risks.ts'
import { verificationData, VerifyEmailOutput } from './verify-email-output.ts'
import { ShownPage } from '../../lib/input/page-fields.ts'

export const ShownJob = z.object({
  id: z.int(),
  name: z.string().nullable(),
  status: z.enum(['queued', 'running', 'done', 'cancelled', 'stopped']),
  /** Only for a list that was stopped. */
  stopped_reason: z.enum(['credits_used_up', 'max_credits', 'daily_limit']).optional(),
  total: z.int(),
  done: z.int(),
  credits_charged: z.number(),
  created_at: z.iso.datetime(),
})
export type ShownJob = z.output<typeof ShownJob>

/** What an answer with rows says of their list. */
export const FollowedState = z.object({
  job_id: z.int(),
  status: ShownJob.shape.status,
  stopped_reason: ShownJob.shape.stopped_reason,
  total: z.int(),
  done: z.int(),
})

export const followedState = ({
  id,
  status,
  stoppedReason,
  total,
  done,
}: Pick<BulkJob, 'id' | 'status' | 'stoppedReason' | 'total' | 'done'>): z.output<typeof FollowedState> => ({
  job_id: id,
  status,
  ...(stoppedReason !== null && { stopped_reason: stoppedReason }),
  total,
  done,
})

/**
 * The answer of a verification; `status` is null while it is open, `not_checked` if its list was stopped first, and absent if
 * there is an error instead. `email` is null if its owner has asked not to be processed: the place in the list shows which
 * address it was.
 */
export const BulkRow = VerifyEmailOutput.shape.data.omit({ evidence: true }).extend({
  email: z.string().nullable(),
  status: z
    .enum([...VerifyEmailOutput.shape.data.shape.status.unwrap().options, 'not_checked'])
    .nullable()
    .optional(),
  error: z.enum([OPTED_OUT, 'too_many_requests']).optional(),
  /** Only for an answer; null if the address is invalid. */
  risk: ShownRisk.nullable().optional(),
})
export type BulkRow = z.output<typeof BulkRow>

export const BulkJobOutput = z.object({ data: ShownJob, meta: z.object({}) })
export const BulkJobsOutput = z.object({
  data: z.array(ShownJob),
  meta: ShownPage,
})
export const BulkResultsOutput = z.object({
  data: z.object({ results: z.array(BulkRow.extend({ accept_all: z.boolean().optional() })) }),
  meta: z.object({ results: z.int(), limit: z.int(), offset: z.int(), status: ShownJob.shape.status, done: z.int() }),
})
export type BulkResultsOutput = z.output<typeof BulkResultsOutput>

export const describeJob = ({
  creditsCharged,
  createdAt,
  id,
  name,
  status,
  stoppedReason,
  total,
  done,
}: Omit<BulkJob, 'keyId' | 'userId'>): ShownJob => ({
  id,
  name,
  status,
  total,
  done,
  credits_charged: creditsCharged,
  created_at: createdAt.toISOString(),
  ...(stoppedReason !== null && { stopped_reason: stoppedReason }),
})

/** @param optedOut whether the owner has since asked not to be processed, which also applies to earlier answers. */
export function describeRow(result: BulkResult, optedOut: boolean, risk: BounceRisk | null): BulkRow {
  const { email, settled, stopped, outcome, error, sources } = result
  if (optedOut || error === OPTED_OUT) return { email: null, error: OPTED_OUT }
  if (!settled) return { email, status: stopped ? 'not_checked' : null }
  if (error !== null) return { email, error: error as NonNullable<BulkRow['error']> }
  const verdict = outcome as Outcome
  const seen = sources ?? []
  const { evidence: _, ...row } = verificationData(verdict, shownScore(verdict, seen.length, risk), seen, false)
  return { ...row, risk }
}
