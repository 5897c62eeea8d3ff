import { z } from 'zod'
import type { Call, Part } from '../../context.ts'
import type { FindJob } from '../../db/search/find-jobs-store.ts'
import { AppError } from '../../errors.ts'
import { idField } from '../../lib/input/field-kinds.ts'
import { DEFAULT_ROWS, pageFields } from '../../lib/input/page-fields.ts'
import { refuseIfUsedUp } from '../billing/credits.ts'
import { capability } from '../capability/capability.ts'
import { FindPeople } from './find-drain.ts'
import { describeFindJob, FindJobOutput, FindJobsOutput } from './find-job-output.ts'
import { peopleMissing, StartFindInput } from './find-people-input.ts'
import type { PersonToFind } from './find-people-input.ts'
import { FINDING_PRICE } from './search-person.ts'

export const finding = { group: 'email_finder', scope: 'read' } as const

/** Per account, at the same time. */
const MAX_OPEN_JOBS = 20
const RETRY_AFTER_SECONDS = 5

/** Accepts a list of people; their addresses follow later. Saving them to a leads list needs the right to write. */
export const StartFindJob = capability({
  ...finding,
  name: 'start_people_search',
  isWork: true,
  input: StartFindInput,
  output: FindJobOutput,
  check: peopleMissing,
  run: async (call, { people, name = null, leads_list_name: list, max_credits: maxCredits = null }) => {
    const job = await startFinding(call, people?.people ?? [], { name, maxCredits, leadsListName: list ?? null })
    return { data: describeFindJob(job), meta: {}, status: 202 as const, retryAfterSeconds: RETRY_AFTER_SECONDS }
  },
})

export const ListFindJobs = capability({
  ...finding,
  name: 'list_people_searches',
  input: z.object(pageFields('jobs')),
  output: FindJobsOutput,
  run: async (call, { limit = DEFAULT_ROWS, offset = 0 }) => {
    const { jobs, total } = await call.store.findJobs.list(call.principal.accountId, { limit, offset })
    return { data: jobs.map(describeFindJob), meta: { total, limit, offset } }
  },
})

export const FindJobIdInput = z.object({ id: idField('The id of the job.') })

export const GetFindJob = capability({
  ...finding,
  name: 'get_people_search',
  input: FindJobIdInput,
  output: FindJobOutput,
  run: async (call, { id = 0 }) => ({ data: describeFindJob(await findJob(call, id)), meta: {} }),
})

/** Open rows stay without an answer, and free. A key that may only read can cancel only what it started itself. */
export const CancelFindJob = capability({
  ...finding,
  name: 'cancel_people_search',
  input: FindJobIdInput,
  output: FindJobOutput,
  run: async (call, { id = 0 }) => {
    const { accountId, scopes } = call.principal
    if (!isOwn(call, await findJob(call, id)) && !scopes.has('write'))
      throw new AppError('forbidden', 'This key may only cancel jobs that it started itself.')
    const job = await call.store.findJobs.cancel(accountId, id)
    if (job === null) throw noSuchJob()
    return { data: describeFindJob(job), meta: {} }
  },
})

/** People are identified by the session's user, programs by their key. */
const isOwn = ({ principal }: Pick<Call, 'principal'>, { keyId, userId }: FindJob): boolean =>
  principal.keyId === 0 ? userId === principal.userId : keyId === principal.keyId

interface FindOptions {
  name?: string | null
  /** The credits after which the job stops automatically. */
  maxCredits: number | null
  /** The list that found people are saved to, created if needed. */
  leadsListName: string | null
}

/**
 * Stores the list and wakes the workers.
 * @throws AppError too_many_requests if there are not enough credits for a single address, or too many jobs are open;
 * forbidden for a leads list that the caller may not write to.
 */
export async function startFinding(
  call: Call,
  people: readonly PersonToFind[],
  { name = null, maxCredits, leadsListName }: FindOptions,
): Promise<FindJob> {
  const { store, clock, principal } = call
  const { accountId, keyId, userId, spender = null } = principal
  if (leadsListName !== null && !principal.scopes.has('write'))
    throw new AppError('forbidden', 'Saving people to a list needs the scope write; omit leads_list_name.')
  await refuseIfUsedUp(call, FINDING_PRICE)
  const createdAt = clock.now()
  const job = await call.database.pool.inOne(async () => {
    const leadsListId =
      leadsListName === null ? null : (await store.leadsLists.named(accountId, leadsListName, createdAt)).list.id
    const rows = people.map(({ ref = null, ...asked }) => ({ ref, asked, queue: asked.domain ?? asked.company ?? '' }))
    const added = { accountId, keyId, userId, spender, name, maxCredits, leadsListId, createdAt, rows }
    return store.findJobs.add(added, MAX_OPEN_JOBS)
  })
  if (job === null) {
    const sentence = `${MAX_OPEN_JOBS} lists of people are already being looked up, the maximum. Wait for one to finish, or cancel one.`
    throw new AppError('too_many_requests', sentence, { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
  await call.queue.send(FindPeople, {})
  return job
}

/** @throws AppError not_found, also for jobs of other accounts. */
export async function findJob(call: Part<'principal', 'findJobs'>, id: number): Promise<FindJob> {
  const job = await call.store.findJobs.find(call.principal.accountId, id)
  if (job === null) throw noSuchJob()
  return job
}

const noSuchJob = () => new AppError('not_found', 'There is no such job.')
