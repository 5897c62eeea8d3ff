import { ConnectRefused } from './http-connector.ts'
import type { RefusedReason } from './http-exchange.ts'

const TIMEOUT = /TIMEOUT/
/** OpenSSL verify results and Node's own TLS errors. */
const TLS = /^ERR_(?:TLS|SSL)|CERT|SIGNATURE|ISSUER|EPROTO|SELF_SIGNED/
/** The peer answered, but its answer is not HTTP or cannot be inflated. */
const PROTOCOL =
  /^HTTPParserError|^HPE_|^Z_|^ERR_BROTLI|_ERR_BROTLI|^ERR__ERROR|OVERFLOW|CONTENT_LENGTH|UND_ERR_RES|INVALID/

/**
 * Determines what went wrong in an exchange, from Quarry's own errors, the abort signals and the error codes of Node and
 * undici.
 */
export function fetchRefusalOf(error: unknown, state: { deadlinePassed: boolean; aborted: boolean }): RefusedReason {
  if (error instanceof ConnectRefused) return error.reason
  if (state.deadlinePassed) return 'timeout'
  if (state.aborted) return 'aborted'
  const code = codeOf(error)
  // Nothing accepted the connection: not the same as a host that is slow to answer.
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') return 'unreachable'
  if (TIMEOUT.test(code)) return 'timeout'
  if (TLS.test(code)) return 'tls'
  return PROTOCOL.test(code) ? 'protocol' : 'unreachable'
}

/** The error's code, or its name if it has none (undici's parser errors). */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
