import type { Part } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { invalidField } from '../fields/name-field.ts'
import { isUnfinished } from '../../lib/process/job-kind.ts'

/** The outcomes of a job's rows that make an address worth writing to. */
export const JOB_STATUSES = ['found', 'valid', 'accept_all', 'webmail', 'unknown'] as const
type JobStatus = (typeof JOB_STATUSES)[number]

interface JobRows {
  job: number
  /** If absent, those found or valid. */
  statuses: readonly JobStatus[] | undefined
  most: number
}

interface Person {
  email: string
  first_name?: string | null
  last_name?: string | null
  position?: string | null
  company?: string | null
  score?: number | null
  source: string
}

/**
 * The people of a job: those it looked for, or the addresses it verified.
 * @throws AppError not_found; validation_failed for a job still running, unless statuses are given, and for too many rows.
 */
export async function peopleOfJob(
  call: Part<'principal', 'bulk' | 'bulkKinds' | 'findJobs'>,
  { job, statuses, most }: JobRows,
): Promise<Person[]> {
  const { store, principal } = call
  const { accountId } = principal
  const found = await store.findJobs.find(accountId, job)
  const verified = found === null ? await store.bulk.find(accountId, job) : null
  const known = found ?? verified
  if (known === null) throw new AppError('not_found', `There is no job with id ${job}.`)
  if (isUnfinished(known) && statuses === undefined)
    throw invalidField('job_id', 'belongs to a job that is still running; send status to save what is ready.')
  const people =
    found === null
      ? await verifiedOf(call, job, statuses ?? ['valid'], most + 1)
      : await foundOf(call, job, statuses ?? ['found'], most + 1)
  if (people.length > most) throw invalidField('job_id', `has more than ${most} such rows; narrow them by status.`)
  return people
}

async function foundOf(
  { store, principal }: Part<'principal', 'findJobs'>,
  job: number,
  statuses: readonly string[],
  limit: number,
) {
  const rows = await store.findJobs.rows(principal.accountId, job, { limit, offset: 0, statuses })
  return rows.flatMap(({ email, outcome }) => {
    if (email === null) return []
    const { first_name, last_name, position, company, score } = outcome as Omit<Person, 'email' | 'source'>
    return [{ email, first_name, last_name, position, company, score, source: 'Finder' }]
  })
}

async function verifiedOf(
  { store, principal }: Part<'principal', 'bulkKinds'>,
  job: number,
  kinds: readonly string[],
  limit: number,
) {
  const list = { accountId: principal.accountId, jobId: job }
  const rows = await store.bulkKinds.addresses(list, { kinds, after: -1, limit })
  return rows.map(({ email }) => ({ email, source: 'Verification' }))
}
