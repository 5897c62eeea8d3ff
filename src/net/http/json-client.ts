import type { DnsClient } from '../dns-client.ts'
import { createGuardedPost } from './guarded-post.ts'
import { ACCEPTED_ENCODINGS, readResponseBody } from './http-body.ts'
import { createAddressGuard } from '../public-address.ts'
import { timeLimit } from '../../lib/process/with-deadline.ts'

/** Posts JSON to services named by the operator, and reads JSON: guarded like every other fetch, no redirects. */
export interface JsonClient {
  /** The parsed body of a 200; null for any other answer, or none. Never rejects. */
  post: (url: string, message: JsonMessage) => Promise<unknown>
}

export interface JsonMessage {
  headers: Record<string, string>
  body: unknown
  /** For everything. */
  deadlineMs: number
  /** Of the answer; a longer one is ignored. */
  maxBytes: number
}

export interface JsonClientOptions {
  userAgent: string
  dns: DnsClient
  /** Networks open in addition to public ones (CIDR). */
  allowedNetworks: readonly string[]
}

/** @throws RangeError when an allowed network is not a network */
export function createJsonClient({ userAgent, dns, allowedNetworks }: JsonClientOptions): JsonClient {
  const { send } = createGuardedPost({ userAgent, dns, guard: createAddressGuard(allowedNetworks) })
  return {
    post: async (url, { headers, body, deadlineMs, maxBytes }) => {
      using limit = timeLimit(deadlineMs)
      try {
        const answer = await send(url, {
          headers: { 'accept-encoding': ACCEPTED_ENCODINGS, ...headers },
          body: JSON.stringify(body),
          signal: limit.signal,
        })
        const encoding = String(answer.headers['content-encoding'] ?? '')
        const read = await readResponseBody(answer.body, encoding, { maxBytes, overflow: 'refuse' })
        if (answer.statusCode !== 200 || read.outcome !== 'read') return null
        return JSON.parse(read.body.toString('utf8')) as unknown
      } catch {
        return null
      }
    },
  }
}
