import type { Call, Part } from '../../context.ts'
import type { BulkJob } from '../../db/verify/bulk-store.ts'
import { AppError } from '../../errors.ts'
import { readAddress } from '../../lib/addresses/address-syntax.ts'
import { DEFAULT_ROWS } from '../../lib/input/page-fields.ts'
import { refuseIfUsedUp } from '../billing/credits.ts'
import { capability } from '../capability/capability.ts'
import { invalidField } from '../fields/name-field.ts'
import { leadsThatMatch } from '../leads/chosen-leads.ts'
import { mustExist } from '../leads/leads-bulk.ts'
import { VerifyBulk } from './bulk-drain.ts'
import { BulkIdInput, emailsMissing, ListBulkInput, StartBulkInput } from './bulk-input.ts'
import { BulkJobOutput, BulkJobsOutput, describeJob } from './bulk-output.ts'
import { domainQueue, SYNTAX_QUEUE } from './bulk-queues.ts'
import { VERIFICATION_PRICE } from './verify-email.ts'

export const listVerification = { group: 'email_verifier', scope: 'read' } as const

/** Accepts a list of addresses; the answers follow later. */
export const StartBulk = capability({
  ...listVerification,
  name: 'start_bulk_verification',
  isWork: true,
  input: StartBulkInput,
  output: BulkJobOutput,
  check: emailsMissing,
  run: async (call, { name = null, ...chosen }) => ({
    data: describeJob(await startBulk(call, await addressesOf(call, chosen), { name })),
    meta: {},
    status: 202 as const,
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  }),
})

/** The addresses sent, or those of leads. @throws AppError validation_failed. */
export async function addressesOf(
  call: Part<'principal', 'leadsLists' | 'leadsMembers'>,
  { emails, leads_list_id: list, filters, expected_count }: Omit<StartBulkInput, 'name'>,
): Promise<readonly string[]> {
  if (emails !== undefined) return emails
  if (list !== undefined) await mustExist(call, 'leads_list_id', list)
  const leads = await leadsThatMatch(call, filters ?? { leadsListId: list ?? 0 }, expected_count)
  if (leads.length === 0) throw invalidField(filters ? 'filters' : 'leads_list_id', 'must stand for at least one lead.')
  return leads.map(({ email }) => email)
}

export const ListBulk = capability({
  ...listVerification,
  name: 'list_bulk_verifications',
  input: ListBulkInput,
  output: BulkJobsOutput,
  run: async (call, { limit = DEFAULT_ROWS, offset = 0 }) => {
    const { jobs, total } = await call.store.bulk.list(call.principal.accountId, { limit, offset })
    return { data: jobs.map(describeJob), meta: { total, limit, offset } }
  },
})

export const GetBulk = capability({
  ...listVerification,
  name: 'get_bulk_verification',
  input: BulkIdInput,
  output: BulkJobOutput,
  run: async (call, { id = 0 }) => ({ data: describeJob(await findBulk(call, id)), meta: {} }),
})

/**
 * Open rows stay without an answer, and free; so do those in progress. A key that may only read can cancel only what it
 * started itself.
 */
export const CancelBulk = capability({
  ...listVerification,
  name: 'cancel_bulk_verification',
  input: BulkIdInput,
  output: BulkJobOutput,
  run: async (call, { id = 0 }) => {
    const { accountId, scopes } = call.principal
    if (!isOwn(call, await findBulk(call, id)) && !scopes.has('write'))
      throw new AppError('forbidden', 'This key may only cancel verifications that it started itself.')
    const job = await call.store.bulk.cancel(accountId, id)
    if (job === null) throw noSuchJob()
    return { data: describeJob(job), meta: {} }
  },
})

/** People are identified by the session's user, programs by their key. */
const isOwn = ({ principal }: Pick<Call, 'principal'>, { keyId, userId }: BulkJob): boolean =>
  principal.keyId === 0 ? userId === principal.userId : keyId === principal.keyId

/** Per account, at the same time: a list has up to 100,000 addresses. */
const MAX_OPEN_LISTS = 20

const TOO_MANY_LISTS = `${MAX_OPEN_LISTS} lists are being verified, the maximum. Wait for one to finish, or cancel one.`

/** A large list takes time, but its first answers are ready sooner. */
const RETRY_AFTER_SECONDS = 5

/**
 * Stores the list and wakes the workers.
 * @param options `maxCredits`: the credits after which the list stops automatically
 * @throws AppError too_many_requests if there are not enough credits for a single answer, or too many lists are open.
 */
export async function startBulk(
  call: Part<'clock' | 'config' | 'principal' | 'queue', 'billing' | 'bulk'>,
  emails: readonly string[],
  { name = null, maxCredits = null }: { name?: string | null; maxCredits?: number | null },
): Promise<BulkJob> {
  await refuseIfUsedUp(call, VERIFICATION_PRICE)
  const { accountId, keyId, userId, spender = null } = call.principal
  const payer = { accountId, keyId, userId, spender, maxCredits }
  const list = { ...payer, name, rows: emails.map(rowOf), createdAt: call.clock.now() }
  const job = await call.store.bulk.add(list, MAX_OPEN_LISTS)
  if (job === null) throw new AppError('too_many_requests', TOO_MANY_LISTS, { retryAfterSeconds: RETRY_AFTER_SECONDS })
  await call.queue.send(VerifyBulk, {})
  return job
}

/** An address is stored in its normal form, so that its domain and any later opt-out of its owner can find it. */
function rowOf(email: string): { email: string; domain: string; queue: string } {
  const reading = readAddress(email)
  if (reading.kind !== 'address') return { email, domain: '', queue: SYNTAX_QUEUE }
  const { full, domain } = reading.address
  return { email: full, domain, queue: domainQueue(domain) }
}

/** @throws AppError not_found, also for jobs of other accounts. */
export async function findBulk(call: Part<'principal', 'bulk'>, id: number): Promise<BulkJob> {
  const job = await call.store.bulk.find(call.principal.accountId, id)
  if (job === null) throw noSuchJob()
  return job
}

const noSuchJob = () => new AppError('not_found', 'There is no such bulk verification.')
