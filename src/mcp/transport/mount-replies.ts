import type { ServerResponse } from 'node:http'
import type { AppError, ErrorId } from '../../errors.ts'
import { endUnread } from '../../lib/input/unread-body.ts'

/** What the mount answers on its own: JSON with fixed sentences, never a page, a stack or somebody's message. */

/** JSON-RPC 2.0 section 5.1, and the code servers use for refusals of their own. */
export const RPC = {
  parseError: -32_700,
  invalidRequest: -32_600,
  internalError: -32_603,
  refused: -32_000,
  unsupportedProtocolVersion: -32_022,
} as const

export interface Refusal {
  /** What it is counted as. */
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

/** The id of a single JSON-RPC request, to be repeated in its error. */
export type RpcId = string | number | null

export const rpcRefusal = (
  status: number,
  error: RpcError,
  id: RpcId = null,
  headers: Record<string, string> = {},
): Refusal => ({ id: countedAs(status, error), status, headers, body: { jsonrpc: '2.0', id, error } })

/** What `/v2` calls the same. */
const BY_STATUS: ReadonlyMap<number, ErrorId> = new Map([
  [403, 'forbidden'],
  [405, 'method_not_allowed'],
  [413, 'payload_too_large'],
  [415, 'unsupported_media_type'],
])

const countedAs = (status: number, { code }: RpcError): ErrorId =>
  BY_STATUS.get(status) ?? (code === RPC.parseError ? 'malformed_json' : 'wrong_params')

/** An error of ours before a tool is reached. */
export function protocolRefusalOf(error: AppError, requestId: string, id: RpcId): Refusal {
  const [{ id: errorId, details }] = error.errors
  const data = { id: errorId, retry_after_seconds: error.retryAfterSeconds ?? null, request_id: requestId }
  const code = error.status >= 500 ? RPC.internalError : RPC.refused
  const headers: Record<string, string> =
    error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) }
  return { ...rpcRefusal(statusOf(error), { code, message: `${errorId}: ${details}`, data }, id, headers), id: errorId }
}

/** Hosts read a 403 as missing authorization, so a refusal by speed is always 429 here. */
const statusOf = (error: AppError): number => (error.id === 'rate_limit_exceeded' ? 429 : error.status)

/**
 * RFC 6750 section 3. No `resource_metadata` for those who send a key: clients that see it prefer it to the key they were
 * given.
 * @param ways what is there for others, where there is more than keys.
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
