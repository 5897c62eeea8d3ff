import { redirectTarget } from '../../net/http/page-url.ts'
import type { HttpResponse } from '../../net/http/http-exchange.ts'
import type { Politeness } from '../crawl/politeness.ts'

const MAX_REDIRECTS = 5
const DEADLINE_MS = 15_000

/**
 * Fetches one file as politely as a page: with robots.txt and the host's turn at every hop, whatever hosts redirects lead to.
 * Null if it cannot be fetched (forbidden, too large, no answer, not 200).
 */
export async function fetchPolitely(
  politeness: Politeness,
  start: URL,
  { maxBytes, signal }: { maxBytes: number; signal: AbortSignal },
): Promise<HttpResponse | null> {
  let url = start
  for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
    const { verdict } = await politeness.permission(url, signal)
    if (verdict !== 'allowed') return null
    const result = await politeness.exchange(url, { signal, maxBytes, deadlineMs: DEADLINE_MS })
    if (result === null || result.outcome === 'refused') return null
    const next = redirectTarget(result)
    if (next === 'bad_url') return null
    if (next === null) return result.status === 200 ? result : null
    url = next
  }
  return null
}
