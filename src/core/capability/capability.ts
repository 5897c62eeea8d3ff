/** The single gate behind all doors: what a capability is, how it is admitted and executed, and what happens to repeated calls. */

import type { z } from 'zod'
import type { Call, Scope } from '../../context.ts'
import type { ErrorItem } from '../../errors.ts'
import type { Documented } from './documented-form.ts'
import type { SpeedGroup } from './speed-groups.ts'

/** What every capability answers: the requested content and information about the request. */
export interface Answer {
  data: unknown
  meta: Record<string, unknown>
  /** What the call cost, on billable ones; the doors put it into headers or `meta`. */
  credits?: Credits
  /**
   * Where it is not 200: 201 for what was made, 202 for work that continues, 204 for a write that says no more (`data` is then
   * the record, for callers who prefer to see it), 222 for a verification that met nonsense.
   */
  status?: 201 | 202 | 204 | 222
  /** Seconds after which the same call is worth repeating; with 202. */
  retryAfterSeconds?: number
  /** Sent by `/v2` in the place of all the rest. */
  file?: AnswerFile
  /** Sent by `/v2` as the whole body, in the place of `data` and `meta`: the form of another API. */
  root?: object
}

/** A file that is made while it is sent. */
export interface AnswerFile {
  name: string
  /** Of its content. */
  type: string
  chunks: AsyncIterable<string | Uint8Array>
}

export interface Credits {
  charged: number
  /** Null on a plan without a limit. */
  remaining: number | null
}

/**
 * One thing the product can do. The schemas are the only description: `/v2`, MCP, OpenAPI and the documentation read
 * them; `run` is the only place with knowledge.
 */
export interface Capability<Input extends z.ZodObject = z.ZodObject, Output extends Answer = Answer> {
  /** snake_case; the tool's name, and the OpenAPI operation. */
  name: string
  /** The counter of speed limits it takes from. */
  group: SpeedGroup
  scope: Scope
  /** It reads a few rows by their keys: answered also while expensive questions take every connection they may. */
  isLight?: true
  /** It stores what the caller sends, though it needs no more than `read`: once begun it is carried out, however long that takes. */
  isWork?: true
  input: Input
  /** Other names that callers use for a parameter, read where it is not sent under its own: alias → name. */
  parameterAliases?: Readonly<Record<string, string>>
  /** Rewrites what was sent before it is read, where parameters have more than one place. */
  prepare?: (sent: Record<string, unknown>) => Record<string, unknown>
  output: z.ZodType<Output>
  /** What `/v2` sends instead, where the documented form differs from the one that models get. */
  documented?: Documented<Output>
  /** Rules over several parameters, reported together with those for single ones; `broken` names what was sent but unusable. */
  check?: (given: z.output<Input>, broken: ReadonlySet<string | undefined>) => ErrorItem[]
  /** The fixed body that the documented test key gets. Without one the test key is refused (401). */
  fixture?: Output
  /**
   * It waits for others (sites, mail servers, the sender of a file): with an Idempotency-Key only what it does after
   * `database.pool.together()` happens together with the keeping of its outcome. Without this, all it does.
   */
  waits?: true
  run: (call: Call, input: z.output<Input>, received: Received) => Promise<Output>
}

/** A parameter as the caller wrote it, lists comma-joined; null when absent. Echoed in `meta.params`, nowhere else. */
export interface Received {
  (name: string): string | null
  /** All that was sent, as it came. */
  all: Readonly<Record<string, unknown>>
}

/** Keeps the types of one capability together; adds nothing. */
export const capability = <Input extends z.ZodObject, Output extends Answer>(
  definition: Capability<Input, Output>,
): Capability<Input, Output> => definition
