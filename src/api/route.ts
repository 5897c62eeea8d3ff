import type { z } from 'zod'
import type { Answer, Capability } from '../core/capability/capability.ts'
import type { AppError } from '../errors.ts'

/** One capability at one method and path of `/v2`. */
export interface Route {
  method: 'get' | 'post' | 'put' | 'delete'
  /** Below `/v2`; `:id` stands for a parameter of the capability. */
  path: string
  capability: Capability
  /** Alternative spellings of the path. */
  pathAliases?: readonly string[]
  /** At an alias: the path that it stands for. */
  aliasOf?: string
  /** One sentence for the API documentation. */
  summary: string
  /** Parameters of a valid request, except those in the path, for the API documentation. */
  example: Readonly<Record<string, unknown>>
  /** Also answered without a key if the operator allows it. */
  keyless?: 'publicEmailCount'
  /** The status of success, if it is not 200. */
  success?: 200 | 201 | 202 | 204
  /** The meaning of statuses other than 200 that the answer can have. */
  otherAnswers?: Readonly<Record<number, string>>
  /** It changes what keys or apps of the account may do, from the next call on. */
  changesAccess?: true
  /** Set if bodies may be larger than usual. */
  maxBodyBytes?: number
  /** Set if a JSON body may have more values than usual. */
  maxBodyValues?: number
  /** Set if the objects of a JSON body together may have more keys than usual. */
  maxBodyKeys?: number
  /** Passes a CSV body on as this parameter, as it arrives, up to `maxBytes`. */
  upload?: { parameter: string; maxBytes: number }
  /** Reads a CSV body as parameters, while it arrives. */
  readCsv?: (bytes: AsyncIterable<Uint8Array>) => Promise<Record<string, unknown>>
  /** The envelope begins with `"status": "success"`, as for records of the installation. */
  saysSuccess?: boolean
  /** Answers with a file of any type, regardless of `Accept`. */
  sendsFile?: boolean
  /** A parameter whose mere presence requests the form of another API: the root of such answers, and what their errors add. */
  otherForm?: { parameter: string; root: z.ZodType; error: (error: AppError) => object }
  /** Writes the answer as CSV for callers who prefer it. */
  writeCsv?: (answer: Answer) => string
}

/** Checks the type of a route where it is written; further members are spread next to it. */
export function route(
  method: Route['method'],
  path: string,
  capability: unknown,
  summary: string,
  example: Route['example'] = {},
): Route {
  return { method, path, capability: capability as Capability, summary, example }
}
