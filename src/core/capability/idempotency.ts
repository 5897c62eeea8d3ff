import type { z } from 'zod'
import type { Call, Part } from '../../context.ts'
import type { EarlierRequest, RequestName } from '../../db/calls/idempotency-store.ts'
import { AppError, toAppError } from '../../errors.ts'
import { DAY_MS } from '../../lib/process/clock.ts'
import { isAbsent } from '../../lib/input/input-fields.ts'
import { SecretBoxError } from '../../lib/secrets/secret-box.ts'
import type { Answer, Capability, FindMadeNeeds } from './capability.ts'
import { isRecord } from '../../lib/text/json-record.ts'
import { ownValue } from '../../lib/text/own-value.ts'
import { sha256 } from '../../lib/secrets/sha256.ts'

const MAX_KEY_LENGTH = 255
const KEPT_MS = DAY_MS
const RETRY_AFTER_SECONDS = 2
/** Statuses of refusals that the same request may not meet again: rights, credits, still running, rate limits, hung up. */
const PASSING = new Set([401, 402, 403, 409, 429, 499])

/** A request to carry out once, however often it is sent. */
export interface IdempotentRequest {
  /** The caller's own name for it. */
  key: string
  /** Method and path: the same key elsewhere is another request. */
  scope: string
  /** An earlier request with the same name is a different one. */
  since?: Date
  /** Whether an earlier answer may still be shown as it was then; if absent, it may. */
  mayShow?: (answer: unknown) => Promise<boolean>
  /** Called if the outcome is that of an earlier request. */
  onReplay: () => void
}

/** What is stored of a request: its answer without the cost, or its refusal. */
type Outcome = Pick<Answer, 'data' | 'meta' | 'status'> | { errors: AppError['errors'] }

interface KeyedWork {
  fingerprint: Buffer
  /** See `Capability`. */
  waits: boolean
  findMade: Capability['findMade']
}

/**
 * Runs a request once: a repetition gets the first one's outcome, answer or refusal, at no cost. The outcome is stored in
 * the transaction of the work, so that there is never one without the other. Refusals that may soon be over (rights, rate limits,
 * credits, failures of ours) are not stored.
 * @throws AppError idempotency_key_too_long, idempotency_key_mismatch, idempotency_key_in_flight, idempotency_key_consumed.
 */
export async function onlyOnce<Output extends Answer>(
  call: Call,
  { key, scope, since, mayShow, onReplay }: IdempotentRequest,
  keyed: KeyedWork,
  work: (call: Call) => Promise<Output>,
): Promise<Output> {
  if (key.length > MAX_KEY_LENGTH) throw new AppError('idempotency_key_too_long', 'The Idempotency-Key is too long.')
  const { accountId, userId } = call.principal
  if (accountId === 0) return work(call) // the test key changes nothing
  const startedAt = call.clock.now()
  const request = { accountId, userId, name: `${scope} ${key}`, startedAt, since, ...keyed }
  const release = await call.requestLocks.take(purposeOf(request))
  try {
    const earlier = await replayed<Output>(call, { ...request, runsElsewhere: release === null }, { mayShow, onReplay })
    return earlier ?? (await runFirst(call, request, release, work))
  } catch (thrown) {
    // The lock was lost with its connection, and another request ended first: what was done here is rolled back.
    if (!(thrown instanceof EndedElsewhere)) throw thrown
    return (await replayed<Output>(call, request, { mayShow, onReplay })) ?? inFlight()
  } finally {
    await release?.()
  }
}

type NewRequest = RequestName & KeyedWork & { startedAt: Date; since: Date | undefined }

/** Another request with the same name has ended in the meantime. */
class EndedElsewhere extends Error {}

const keptSince = ({ startedAt, since }: NewRequest): Date =>
  new Date(Math.max(startedAt.getTime() - KEPT_MS, since?.getTime() ?? 0))

/** The outcome replaces the mark; if no outcome is ever stored, the mark stays. */
async function markAsLeaving({ store }: Part<never, 'idempotency'>, request: NewRequest): Promise<void> {
  if (!(await store.idempotency.keep({ ...request, sealed: null }, keptSince(request)))) throw new EndedElsewhere()
}

/** Names the request that a sealed outcome belongs to; it opens for no other. */
const purposeOf = ({ accountId, userId, name }: RequestName): string => `request ${accountId} ${userId} ${name}`

/** The outcome of an earlier, identical request; null if there was none. */
async function replayed<Output extends Answer>(
  call: FindMadeNeeds & Part<'log' | 'secrets', 'idempotency'>,
  request: NewRequest & { runsElsewhere?: boolean },
  { mayShow, onReplay }: { mayShow: IdempotentRequest['mayShow'] | undefined; onReplay: () => void },
): Promise<Output | null> {
  const earlier = await call.store.idempotency.find(request, keptSince(request))
  if (earlier === null) return null
  if (earlier.sealed === null && request.runsElsewhere === true) return inFlight()
  const outcome = outcomeOf(call, request, earlier)
  if (await isDeleted(call, request, outcome))
    throw new AppError('idempotency_key_consumed', 'The record made with this Idempotency-Key no longer exists.', {
      reason: 'made_and_deleted',
    })
  if (!('errors' in outcome) && (await mayShow?.(outcome)) === false)
    throw new AppError(
      'idempotency_key_consumed',
      'The request with this Idempotency-Key was carried out; its response names somebody who has opted out since.',
    )
  onReplay()
  if ('errors' in outcome) throw AppError.forParameters(outcome.errors)
  return outcome as Output
}

/** Whether the record that an outcome says was created has been deleted since. */
async function isDeleted(call: FindMadeNeeds, { findMade }: KeyedWork, outcome: Outcome): Promise<boolean> {
  if (findMade === undefined || 'errors' in outcome || outcome.status !== 201) return false
  const id = isRecord(outcome.data) ? ownValue(outcome.data, 'id') : undefined
  return typeof id === 'number' && (await findMade(call, id)) === null
}

function inFlight(): never {
  throw new AppError('idempotency_key_in_flight', 'A request with this Idempotency-Key is still running.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}

/** @param release null while the request runs elsewhere. */
async function runFirst<Output extends Answer>(
  call: Call,
  request: NewRequest,
  release: object | null,
  work: (call: Call) => Promise<Output>,
): Promise<Output> {
  if (release === null) return inFlight()
  const { pool } = call.database
  try {
    return await pool.asOne(async () => {
      if (!request.waits) await pool.together()
      const leaving = {
        mark: () => markAsLeaving(call, request),
        unmark: () => call.store.idempotency.forgetMark(request),
      }
      const answer = await work({ ...call, leaving })
      await pool.together()
      const { data, meta, status } = answer
      await keepOutcome(call, request, { data, meta, ...(status !== undefined && { status }) })
      return answer
    })
  } catch (thrown) {
    const { errors, status } = toAppError(thrown)
    if (thrown instanceof EndedElsewhere || status >= 500 || PASSING.has(status)) throw thrown
    // Nothing was done: a refusal is reported even if it cannot be stored.
    await keepOutcome(call, request, { errors }).catch((error: unknown) => {
      if (error instanceof EndedElsewhere) throw error
      call.log.error({ err: error }, 'The response to a request could not be stored.')
    })
    throw thrown
  }
}

/**
 * Sealed, because an answer may contain what is shown only once.
 * @throws EndedElsewhere
 */
async function keepOutcome(
  { store, secrets }: Part<'secrets', 'idempotency'>,
  request: NewRequest,
  outcome: Outcome,
): Promise<void> {
  const sealed = secrets.seal(JSON.stringify(outcome), purposeOf(request))
  if (!(await store.idempotency.keep({ ...request, sealed }, keptSince(request)))) throw new EndedElsewhere()
}

/** The outcome of an earlier request, if its parameters were the same. */
function outcomeOf(
  { secrets, log }: Pick<Call, 'log' | 'secrets'>,
  request: NewRequest,
  { fingerprint, sealed }: EarlierRequest,
): Outcome {
  if (!fingerprint.equals(request.fingerprint))
    throw new AppError('idempotency_key_mismatch', 'This Idempotency-Key was used with different parameters.')
  try {
    if (sealed !== null) return JSON.parse(secrets.open(sealed, purposeOf(request))) as Outcome
  } catch (error) {
    if (!(error instanceof SecretBoxError)) throw error
    log.error({ err: error }, 'The stored response to a request cannot be decrypted.')
  }
  throw new AppError(
    'idempotency_key_consumed',
    'The request with this Idempotency-Key was carried out in full or in part; its response is not available.',
  )
}

/** Parameters, and fields of people, that are addresses. */
const ADDRESSES = new Set(['email', 'emails'])

/** Parameters that are sealed where they are stored: a hash of a short one could be guessed. */
const SECRETS = new Set(['smtp_password', 'imap_password', 'client_secret'])

/** SHA-256 of the effective parameters: two spellings of a request are the same request. */
export function fingerprintOf<Input extends z.ZodObject>(
  { secrets }: Pick<Call, 'secrets'>,
  { input }: Pick<Capability<Input>, 'input'>,
  raw: Readonly<Record<string, unknown>>,
): Buffer {
  const told = (name: string, value: unknown): unknown =>
    SECRETS.has(name) && typeof value === 'string'
      ? secrets.digest(value, name).toString('hex')
      : canonical(value, name)
  const effective = Object.entries<z.ZodType>(input.shape).map(([name, schema]) => {
    const parsed = schema.safeParse(ownValue(raw, name))
    return [name, told(name, parsed.success ? parsed.data : ownValue(raw, name))]
  })
  return sha256(JSON.stringify(effective))
}

/**
 * Leaves out absent parts and sorts keys; addresses are in lower case, as they are stored; lists of numbers (ids, days) are
 * sorted without duplicates.
 */
function canonical(value: unknown, name: string): unknown {
  if (isAbsent(value)) return null
  if (typeof value === 'string') return ADDRESSES.has(name) ? value.trim().toLowerCase() : value.trim()
  if (Array.isArray(value))
    return value.every((item) => typeof item === 'number')
      ? [...new Set(value)].sort((a, b) => a - b)
      : value.map((item) => canonical(item, name))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, item]) => !isAbsent(item))
  return entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, item]) => [key, canonical(item, key)])
}
