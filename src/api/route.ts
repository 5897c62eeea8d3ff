import type { z } from 'zod'
import type { Answer, Capability } from '../core/capability/capability.ts'
import type { AppError } from '../errors.ts'

/** One capability behind one method and path of `/v2`. */
export interface Route {
  method: 'get' | 'post' | 'put' | 'delete'
  /** Below `/v2`; `:id` stands for a parameter of the capability. */
  path: string
  capability: Capability
  /** Other spellings of the path that answer the same. */
  pathAliases?: readonly string[]
  /** One sentence for the API documentation. */
  summary: string
  /** Parameters of one right request, besides those in the path, for the API documentation. */
  example: Readonly<Record<string, unknown>>
  /** Also answered without a key when the operator has opened it. */
  keyless?: 'publicEmailCount'
  /** The status of success, where it is not 200. */
  success?: 200 | 201 | 202 | 204
  /** What other statuses than 200 say, where the answer has them. */
  otherAnswers?: Readonly<Record<number, string>>
  /** Where bodies may be larger than usual. */
  maxBodyBytes?: number
  /** Where a JSON body may hold more values than usual. */
  maxBodyValues?: number
  /** Where the objects of a JSON body may have more keys than usual, together. */
  maxBodyKeys?: number
  /** Hands a body of CSV on as this parameter, as it comes; up to so many bytes. */
  upload?: { parameter: string; maxBytes: number }
  /** Reads a body of CSV as parameters, while it arrives. */
  readCsv?: (bytes: AsyncIterable<Uint8Array>) => Promise<Record<string, unknown>>
  /** The envelope says `"status": "success"` first, as it does for records of the installation. */
  saysSuccess?: boolean
  /** Answers with a file of any type, whatever the caller accepts. */
  sendsFile?: boolean
  /** A parameter whose mere presence asks for the form of another API: the root of such answers, and what its errors add. */
  otherForm?: { parameter: string; root: z.ZodType; error: (error: AppError) => object }
  /** Writes the answer as CSV for those who prefer it. */
  writeCsv?: (answer: Answer) => string
}

/** Checks the type of a route where it is written; anything else is spread next to it. */
export function route(
  method: Route['method'],
  path: string,
  capability: unknown,
  summary: string,
  example: Route['example'] = {},
): Route {
  return { method, path, capability: capability as Capability, summary, example }
}
