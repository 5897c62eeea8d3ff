import { Agent } from 'undici'
import type { Dispatcher } from 'undici'
import type { DnsClient } from '../dns-client.ts'
import { guardedConnector } from './http-connector.ts'
import type { AddressGuard } from '../public-address.ts'

/** Posts JSON over connections guarded like every other fetch; no redirects. */
export interface GuardedPost {
  /** Rejects like undici, and with the guard's refusals. The body of the answer must be read or dumped. */
  send: (url: string, message: PostMessage) => Promise<Dispatcher.ResponseData>
  close: () => Promise<void>
}

export interface PostMessage {
  headers: Record<string, string>
  /** JSON */
  body: string
  signal: AbortSignal
}

export interface GuardedPostOptions {
  userAgent: string
  dns: DnsClient
  guard: AddressGuard
}

const MAX_HEADER_BYTES = 16_384

export function createGuardedPost({ userAgent, dns, guard }: GuardedPostOptions): GuardedPost {
  const connect = guardedConnector({ dns, guard })
  const agent = new Agent({ connect, connections: 4, pipelining: 1, maxHeaderSize: MAX_HEADER_BYTES, allowH2: false })
  const ours = { 'user-agent': userAgent, 'content-type': 'application/json' }
  return {
    send: async (url, { headers, body, signal }) => {
      const { origin, pathname, search } = new URL(url)
      const path = pathname + search
      return agent.request({ origin, path, method: 'POST', headers: { ...ours, ...headers }, body, signal })
    },
    close: () => agent.destroy(),
  }
}
