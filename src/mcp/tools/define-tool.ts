import type { z } from 'zod'
import type { Call } from '../../context.ts'
import type { ErrorId, ErrorItem } from '../../errors.ts'

/** What a tool's `run` gives: the answer of the capability behind it. */
export interface ToolAnswer {
  data: unknown
  meta: Record<string, unknown>
  /** What the call cost, on billable tools; `remaining` is null on a plan without a limit. */
  credits?: { charged: number; remaining: number | null }
  /** 202: the work continues, and the same call is worth repeating after `retryAfterSeconds`. */
  status?: number
  retryAfterSeconds?: number
}

/** What a tool that acts only when confirmed would do. */
export interface Preview {
  /** Numbers, ids and names of ours: what would happen, and what cannot be undone. */
  effect: Record<string, unknown>
  /** The same as one question to a person. */
  question: string
  /** What the caller expected is no longer so: nothing is done, though it was confirmed. */
  outdated?: boolean
  /** Shown for the first time: an argument that came along with it does not confirm it. */
  isNew?: boolean
}

/** Where in `data` a tool keeps its list, and what of each row is shown unless the caller asks for more. */
export interface Rows {
  /** Key of the list under `data`; empty where `data` is the list. */
  at: string
  /** What the rows are, in the plural: "addresses". */
  noun: string
  /** Fields of a row without the argument `fields`. */
  short: readonly string[]
  /** Lists inside a row that are shown up to a number of entries. */
  capped?: Readonly<Record<string, number>>
  /**
   * Rows have fields of the account's own beside those of the schema: `*` shows them, each can be named, and
   * `custom_attributes` names them all. Gives their names.
   */
  ownFields?: (call: Call) => Promise<readonly string[]>
  /** Fields that the capability gives only when asked: field → the argument of it that asks. */
  asked?: Readonly<Record<string, string>>
  /** Words among `fields` that are no field of a row: each turns on the argument of the capability that it names. */
  more?: Readonly<Record<string, { argument: string; says: string }>>
}

/** Records that people call by a name. */
export interface Named {
  /** Names that begin with or contain the typed text, best first, at most 100; `total` counts them all. */
  matching: (call: Call, typed: string) => Promise<{ data: { names: string[] }; meta: { total: number } }>
  /** The record of a name. Throws AppError `not_found`. */
  find?: (call: Call, name: string) => Promise<{ data: { id: number } & Record<string, unknown> }>
}

/** What a call would cost, in credits. */
export interface CallEstimate {
  at_most: number
  expected: number
  /** What is paid for, once each. */
  unit: string
  why: string
  /** What the connection may still spend today, where it has a limit. */
  daily_left?: number
}

/** What a tool that costs credits says before it spends them; `max_credits` is then one more argument. */
export interface Spending {
  /** The price of a call with these arguments; null where it is free, or begun and paid for already. */
  estimate: (call: Call, args: Readonly<Record<string, unknown>>) => Promise<CallEstimate | null> | CallEstimate | null
  /** Work of many prices, which core stops at the limit: it gets `max_credits` itself. */
  isJob?: boolean
}

/** Work that continues after the answer, known by `meta.job_id` and asked for by the argument `job_id`. */
export interface ToolJob {
  /** What the ids of its tasks begin with: `verify-123`. */
  kind: string
  /** The job as it is. Throws AppError `not_found` for jobs of others. */
  find: (call: Call, id: number) => Promise<{ status: string; total: number; done: number; createdAt: Date }>
  /** Ends it; what is done stays. Throws AppError `not_found`, or `forbidden` where the caller may not. */
  cancel: (call: Call, id: number) => Promise<unknown>
}

/** A file that is made while it is read. */
export interface ToolFile {
  /** Of its content. */
  type: string
  chunks: AsyncIterable<string | Uint8Array>
}

/** A page that hosts with MCP Apps show next to an answer. */
export type ViewName = 'people' | 'campaign'

/** One tool. The eight required members are what clients see, the schemas and the function behind it. */
export interface Tool {
  name: string
  title: string
  description: string
  input: z.ZodObject
  /** Arguments that are refused when they are missing. Where one of two is needed, none is required and core says so. */
  required: readonly string[]
  output: z.ZodType
  annotations: {
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    openWorldHint: boolean
  }
  run: (call: Call, raw: unknown) => Promise<ToolAnswer>
  /**
   * With it the tool acts only when confirmed; `confirm` is then one more argument, and `data` null until it is. What needs no
   * confirmation, such as undoing, has the preview null.
   */
  preview?: (call: Call, raw: unknown) => Promise<{ data: Preview | null }>
  spends?: Spending
  /**
   * Arguments that write, of a tool that reads without them: who may not write, or wants a read-only view, sees the tool
   * without them, as one that reads. The description's sentence about them is left out.
   */
  writes?: { arguments: readonly string[]; sentence: string }
  /** It becomes a task where the client knows tasks and the work takes a while. */
  job?: ToolJob
  /** Shows its answers where the host can; they are the same without. */
  view?: ViewName
  /** What the argument `clear` can empty; without it there is no such argument. */
  clears?: readonly string[]
  /** Other names of arguments, read where an argument is not sent under its own: alias → name. */
  parameterAliases?: Readonly<Record<string, string>>
  /** Names it also answers to; they are never listed. */
  toolAliases?: readonly string[]
  rows?: Rows
  /** Where in `data` the objects are of which the argument `fields` chooses; empty for `data` itself. */
  records?: readonly string[]
  /** Completes names and finds by them, for prompts and resources. */
  named?: Named
  /** Opens the file of an export that it made. Throws AppError `not_found`. */
  openExport?: (call: Call, id: number) => Promise<ToolFile | undefined>
  /** What people call the values that its filters accept: value → words. */
  synonyms?: () => Readonly<Record<string, readonly string[]>>
  /** Fields under `data` that strangers wrote: named in `meta.untrusted_fields` where they hold something. */
  untrusted?: readonly string[]
  /** Fields that strangers wrote and that stay out of the text form: they are for programs and the curious. */
  notInText?: readonly string[]
  /** Texts that the account's own people wrote, and that keep their lines and markup. */
  written?: readonly string[]
  /** Whether it sends depends on the record: listed for who may write, and core asks for the right to send when it does. */
  sendsAtTimes?: boolean
  /** Another tool does the same: it still answers, and no list has it. */
  unlisted?: boolean
  /** Listed whatever toolsets are selected (never for the test key). */
  always?: boolean
  /** Adds to `meta` what this connection may do. */
  showsRights?: boolean
  /** The documented test key gets a fixed answer. */
  answersTestKey?: boolean
  /** What to do about an error of this tool, in place of what holds for all; null leaves it at that. */
  hints?: Partial<Record<ErrorId, (item: ErrorItem) => string | null>>
  /** Where what was created can be read, as resources in addition to the text. */
  links?: (data: unknown) => readonly { uri: string; name: string; mimeType: string }[]
  /** First line of the text form, in Quarry's words; without one, or for null, it is made from `rows` or the title. */
  firstLine?: (answer: ToolAnswer) => string | null
}

/** Tools that are selected together. */
export interface Toolset {
  name: string
  /** The subject of its scopes: `data:read`, `leads:write`. */
  area: 'data' | 'leads' | 'campaigns' | 'care'
  tools: readonly Tool[]
}

/** Checks the type of a tool where it is written; adds nothing. */
export const defineTool = (tool: Tool): Tool => tool
