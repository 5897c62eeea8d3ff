import type { RefusedReason } from '../../net/http/http-exchange.ts'
import type { PageFacts, PageLink } from '../extract/page/page-facts.ts'

/** Input and output of a crawl: the shapes shared by the crawler, the job that runs it and the index that stores it. */

/** Limits for one visit of a domain; whichever ends it first, what was found so far is kept. */
export interface CrawlBudget {
  /** Page requests, whatever their answer; robots.txt and sitemaps do not count. */
  pages: number
  /** Body bytes of pages and sitemaps as transferred. */
  bytes: number
  /** Wall time. */
  seconds: number
  /** Bytes of one page after decompression; the rest of a longer page is not read. */
  pageBytes: number
  /** Redirects followed for one page. */
  redirects: number
  /** Links from the start page. */
  depth: number
}

export const DEFAULT_BUDGET: CrawlBudget = {
  pages: 30,
  bytes: 15_000_000,
  seconds: 90,
  pageBytes: 2_000_000,
  redirects: 5,
  depth: 4,
}

interface CrawlProgress {
  pages: number
  queued: number
  bytes: number
}

export interface PageRead {
  kind: 'page'
  /** Final URL, after redirects and without a fragment. */
  url: string
  status: number
  etag: string | null
  lastModified: string | null
  /** SHA-256 of the body, hex. */
  contentHash: string
  fetchedAt: Date
  /** The links worth following, best first, limited in number; stored for the next visit. */
  links: PageLink[]
  facts: PageFacts
  /** The page exceeded the budget, so what is missing here may still be on the page. */
  truncated: boolean
}

/** 304, or the same content hash: everything known about the page still applies. */
export interface PageUnchanged {
  kind: 'unchanged'
  url: string
  fetchedAt: Date
}

/** The page answers but shows nothing any more: its sources are gone. */
export interface PageAbsent {
  kind: 'absent'
  url: string
  status: number
  reason: 'gone' | 'noindex' | 'moved' | 'not_text'
  fetchedAt: Date
}

/** It is not known what the page says now: its sources stay unchanged. */
export interface PageUnreachable {
  kind: 'unreachable'
  url: string
  reason: UnreachableReason
}

export type UnreachableReason =
  | RefusedReason
  | 'robots'
  | 'robots_unavailable'
  | 'off_site'
  | 'http_4xx'
  | 'http_5xx'
  | 'moved_for_now'
  | 'host_gave_up'
  | 'parse_failed'

export type CrawlEvent = CrawlProgress & (PageRead | PageUnchanged | PageAbsent | PageUnreachable)

export interface CrawlSummary {
  /**
   * `blocked`: the site does not want us (robots.txt, 401, 403, 429, 503); `failed`: no host answers, or the visit was stopped.
   */
  outcome: 'done' | 'blocked' | 'failed'
  reason: UnreachableReason | null
  pages: number
  bytes: number
  /** The budget that ended the visit, if any. */
  budgetMet: null | 'pages' | 'bytes' | 'seconds'
  /** Registrable domain whose pages were read: `domain`, or the one its start page redirects to. */
  site: string
  /** Other registrable domains the start page redirected to. */
  aliases: string[]
  /** The one among these to which it moved permanently. */
  movedTo: string | null
  /** Other registrable domains linked from pages of the site, most often linked first: candidates only. */
  linkedDomains: string[]
}
