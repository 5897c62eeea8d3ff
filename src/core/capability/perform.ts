import type { z } from 'zod'
import type { Call } from '../../context.ts'
import type { Caller } from '../../db/calls/caller-pool.ts'
import { AppError } from '../../errors.ts'
import type { ErrorItem } from '../../errors.ts'
import { isAbsent, problemOf } from '../../lib/input/input-fields.ts'
import { isRecord } from '../../lib/text/json-record.ts'
import type { Answer, Capability, Received } from './capability.ts'
import { fingerprintOf, onlyOnce } from './idempotency.ts'
import type { IdempotentRequest } from './idempotency.ts'
import { countRequest } from './rate-limit.ts'
import type { Counted } from './rate-limit.ts'
import { bareRecord, ownValue } from '../../lib/text/own-value.ts'

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
    const fingerprint = fingerprintOf(capability, isRecord(effective) ? effective : {})
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

function underOwnNames(
  { parameterAliases = {}, parameterGroups = {} }: Pick<Capability, 'parameterAliases' | 'parameterGroups'>,
  sent: unknown,
): unknown {
  if (!isRecord(sent)) return sent
  const named = Object.assign(bareRecord<unknown>(), sent)
  for (const [group, names] of Object.entries(parameterGroups)) {
    const members = ownValue(sent, group)
    if (!isRecord(members)) continue
    for (const name of names) if (Object.hasOwn(members, name)) named[name] ??= ownValue(members, name)
  }
  for (const [alias, name] of Object.entries(parameterAliases))
    if (Object.hasOwn(named, alias)) named[name] ??= named[alias]
  return named
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

/** No parameter of ours is longer; longer values are cut when echoed. */
const MAX_ECHO_LENGTH = 500

function receivedFrom(raw: unknown): Received {
  const all = isRecord(raw) ? raw : {}
  const received = (name: string): string | null => {
    const value = ownValue(all, name)
    const text = Array.isArray(value) ? value.filter(isPlain).join(',') : value
    if (isAbsent(text) || !isPlain(text)) return null
    return String(text).trim().slice(0, MAX_ECHO_LENGTH)
  }
  return Object.assign(received, { all })
}

const isPlain = (value: unknown): value is string | number | boolean =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** A missing record is reported only if nothing else is wrong. */
function withoutRecords(problems: readonly ErrorItem[]): readonly ErrorItem[] {
  const others = problems.filter(({ id }) => id !== 'not_found')
  return others.length > 0 ? others : problems
}

/** Reads raw parameters; unknown ones are ignored. Throws one AppError that lists every problem, in documented order. */
export function readInput<Input extends z.ZodObject>(
  capability: Pick<Capability<Input>, 'input' | 'check'>,
  raw: unknown,
): z.output<Input> {
  const given = isRecord(raw) ? raw : {}
  const values = bareRecord<unknown>()
  const problems: ErrorItem[] = []
  for (const [name, schema] of Object.entries<z.ZodType>(capability.input.shape)) {
    const parsed = schema.safeParse(ownValue(given, name))
    if (parsed.success) values[name] = parsed.data
    else problems.push(problemOf(parsed.error, name))
  }
  const input = values as z.output<Input>
  const broken = new Set(problems.map((problem) => problem.field))
  const together = (capability.check?.(input, broken) ?? []).filter((problem) => !broken.has(problem.field))
  const [first, ...others] = withoutRecords([...together, ...problems])
  if (first !== undefined) throw AppError.forParameters([first, ...others])
  return input
}
