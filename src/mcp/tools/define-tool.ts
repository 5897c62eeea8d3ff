import type { z } from 'zod'
import type { Call } from '../../context.ts'
import type { ErrorId, ErrorItem } from '../../errors.ts'

/** What a tool's `run` returns: the answer of its capability. */
export interface ToolAnswer {
  data: unknown
  meta: Record<string, unknown>
  /** What the call cost, for billable tools; `remaining` is null on an unlimited plan. */
  credits?: { charged: number; remaining: number | null }
  /** 202: the work continues, and the same call is worth repeating after `retryAfterSeconds`. */
  status?: number
  retryAfterSeconds?: number
}

/** What a tool that needs confirmation would do. */
export interface Preview {
  /** Our numbers, ids and names: what would happen, and what cannot be undone. */
  effect: Record<string, unknown>
  /** The same as one question to a person. */
  question: string
  /** The caller's expectation no longer holds: nothing is done even if it is confirmed. */
  outdated?: boolean
  /** Shown for the first time: an argument in the same call does not confirm it. */
  isNew?: boolean
}

/** Where a tool's list is in `data`, and which fields of each row are shown by default. */
export interface Rows {
  /** Key of the list under `data`; empty if `data` is the list. */
  at: string
  /** The plural noun for the rows: "addresses". */
  noun: string
  /** Fields of a row when the argument `fields` is absent. */
  short: readonly string[]
  /** The list is continued by `meta.next_cursor`, not from an offset. */
  byCursor?: boolean
  /** With this caller's plan, no page begins at or beyond so many rows; null if all can be shown. */
  reach?: (caller: Pick<Call['principal'], 'plan'>) => number | null
  /** Lists inside a row that are shown only up to a number of entries. */
  capped?: Readonly<Record<string, number>>
  /**
   * For rows with fields of the account's own in addition to those of the schema: `*` shows all, each can be named, and
   * `custom_attributes` stands for all of them. Returns their names.
   */
  ownFields?: (call: Call) => Promise<readonly string[]>
  /** Fields that the capability returns only on request: field → its argument that requests them. */
  asked?: Readonly<Record<string, string>>
  /** Words in `fields` that are not fields of a row: each turns on the given argument of the capability. */
  more?: Readonly<Record<string, { argument: string; says: string }>>
}

/** Records that people refer to by name. */
export interface Named {
  /** Names that begin with or contain the typed text, best first, at most 100; `total` counts them all. */
  matching: (call: Call, typed: string) => Promise<{ data: { names: string[] }; meta: { total: number } }>
  /** The record with this name. Throws AppError `not_found`. */
  find?: (call: Call, name: string) => Promise<{ data: { id: number } & Record<string, unknown> }>
}

/** What a call would cost, in credits. */
export interface CallEstimate {
  at_most: number
  expected: number
  /** What is charged, once each. */
  unit: string
  why: string
  /** What the connection may still spend today, if it has a limit. */
  daily_left?: number
}

/** The price estimate of a tool that costs credits; the tool then also has the argument `max_credits`. */
export interface Spending {
  /** The price of a call with these arguments; null if it is free or was begun and paid for earlier. */
  estimate: (call: Call, args: Readonly<Record<string, unknown>>) => Promise<CallEstimate | null> | CallEstimate | null
  /** Work with several charges, which the core stops at the limit: the core receives `max_credits`. */
  isJob?: boolean
}

/** Work that continues after the answer, identified by `meta.job_id` and queried with the argument `job_id`. */
export interface ToolJob {
  /** The prefix of its task ids: `verify-123`. */
  kind: string
  /** The current state of the job. Throws AppError `not_found` for other callers' jobs. */
  find: (call: Call, id: number) => Promise<{ status: string; total: number; done: number; createdAt: Date }>
  /** Ends it; what is done stays. Throws AppError `not_found`, or `forbidden` if the caller may not. */
  cancel: (call: Call, id: number) => Promise<unknown>
}

/** A file generated while it is read. */
export interface ToolFile {
  /** Media type of the content. */
  type: string
  chunks: AsyncIterable<string | Uint8Array>
}

/** A page that hosts with MCP Apps show next to an answer. */
export type ViewName = 'people' | 'campaign'

/** One tool. The eight required members are what clients see, the schemas, and the function that does the work. */
export interface Tool {
  name: string
  title: string
  description: string
  input: z.ZodObject
  /** Arguments that are refused when missing. If one of two is needed, neither is required here, and the core reports it. */
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
   * If set, the tool acts only when confirmed: `confirm` becomes an additional argument, and `data` is null until then. An
   * action that needs no confirmation, such as undoing, returns null.
   */
  preview?: (call: Call, raw: unknown) => Promise<{ data: Preview | null }>
  spends?: Spending
  /**
   * Writing arguments of a tool that only reads without them: a caller who may not write, or asked for read-only tools, sees
   * the tool without them, as a read-only one. The description's sentence about them is left out.
   */
  writes?: { arguments: readonly string[]; sentence: string }
  /** The call becomes a task if the client supports tasks and the work takes a while. */
  job?: ToolJob
  /** The view that shows its answers if the host supports it; the answers are the same without. */
  view?: ViewName
  /** What the argument `clear` can empty; if absent, the tool has no such argument. */
  clears?: readonly string[]
  /** Alternative names of arguments, used if the argument is not sent under its own name: alias → name. */
  parameterAliases?: Readonly<Record<string, string>>
  /** Names it also responds to; they are never listed. */
  toolAliases?: readonly string[]
  rows?: Rows
  /** Where in `data` the objects are whose fields the argument `fields` selects; empty for `data` itself. */
  records?: readonly string[]
  /** Completes names and finds records by name, for prompts and resources. */
  named?: Named
  /** Opens the file of an export the tool made. Throws AppError `not_found`. */
  openExport?: (call: Call, id: number) => Promise<ToolFile | undefined>
  /** Everyday words for the values its filters accept: value → words. */
  synonyms?: () => Readonly<Record<string, readonly string[]>>
  /** Fields under `data` written by strangers: named in `meta.untrusted_fields` when not empty. */
  untrusted?: readonly string[]
  /** Fields written by strangers that are left out of the text form, because only programs need them. */
  notInText?: readonly string[]
  /** Texts written by the account's own people, which keep their lines and markup. */
  written?: readonly string[]
  /**
   * Whether it sends depends on the record: listed for callers who may write; the core requires the right to send when it does.
   */
  sendsAtTimes?: boolean
  /** Another tool does the same: this one still responds but is in no list. */
  unlisted?: boolean
  /** Listed whichever toolsets are selected (never for the test key). */
  always?: boolean
  /** Adds the rights of this connection to `meta`. */
  showsRights?: boolean
  /** Gives the documented test key a fixed answer. */
  answersTestKey?: boolean
  /** Advice on an error of this tool, instead of the general one; null falls back to the general one. */
  hints?: Partial<Record<ErrorId, (item: ErrorItem) => string | null>>
  /** Resources with what was created, in addition to the text. */
  links?: (data: unknown) => readonly { uri: string; name: string; mimeType: string }[]
  /** First line of the text form, in Quarry's words; if absent or null, it is made from `rows` or the title. */
  firstLine?: (answer: ToolAnswer) => string | null
}

/** Tools that are selected together. */
export interface Toolset {
  name: string
  /** The subject of their scopes: `data:read`, `leads:write`. */
  area: 'data' | 'leads' | 'campaigns' | 'care'
  tools: readonly Tool[]
}

/** Checks the type of a tool where it is written; adds nothing. */
export const defineTool = (tool: Tool): Tool => tool
