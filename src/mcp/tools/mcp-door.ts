import type { IncomingMessage } from 'node:http'
import { newCall } from '../../context.ts'
import type { Call, Context, Principal } from '../../context.ts'
import type { Toolset } from './define-tool.ts'
import type { Selection } from './toolsets.ts'

/** What the MCP door is given. It decides nothing itself: rights, rate limits, prices and facts come from the core. */
export interface McpDoor {
  context: Context
  version: string
  /** In the order clients show them. */
  toolsets: readonly Toolset[]
  /** Identifies the caller by the request's headers. Throws AppError `authentication_failed`. */
  authenticate: (request: IncomingMessage) => Promise<Principal>
  /** How to connect, for a request without a valid key or token; null if there are only keys. */
  challengeOf?: (request: IncomingMessage) => string | null
  /** Counts a protocol message (all but `tools/call`, which the core counts). Throws the AppError that refuses it. */
  countRequest: (call: Call) => Promise<void>
  /** @param id of the error that refused a request. */
  countRefusal: (id: string) => void
  /** Aborted when the server stops, which ends open streams. */
  stopping?: AbortSignal
}

/** One request that passed the guards. */
export interface Visit {
  caller: Principal
  selection: Selection
  requestId: string
  /** The `Accept` header allows the answer to be a stream, so that progress can be reported. */
  acceptsStream: boolean
  /** The methods of its messages. */
  methods: ReadonlySet<string>
  /** The cached list of tools is spliced into the answer as bytes; the server of the visit returns an empty list. */
  keptList: boolean
  /** Whether closing the connection cancels the work: true on 2026-07-28; on older revisions the work continues. */
  closingCancels: boolean
  /** Aborted when the connection closes before the answer is sent. */
  hungUp: AbortSignal
  /** Called for each message refused by the rate limit. */
  noteRefusal: () => void
}

/** How a call waits, if not as usual. */
export type Waiting = Pick<Call, 'signal'> & Partial<Pick<Call, 'progress' | 'crawlWaitMs' | 'maxRows'>>

/** The call of a capability on behalf of a visit. */
export const callOfVisit = (context: Context, { caller, requestId, hungUp }: Visit, waiting: Waiting): Call =>
  newCall(context, { principal: caller, requestId, hungUp, ...waiting })
