import type { IncomingMessage } from 'node:http'
import { newCall } from '../../context.ts'
import type { Call, Context, Principal } from '../../context.ts'
import type { Toolset } from './define-tool.ts'
import type { Selection } from './toolsets.ts'

/** What the MCP door is given. It decides nothing: rights, speed, prices and facts come from behind it. */
export interface McpDoor {
  context: Context
  version: string
  /** In the order clients show them. */
  toolsets: readonly Toolset[]
  /** Finds who sends the request, by its headers. Throws AppError `authentication_failed`. */
  authenticate: (request: IncomingMessage) => Promise<Principal>
  /** What a request without a valid key or token is told about how to connect; null if there are only keys. */
  challengeOf?: (request: IncomingMessage) => string | null
  /** Counts a protocol message (all but `tools/call`, which core counts). Throws the AppError that refuses it. */
  countRequest: (call: Call) => Promise<void>
  /** @param id of an error that refused a request. */
  countRefusal: (id: string) => void
  /** Aborted when the server stops: open streams then end. */
  stopping?: AbortSignal
}

/** One request that passed the guards. */
export interface Visit {
  caller: Principal
  selection: Selection
  requestId: string
  /** The `Accept` header allows an answer as a stream, so progress can be told. */
  acceptsStream: boolean
  /** The methods of its messages. */
  methods: ReadonlySet<string>
  /** The list of tools is put into the answer as bytes that are kept: the server of the visit gives an empty one. */
  keptList: boolean
  /** Whether a closed connection cancels the work: it does on 2026-07-28, on older revisions the work runs on. */
  closingCancels: boolean
  /** Aborted when the connection closes before the answer is sent. */
  hungUp: AbortSignal
  /** Called for each of its messages refused by the rate limit. */
  noteRefusal: () => void
}

/** How a call waits, where it differs from a plain one. */
export type Waiting = Pick<Call, 'signal'> & Partial<Pick<Call, 'progress' | 'crawlWaitMs' | 'maxRows'>>

/** The call of a capability for a visit. */
export const callOfVisit = (context: Context, { caller, requestId, hungUp }: Visit, waiting: Waiting): Call =>
  newCall(context, { principal: caller, requestId, hungUp, ...waiting })
