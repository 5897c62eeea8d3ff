import type { FetchOptions, FetchResult } from '../../net/http-exchange.ts'
import type { RobotsAnswer } from './robots-cache.ts'

/** How this process behaves towards web hosts: one shared by all crawls, so that its promises hold for the process. */
export interface Politeness {
  /** One exchange, without redirects, when it is this host's turn. `null`: we gave this host up. */
  exchange: (url: URL, options: FetchOptions) => Promise<FetchResult | null>
  robotsFor: (url: URL, signal: AbortSignal) => Promise<RobotsAnswer>
}
