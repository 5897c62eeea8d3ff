import type { z } from 'zod'
import { AppError } from '../../errors.ts'
import type { ErrorItem } from '../../errors.ts'
import { isAbsent, problemOf } from '../../lib/input/input-fields.ts'
import { isRecord } from '../../lib/text/json-record.ts'
import { bareRecord, ownValue } from '../../lib/text/own-value.ts'
import type { Capability, Received } from './capability.ts'

/** Parameters under the capability's own names: those of a group stand alone, and aliases are replaced. */
export function underOwnNames(
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

/** No parameter of ours is longer; longer values are cut when echoed. */
const MAX_ECHO_LENGTH = 500

/** The parameters as they were sent, for answers that repeat them. */
export function receivedFrom(raw: unknown): Received {
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
