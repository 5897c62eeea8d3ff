import type { Clock } from '../../lib/process/clock.ts'
import type { OffThread } from '../../lib/process/off-thread.ts'
import type { HttpClient } from '../../net/http/http-exchange.ts'
import type { PageLink } from '../extract/page/page-facts.ts'
import type { PageResponse } from './page-parser.ts'
import type { Politeness } from './politeness.ts'
import type { ReadingNeeds, ReadAnswer } from './read-answer.ts'

/** What the index knows about a page from an earlier visit. */
export interface KnownPage {
  etag: string | null
  lastModified: string | null
  contentHash: string
  /** The links worth following, so that an unchanged page still leads to others. */
  links: PageLink[]
}

export interface CrawlNeeds {
  http: HttpClient
  clock: Clock
  /** Reads one answer; never throws. */
  read: (response: PageResponse, needs: ReadingNeeds) => Promise<ReadAnswer>
  known: (url: string) => Promise<KnownPage | null>
  /** Reads large robots.txt files and sitemaps; if absent, they are read on the caller's thread. */
  offThread?: OffThread
  /** Least time between two requests to one host, in ms. */
  delayMs: number
  /** Full `User-Agent` header with a contact URL; its first product token is the name looked up in robots.txt. */
  userAgent: string
  signal: AbortSignal
  /**
   * Shared by all crawls of a process, so that no two of them request from one host at the same time; if absent, the crawl
   * makes its own.
   */
  politeness?: Politeness
  /** Pages on which the index has sources: visited early, so that anything that vanished is noticed. */
  revisit?: readonly string[]
}
