import { z } from 'zod'
import type { FindJob, FoundRow } from '../../db/search/find-jobs-store.ts'
import { ShownRisk } from '../verify/bounce-risks.ts'
import { describeJob, ShownJob } from '../verify/bulk-output.ts'
import { FIND_STATUSES } from './find-people-input.ts'
import type { FindStatus } from './find-people-input.ts'
import { ShownPage } from '../../lib/input/page-fields.ts'

/** Like a list of addresses, with the people found, and where they are saved. */
export const ShownFindJob = ShownJob.extend({ found: z.int(), leads_list_id: z.int().nullable() })
export type ShownFindJob = z.output<typeof ShownFindJob>

const text = z.string().nullable()

/** What is stored and shown about a person who was looked for. */
export const FindOutcome = z.object({
  first_name: text,
  last_name: text,
  domain: text,
  company: text,
  position: text,
  score: z.int().nullable(),
  accept_all: z.boolean().nullable(),
  verification: z.object({ date: z.iso.date().nullable(), status: text }).nullable(),
  /** Why nothing was found. */
  reason: text,
})
export type FindOutcome = z.output<typeof FindOutcome>

export const NO_OUTCOME: FindOutcome = {
  first_name: null,
  last_name: null,
  domain: null,
  company: null,
  position: null,
  score: null,
  accept_all: null,
  verification: null,
  reason: null,
}

/** `ref` is the row's number, from 1, if none was sent; `status` is null while the row is open. */
export const FindRow = z.object({
  ref: z.string(),
  status: z.enum(FIND_STATUSES).nullable(),
  email: text,
  ...FindOutcome.shape,
  lead_id: z.int().nullable(),
  /** Only if an address was found. */
  risk: ShownRisk.nullable().optional(),
})
export type FindRow = z.output<typeof FindRow>

export const FindJobOutput = z.object({ data: ShownFindJob, meta: z.object({}) })
export const FindJobsOutput = z.object({
  data: z.array(ShownFindJob),
  meta: ShownPage,
})
export const FindRowsOutput = z.object({
  data: z.object({ rows: z.array(FindRow) }),
  meta: z.object({
    results: z.int(),
    limit: z.int(),
    offset: z.int(),
    status: ShownFindJob.shape.status,
    done: z.int(),
  }),
})
export type FindRowsOutput = z.output<typeof FindRowsOutput>

export const describeFindJob = (job: FindJob): ShownFindJob => ({
  ...describeJob(job),
  found: job.found,
  leads_list_id: job.leadsListId,
})

/** @param optedOut whether the owner has since asked not to be processed, which also applies to earlier results. */
export function describeFound({ place, ref, status, outcome, email, leadId }: FoundRow, optedOut: boolean): FindRow {
  const shown = { ref: ref ?? String(place + 1), lead_id: leadId }
  if (optedOut) return { ...NO_OUTCOME, ...shown, status: 'opted_out', email: null, lead_id: null }
  return {
    ...NO_OUTCOME,
    ...(outcome as Partial<FindOutcome> | null),
    ...shown,
    status: status as FindStatus | null,
    email,
  }
}
