import { Agent } from 'undici'
import type { DnsClient } from '../dns-client.ts'
import { ACCEPTED_ENCODINGS, readResponseBody } from '../http/http-body.ts'
import { guardedConnector } from '../http/http-connector.ts'
import { addressKind, createAddressGuard } from '../public-address.ts'
import { isRecord } from '../../lib/text/json-record.ts'
import type { JsonRecord } from '../../lib/text/json-record.ts'
import { timeLimit } from '../../lib/process/with-deadline.ts'

/**
 * Sends requests to servers that issue tokens: over TLS, without it only in networks that the operator opened for mail; guarded
 * like every other fetch, no redirects, limited in time and size.
 */
export interface OauthHttp {
  /** Null when there was no readable answer. Never rejects. */
  postForm: (url: string, fields: Readonly<Record<string, string>>) => Promise<OauthAnswer | null>
  getJson: (url: string) => Promise<OauthAnswer | null>
}

export interface OauthAnswer {
  status: number
  /** Null when it is not a JSON object. */
  body: JsonRecord | null
  /** How long the server asks to wait (RFC 9110 10.2.3); null if it does not say. */
  retryAfterMs: number | null
}

export interface OauthHttpOptions {
  userAgent: string
  dns: DnsClient
  /** Networks open in addition to public ones (CIDR), with and without TLS. */
  allowedNetworks: readonly string[]
  deadlineMs?: number
}

const DEADLINE_MS = 10_000
const MAX_ANSWER_BYTES = 65_536
const MAX_HEADER_BYTES = 16_384
const MAX_RETRY_AFTER_SECONDS = 3_600

/** @throws RangeError when an allowed network is not a network */
export function createOauthHttp({ userAgent, dns, allowedNetworks, deadlineMs }: OauthHttpOptions): OauthHttp {
  const guard = createAddressGuard(allowedNetworks)
  const inside = { allows: (address: string) => guard.allows(address) && addressKind(address) !== 'public' }
  const agentOf = (allowed: typeof guard) =>
    new Agent({
      connect: guardedConnector({ dns, guard: allowed }),
      connections: 4,
      pipelining: 1,
      maxHeaderSize: MAX_HEADER_BYTES,
      allowH2: false,
    })
  const agents = new Map([
    ['https:', agentOf(guard)],
    ['http:', agentOf(inside)],
  ])

  async function ask(url: string, body: string | null): Promise<OauthAnswer | null> {
    using limit = timeLimit(deadlineMs ?? DEADLINE_MS)
    try {
      const { protocol, origin, pathname, search } = new URL(url)
      const agent = agents.get(protocol)
      if (agent === undefined) return null
      const answer = await agent.request({
        origin,
        path: pathname + search,
        method: body === null ? 'GET' : 'POST',
        headers: {
          'user-agent': userAgent,
          accept: 'application/json',
          'accept-encoding': ACCEPTED_ENCODINGS,
          ...(body !== null && { 'content-type': 'application/x-www-form-urlencoded' }),
        },
        body,
        signal: limit.signal,
      })
      const encoding = String(answer.headers['content-encoding'] ?? '')
      const read = await readResponseBody(answer.body, encoding, { maxBytes: MAX_ANSWER_BYTES, overflow: 'refuse' })
      if (read.outcome !== 'read') return null
      return {
        status: answer.statusCode,
        body: objectOf(read.body),
        retryAfterMs: retryAfterOf(answer.headers['retry-after']),
      }
    } catch {
      return null
    }
  }

  return {
    postForm: (url, fields) => ask(url, new URLSearchParams(fields).toString()),
    getJson: (url) => ask(url, null),
  }
}

function objectOf(body: Buffer): JsonRecord | null {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    return isRecord(parsed) ? parsed : null
  } catch {
    return null
  }
}

/** Only seconds: a date would depend on an unknown clock. */
function retryAfterOf(header: string | string[] | undefined): number | null {
  const seconds = /^\d{1,6}$/.exec(String(header ?? ''))?.[0]
  return seconds === undefined ? null : Math.min(Number(seconds), MAX_RETRY_AFTER_SECONDS) * 1_000
}
