import { isIP } from 'node:net'
import type { DnsClient } from './dns-client.ts'
import { createGuardedPost } from './guarded-post.ts'
import { bareHost } from './http-connector.ts'
import type { RefusedReason } from './http-exchange.ts'
import { refusalOf } from './http-refusal.ts'
import { createAddressGuard } from './public-address.ts'

/** Posts to addresses that users chose: guarded as every other fetch, no redirects, the answer's text is not read. */
export interface WebhookClient {
  /** Whether this may be a target as far as its spelling tells; names are looked up at each post. */
  accepts: (url: string) => 'yes' | 'no_url' | 'private_address'
  /** Never rejects. */
  post: (url: string, message: WebhookMessage) => Promise<PostResult>
  close: () => Promise<void>
}

export interface WebhookMessage {
  headers: Record<string, string>
  body: string
  deadlineMs: number
  signal: AbortSignal
}

export type PostResult = { outcome: 'answered'; status: number } | { outcome: 'refused'; reason: RefusedReason }

export interface WebhookClientOptions {
  userAgent: string
  dns: DnsClient
  /** Whether addresses of the operator's own network may be targets. */
  allowPrivate: boolean
}

const EVERYWHERE = ['0.0.0.0/0', '::/0']
/** Most of an answer that is read away so that the connection can be kept. */
const MAX_ANSWER_BYTES = 65_536

export function createWebhookClient({ userAgent, dns, allowPrivate }: WebhookClientOptions): WebhookClient {
  const guard = createAddressGuard(allowPrivate ? EVERYWHERE : [])
  const { send, close } = createGuardedPost({ userAgent, dns, guard })
  return { accepts, post, close }

  function accepts(text: string): 'yes' | 'no_url' | 'private_address' {
    const url = URL.parse(text)
    if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return 'no_url'
    if (allowPrivate) return 'yes'
    const host = bareHost(url.hostname).replace(/\.$/, '')
    const isAllowed = isIP(host) === 0 ? host.includes('.') && !host.endsWith('.localhost') : guard.allows(host)
    return isAllowed ? 'yes' : 'private_address'
  }

  async function post(url: string, { headers, body, deadlineMs, signal }: WebhookMessage): Promise<PostResult> {
    const deadline = AbortSignal.timeout(deadlineMs)
    const either = AbortSignal.any([deadline, signal])
    try {
      const answer = await send(url, { headers, body, signal: either })
      await answer.body.dump({ limit: MAX_ANSWER_BYTES, signal: either }).catch(() => undefined)
      return { outcome: 'answered', status: answer.statusCode }
    } catch (error) {
      const reason = refusalOf(error, { deadlinePassed: deadline.aborted, aborted: either.aborted })
      return { outcome: 'refused', reason }
    }
  }
}
