/** The single gate behind all doors: what a capability is, how it is admitted and executed, and what happens to repeated calls. */

import type { z } from 'zod'
import type { Call, Part, Scope } from '../../context.ts'
import type { ErrorItem } from '../../errors.ts'
import type { Documented } from './documented-form.ts'
import type { RateGroup } from './rate-groups.ts'

/** What every capability returns: the requested content and information about the request. */
export interface Answer {
  data: unknown
  meta: Record<string, unknown>
  /** What a billable call cost; doors put it into headers or `meta`. */
  credits?: Credits
  /**
   * If not 200: 201 for a created record, 202 for work that continues, 204 for a write with nothing to add (`data` is then
   * the record, for callers who want to see it), 222 for a verification whose mail server answered unexpectedly.
   */
  status?: 201 | 202 | 204 | 222
  /** Seconds after which the same call is worth repeating; with 202. */
  retryAfterSeconds?: number
  /** Sent by `/v2` instead of everything else. */
  file?: AnswerFile
  /** Sent by `/v2` as the whole body, instead of `data` and `meta`: the form of another API. */
  root?: object
}

/** A file that is generated while it is sent. */
export interface AnswerFile {
  name: string
  /** Its media type. */
  type: string
  chunks: AsyncIterable<string | Uint8Array>
}

export interface Credits {
  charged: number
  /** Null on a plan without a limit. */
  remaining: number | null
}

/** Where records are that requests create. */
export type FindMadeNeeds = Part<
  'principal',
  'apiKeys' | 'campaigns' | 'customAttributes' | 'leads' | 'leadsFolders' | 'leadsLists' | 'mailboxes' | 'webhooks'
>

/**
 * One thing the product can do. The schemas are the only description: `/v2`, MCP, OpenAPI and the documentation read
 * them; `run` is the only place with domain knowledge.
 */
export interface Capability<Input extends z.ZodObject = z.ZodObject, Output extends Answer = Answer> {
  /** snake_case; the tool's name, and the OpenAPI operation. */
  name: string
  /** The rate-limit counter it uses. */
  group: RateGroup
  scope: Scope
  /** It reads a few rows by key: it is answered even while expensive queries use all their connections. */
  isLight?: true
  /** It stores what the caller sends, though it needs only `read`: once begun it is completed, however long that takes. */
  isWork?: true
  input: Input
  /** Other names that callers use for a parameter, read if its own name is absent: alias → name. */
  parameterAliases?: Readonly<Record<string, string>>
  /** Objects under which answers show parameters, and which of them: what is shown can be sent back. */
  parameterGroups?: Readonly<Record<string, readonly string[]>>
  /** Rewrites what was sent before it is read, if a parameter can be given in more than one place. */
  prepare?: (sent: Record<string, unknown>) => Record<string, unknown>
  output: z.ZodType<Output>
  /** What `/v2` sends instead, if the documented form differs from the one models get. */
  documented?: Documented<Output>
  /** Rules across parameters, reported together with those for single ones; `broken` names what was sent but unusable. */
  check?: (given: z.output<Input>, broken: ReadonlySet<string | undefined>) => ErrorItem[]
  /** The fixed body that the documented test key gets. Without one the test key is refused (401). */
  fixture?: Output
  /**
   * It waits for others (sites, mail servers, the sender of a file): with an Idempotency-Key, only what it does after
   * `database.pool.together()` shares a transaction with storing its outcome. Otherwise everything it does.
   */
  waits?: true
  /** Looks up the record that a stored answer says was created, for repetitions of the request; null once it was deleted. */
  findMade?: (call: FindMadeNeeds, id: number) => Promise<unknown>
  run: (call: Call, input: z.output<Input>, received: Received) => Promise<Output>
}

/** A parameter as the caller wrote it, lists comma-joined; null if absent. Echoed only in `meta.params`. */
export interface Received {
  (name: string): string | null
  /** Everything that was sent, unchanged. */
  all: Readonly<Record<string, unknown>>
}

/** Infers the types of one capability; adds nothing. */
export const capability = <Input extends z.ZodObject, Output extends Answer>(
  definition: Capability<Input, Output>,
): Capability<Input, Output> => definition
