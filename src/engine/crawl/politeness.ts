import { createByteBudget } from '../../lib/process/byte-budget.ts'
import type { ByteBudget } from '../../lib/process/byte-budget.ts'
import type { Clock } from '../../lib/process/clock.ts'
import type { FetchResult, HttpClient } from '../../net/http/http-exchange.ts'
import type { OffThread } from '../../lib/process/off-thread.ts'
import { createAddressPace } from './address-pace.ts'
import { createHostGate } from './host-gate.ts'
import { createHostPlaces, type PlaceStore } from './places.ts'
import { createRobotsCache, type PoliteRequests, type RobotsAnswer, type RobotsFiles } from './robots-cache.ts'
import { createRobotsReader } from './robots-reader.ts'
import { crawlDelayFor, isAllowed } from './robots.ts'

/** How Quarry behaves towards web hosts; shared by all crawls of a process, so that its limits apply. */
export interface Politeness extends PoliteRequests {
  /** Leaves the hosts to other processes. */
  leave: () => Promise<void>
  /** Whether robots.txt allows us to fetch this URL. Also used for logos and archived pages. */
  permission: (url: URL, signal: AbortSignal) => Promise<Permission>
}

export interface Permission {
  verdict: 'allowed' | 'robots' | 'robots_unavailable' | 'no_host' | 'no_network'
  /** Seconds that robots.txt asks for between two requests, or null. */
  crawlDelay: number | null
  sitemaps: readonly string[]
}

export interface PolitenessNeeds {
  http: HttpClient
  clock: Clock
  /** Least pause between two requests to one host, ms. */
  delayMs: number
  userAgent: string
  /** Reads large files; if absent, they are read on the caller's thread. */
  offThread?: OffThread
  /** Replaces the usual budget. */
  bodies?: ByteBudget
  /** The IP address of a host, if any; if absent, hosts at one address are not paced together. */
  addressOf?: (host: string) => Promise<string | null>
  /** State shared between processes, so that the limits apply to all of them. If absent, this process is alone. */
  shared?: { places: PlaceStore; robots: RobotsFiles } | null
}

/** Longest `Crawl-delay` that is observed; with a longer one only the start page is fetched, so there is nothing to space out. */
export const MAX_CRAWL_DELAY_SECONDS = 30

/** Nearly every page is smaller than the free allowance; visits at hosts that send as much as they may share the rest. */
const BODIES = { total: 67_108_864, free: 131_072 }

export function createPoliteness({
  http,
  clock,
  delayMs,
  userAgent,
  offThread,
  bodies = createByteBudget(BODIES),
  addressOf,
  shared = null,
}: PolitenessNeeds): Politeness {
  const places = shared === null ? null : createHostPlaces(shared.places)
  const gate = createHostGate(delayMs, places)
  const addresses = createAddressPace(delayMs, places)
  const atAddress = async (host: string, signal: AbortSignal, begin: () => Promise<FetchResult>) => {
    const address = delayMs === 0 ? null : await addressOf?.(host)
    return address === null || address === undefined ? begin() : addresses.run(address, signal, begin)
  }
  const exchange: Politeness['exchange'] = async (url, options) => {
    for (;;) {
      const { hostname } = url
      const begin = () => http.fetch(url, { ...options, maxRedirects: 0 })
      const result = await gate.run(hostname, options.signal, () => atAddress(hostname, options.signal, begin))
      if (result === null || gate.gaveUp(url.hostname)) return null
      if (result.outcome === 'refused' || (result.status !== 429 && result.status !== 503)) return result
    }
  }
  const robots = createRobotsCache({ exchange, bodies }, clock, createRobotsReader(offThread), shared?.robots)
  return {
    exchange,
    bodies,
    leave: async () => places?.close(),
    permission: async (url, signal) => {
      const permission = permissionOf(await robots.answerFor(url, signal), userAgent, url)
      if (permission.crawlDelay !== null && permission.crawlDelay <= MAX_CRAWL_DELAY_SECONDS) {
        gate.slowDown(url.hostname, permission.crawlDelay * 1_000)
      }
      return permission
    },
  }
}

function permissionOf(answer: RobotsAnswer, userAgent: string, url: URL): Permission {
  if (answer.outcome === 'no_host' || answer.outcome === 'no_network')
    return { verdict: answer.outcome, crawlDelay: null, sitemaps: [] }
  if (answer.outcome === 'deny_all') return { verdict: 'robots_unavailable', crawlDelay: null, sitemaps: [] }
  if (answer.outcome === 'allow_all') return { verdict: 'allowed', crawlDelay: null, sitemaps: [] }
  const { robots } = answer
  const verdict = isAllowed(robots, userAgent, url) ? 'allowed' : 'robots'
  return { verdict, crawlDelay: crawlDelayFor(robots, userAgent), sitemaps: robots.sitemaps }
}
