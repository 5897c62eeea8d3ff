import type { z } from 'zod'
import type { Call } from '../../context.ts'
import type { Caller } from '../../db/calls/caller-pool.ts'
import { AppError } from '../../errors.ts'
import { isRecord } from '../../lib/text/json-record.ts'
import type { Answer, Capability } from './capability.ts'
import { fingerprintOf, onlyOnce } from './idempotency.ts'
import type { IdempotentRequest } from './idempotency.ts'
import { countRequest } from './rate-limit.ts'
import type { Counted } from './rate-limit.ts'
import { readInput, receivedFrom, underOwnNames } from './read-input.ts'

export interface DoorOptions {
  /** Called with the state of the rate limits as soon as they are known, even if they refuse the request. */
  onCounted?: (counted: Counted) => void
  /** For a request to carry out only once. */
  once?: IdempotentRequest | null
}

/**
 * The one way into a capability, for every door: rights, then rate limits, then repetition, then parameters, then work. The
 * first failing stage answers; the parameter stage lists everything that is wrong.
 */
export async function perform<Input extends z.ZodObject, Output extends Answer>(
  capability: Capability<Input, Output>,
  call: Call,
  sent: unknown,
  { onCounted, once = null }: DoorOptions = {},
): Promise<Output> {
  await admit(capability, call, onCounted)
  return carryOut(capability, call, sent, once)
}

/** The stages that need no parameters, rights and rate limits, for doors that have not read the parameters yet. */
export async function admit(
  capability: Pick<Capability, 'scope' | 'fixture' | 'group'>,
  call: Call,
  onCounted?: DoorOptions['onCounted'],
): Promise<void> {
  authorize(capability, call)
  const counted = await countRequest(call, capability.group)
  onCounted?.(counted)
  if (counted.refusal !== null) throw counted.refusal
}

/** The remaining stages, for a caller who was admitted. */
export async function carryOut<Input extends z.ZodObject, Output extends Answer>(
  capability: Capability<Input, Output>,
  call: Call,
  sent: unknown,
  once: IdempotentRequest | null,
): Promise<Output> {
  const raw = underOwnNames(capability, sent)
  const effective = prepared(capability, raw)
  // A fixed answer needs no storage, only valid parameters.
  if (call.principal.testKey && capability.fixture !== undefined) {
    readInput(capability, effective)
    return capability.fixture
  }
  const work = async (own: Call): Promise<Output> =>
    capability.run(own, readInput(capability, effective), receivedFrom(raw))
  const { pool } = call.database
  return pool.asCaller(callerOf(capability, call), () => {
    if (once === null) return pool.byItself(() => work(call))
    const fingerprint = fingerprintOf(call, capability, isRecord(effective) ? effective : {})
    const { waits = false, findMade } = capability
    return onlyOnce(call, once, { fingerprint, waits, findMade }, work)
  })
}

/** For whom the call's statements run. */
function callerOf(
  { isLight, isWork, scope }: Pick<Capability, 'isLight' | 'isWork' | 'scope'>,
  call: Pick<Call, 'hungUp' | 'principal' | 'signal'>,
): Caller {
  const { principal, signal, hungUp } = call
  const kind = isLight === true ? 'light' : scope === 'read' && isWork !== true ? 'question' : 'work'
  return { party: principal.rateKey, kind, signals: hungUp === null ? [signal] : [signal, hungUp] }
}

const prepared = ({ prepare }: Pick<Capability, 'prepare'>, raw: unknown): unknown =>
  prepare === undefined ? raw : prepare(isRecord(raw) ? raw : {})

function authorize(capability: Pick<Capability, 'scope' | 'fixture'>, { principal }: Pick<Call, 'principal'>): void {
  if (principal.testKey && capability.fixture === undefined)
    throw new AppError('authentication_failed', 'No account matches this API key.')
  if (principal.suspended) throw new AppError('restricted_account', 'This account is suspended.')
  if (principal.scopes.has(capability.scope)) return
  throw new AppError(
    'forbidden',
    principal.app === undefined
      ? 'This key is not allowed to do that.'
      : `This app does not have the permission ${capability.scope}. Tick it in Quarry under Connected apps.`,
    { reason: 'role' },
  )
}
