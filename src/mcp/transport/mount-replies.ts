import type { ServerResponse } from 'node:http'
import type { AppError, ErrorId } from '../../errors.ts'
import { endUnread } from '../../lib/input/unread-body.ts'

/** What the mount answers itself: JSON with fixed sentences, never a page, a stack trace or an exception's message. */

/** JSON-RPC 2.0 section 5.1, and the code used for a server's own refusals. */
export const RPC = {
  parseError: -32_700,
  invalidRequest: -32_600,
  internalError: -32_603,
  refused: -32_000,
  unsupportedProtocolVersion: -32_022,
} as const

export interface Refusal {
  /** The id under which it is counted. */
  id: ErrorId
  status: number
  headers?: Record<string, string>
  body: unknown
}

export interface RpcError {
  code: number
  message: string
  data?: unknown
}

/** The id of a single JSON-RPC request, repeated in its error. */
export type RpcId = string | number | null

export const rpcRefusal = (
  status: number,
  error: RpcError,
  id: RpcId = null,
  headers: Record<string, string> = {},
): Refusal => ({ id: countedAs(status, error), status, headers, body: { jsonrpc: '2.0', id, error } })

/** The error id `/v2` uses for the same status. */
const BY_STATUS: ReadonlyMap<number, ErrorId> = new Map([
  [403, 'forbidden'],
  [405, 'method_not_allowed'],
  [413, 'payload_too_large'],
  [415, 'unsupported_media_type'],
])

const countedAs = (status: number, { code }: RpcError): ErrorId =>
  BY_STATUS.get(status) ?? (code === RPC.parseError ? 'malformed_json' : 'wrong_params')

/** One of our errors before a tool is reached. */
export function protocolRefusalOf(error: AppError, requestId: string, id: RpcId): Refusal {
  const [{ id: errorId, details }] = error.errors
  const data = { id: errorId, retry_after_seconds: error.retryAfterSeconds ?? null, request_id: requestId }
  const code = error.status >= 500 ? RPC.internalError : RPC.refused
  const headers: Record<string, string> =
    error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) }
  return { ...rpcRefusal(statusOf(error), { code, message: `${errorId}: ${details}`, data }, id, headers), id: errorId }
}

/** Hosts take a 403 for missing authorization, so a rate-limit refusal is always 429 here. */
const statusOf = (error: AppError): number => (error.id === 'rate_limit_exceeded' ? 429 : error.status)

/**
 * RFC 6750 section 3. No `resource_metadata` for clients that send a key: a client that sees it would prefer it to its key.
 * @param ways the challenge for others, if there is more than keys.
 */
export function unauthorized(error: AppError, keySent: boolean, ways: string | null = null): Refusal {
  const [{ id, details }] = error.errors
  const challenge = ways ?? (keySent ? 'Bearer realm="quarry", error="invalid_token"' : 'Bearer realm="quarry"')
  return {
    id,
    status: 401,
    headers: { 'WWW-Authenticate': challenge, 'Cache-Control': 'no-store' },
    body: { error: 'invalid_token', error_description: details, errors: [{ id, code: 401, details }] },
  }
}

export function send(response: ServerResponse, { status, headers = {}, body }: Refusal): void {
  if (response.headersSent) {
    response.end()
    return
  }
  const text = JSON.stringify(body)
  response.statusCode = status
  const all = {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
    ...headers,
  }
  for (const [name, value] of Object.entries(all)) response.setHeader(name, value)
  if (response.req.method === 'HEAD') response.end()
  else endUnread(response.req, response, text)
}
