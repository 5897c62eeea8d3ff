import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context } from '../../context.ts'
import { hostName, knownHosts, LOOPBACK_NAMES } from '../../lib/input/known-host.ts'
import { RPC, rpcRefusal } from './mount-replies.ts'
import type { Refusal } from './mount-replies.ts'

/** The checks before options and key, in the order in which they run; the first refusal is the answer. */
export type Guard = (request: IncomingMessage, response: ServerResponse) => Refusal | null

type Config = Context['config']

/** More than any call needs: arguments take a few hundred bytes. */
export const MAX_BODY_BYTES = 256 * 1024
/** For `Allow` and its sibling in CORS. */
export const MCP_METHODS = 'POST, OPTIONS'

export const guards = (config: Config): readonly Guard[] => [knownHost(config), knownOrigin(config), postOnly]

const refuse = (status: number, message: string, headers?: Record<string, string>): Refusal =>
  rpcRefusal(status, { code: RPC.refused, message }, null, headers)

const UNKNOWN_HOST = 'This server does not answer to that host name. The operator can add it to QUARRY_ALLOWED_HOSTS.'

function knownHost(config: Config): Guard {
  const isKnown = knownHosts(config)
  return (request) => (isKnown(request) ? null : refuse(403, UNKNOWN_HOST))
}

/** Request headers that browsers may send; no credentials and no wildcard. */
const CORS_REQUEST_HEADERS =
  'Content-Type, Accept, Authorization, X-API-KEY, X-MCP-Toolsets, X-MCP-Readonly, X-Request-Id, MCP-Protocol-Version, Mcp-Method, Mcp-Name'
const CORS_EXPOSED_HEADERS = 'WWW-Authenticate, Retry-After, X-Request-Id'
const CORS_MAX_AGE_SECONDS = '7200'

/** Refuses pages of other origins; an allowed origin gets its CORS headers, whatever the answer. */
function knownOrigin(config: Config): Guard {
  const known = new Set([config.origin, ...config.corsOrigins].map((origin) => origin.toLowerCase()))
  return (request, response) => {
    const { origin } = request.headers
    if (origin === undefined) return null
    response.setHeader('Vary', 'Origin')
    if (!known.has(origin.toLowerCase()) && !(isLoopbackOrigin(origin) && reachedOnLoopback(request)))
      return refuse(403, 'This origin is not allowed. The operator can add it to QUARRY_CORS_ORIGINS.')
    response.setHeader('Access-Control-Allow-Origin', origin)
    response.setHeader('Access-Control-Expose-Headers', CORS_EXPOSED_HEADERS)
    if (request.method === 'OPTIONS') {
      response.setHeader('Access-Control-Allow-Methods', MCP_METHODS)
      response.setHeader('Access-Control-Allow-Headers', CORS_REQUEST_HEADERS)
      response.setHeader('Access-Control-Max-Age', CORS_MAX_AGE_SECONDS)
    }
    return null
  }
}

function isLoopbackOrigin(origin: string): boolean {
  const url = URL.parse(origin)
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === origin && LOOPBACK_NAMES.has(url.hostname)
}

/** Checks both the name the client used and the socket: behind a proxy, the socket is loopback for everyone. */
function reachedOnLoopback({ headers, socket }: IncomingMessage): boolean {
  const name = hostName(headers.host)
  const address = socket.localAddress ?? ''
  return name !== null && LOOPBACK_NAMES.has(name) && /^(?:::ffff:)?127\.|^::1$/.test(address)
}

/** There is no stream to open and no session to end, so only POST makes sense. */
const postOnly: Guard = ({ method }) => {
  if (method === 'POST' || method === 'OPTIONS') return null
  return refuse(405, 'Only POST is supported here.', { Allow: MCP_METHODS })
}

/** A body that announces an excessive length is refused unread. */
export const declaredLength: Guard = ({ headers }) =>
  Number(headers['content-length'] ?? 0) > MAX_BODY_BYTES ? tooLarge() : null

export const tooLarge = (): Refusal =>
  refuse(413, `A request must have at most ${MAX_BODY_BYTES} bytes.`, { Connection: 'close' })
