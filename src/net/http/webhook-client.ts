import { isIP } from 'node:net'
import type { DnsClient } from '../dns-client.ts'
import { createGuardedPost } from './guarded-post.ts'
import { bareHost } from './http-connector.ts'
import type { RefusedReason } from './http-exchange.ts'
import { fetchRefusalOf } from './http-refusal.ts'
import { createAddressGuard } from '../public-address.ts'
import { timeLimit } from '../../lib/process/with-deadline.ts'

/** Posts to URLs chosen by users: guarded like every other fetch, no redirects, the text of the answer is not read. */
export interface WebhookClient {
  /** Whether this may be a target, judging by its text; names are looked up at each post. */
  accepts: (url: string) => 'yes' | 'no_url' | 'private_address' | 'bad_port'
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

export type PostResult = { outcome: 'answered'; status: number } | { outcome: 'refused'; reason: WhyRefused }
type WhyRefused = RefusedReason | 'bad_port'

export interface WebhookClientOptions {
  userAgent: string
  dns: DnsClient
  /** Whether addresses in the operator's own network may be targets. */
  allowPrivate: boolean
  /** Ports open to webhooks in addition to the usual ones: `3000` or `5000-5010`. */
  ports: readonly string[]
}

const EVERYWHERE = ['0.0.0.0/0', '::/0']
/** Maximum length of an answer that is read, and ignored, so that the connection can be kept alive. */
const MAX_ANSWER_BYTES = 65_536

export function createWebhookClient({ userAgent, dns, allowPrivate, ports }: WebhookClientOptions): WebhookClient {
  const guard = createAddressGuard(allowPrivate ? EVERYWHERE : [])
  const { send, close } = createGuardedPost({ userAgent, dns, guard })
  const open = [...USUAL_PORTS, ...ports].map(rangeOf)
  return { accepts, post, close }

  function accepts(text: string): ReturnType<WebhookClient['accepts']> {
    const url = URL.parse(text)
    if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return 'no_url'
    if (!open.some(([first, last]) => portOf(url) >= first && portOf(url) <= last)) return 'bad_port'
    if (allowPrivate) return 'yes'
    const host = bareHost(url.hostname).replace(/\.$/, '')
    const isAllowed = isIP(host) === 0 ? host.includes('.') && !host.endsWith('.localhost') : guard.allows(host)
    return isAllowed ? 'yes' : 'private_address'
  }

  async function post(url: string, { headers, body, deadlineMs, signal }: WebhookMessage): Promise<PostResult> {
    if (accepts(url) === 'bad_port') return { outcome: 'refused', reason: 'bad_port' }
    using limit = timeLimit(deadlineMs, signal)
    try {
      const answer = await send(url, { headers, body, signal: limit.signal })
      await answer.body.dump({ limit: MAX_ANSWER_BYTES, signal: limit.signal }).catch(() => undefined)
      return { outcome: 'answered', status: answer.statusCode }
    } catch (error) {
      const reason = fetchRefusalOf(error, { deadlinePassed: limit.isOver(), aborted: limit.signal.aborted })
      return { outcome: 'refused', reason }
    }
  }
}

/** Web ports, and those that no system service listens on: mail, shells and databases cannot be reached. */
const USUAL_PORTS = ['80', '443', '8000-65535'] as const

function rangeOf(text: string): [number, number] {
  const [first = '', last = first] = text.split('-')
  return [Number(first), Number(last)]
}

const portOf = ({ port, protocol }: URL): number => (port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port))
