import { z } from 'zod'
import { flag, integer } from './environment-kinds.ts'

const url = z.url({ protocol: /^https?$/ })

/** The variables of the crawler, in the order of `.env.example`. */
export const crawlVariables = {
  QUARRY_CRAWL: flag(true),
  QUARRY_CRAWL_WAIT_MS: integer(8_000, 0, 60_000),
  QUARRY_CRAWL_CONTACT_URL: url.default('https://quarry.example/crawler'),
  QUARRY_CRAWL_DELAY_MS: integer(1_000),
  QUARRY_CRAWL_MAX_PAGES: integer(30, 1, 10_000),
  QUARRY_CRAWL_MAX_BYTES: integer(15_000_000, 10_000),
  QUARRY_CRAWL_MAX_PAGE_BYTES: integer(2_000_000, 10_000, 32_000_000),
  QUARRY_CRAWL_MAX_SECONDS: integer(90, 1, 3_600),
  QUARRY_CRAWL_MAX_DEPTH: integer(4, 0, 20),
  QUARRY_CRAWL_CONCURRENCY: integer(8, 1, 200),
  QUARRY_CRAWL_VISITS: integer(320, 1, 2_000),
  QUARRY_CRAWL_MAX_UNFINISHED: integer(150, 1, 100_000),
  QUARRY_CRAWL_PROXY_URL: url.optional(),
  QUARRY_CRAWL_HTTP_PORT: integer(80, 1, 65_535),
  QUARRY_CRAWL_HTTPS_PORT: integer(443, 1, 65_535),
}

/** Settings for visits to sites. */
export interface CrawlConfig {
  enabled: boolean
  waitMs: number
  userAgent: string
  delayMs: number
  maxPages: number
  maxBytes: number
  maxPageBytes: number
  maxSeconds: number
  maxDepth: number
  /** Pages read and stored at the same time. */
  concurrency: number
  /** Visits open at the same time in one process. */
  visits: number
  /** Unfinished visits that one account may have requested. */
  maxUnfinished: number
  proxyUrl: string | null
  httpPort: number
  httpsPort: number
}

type CrawlVariables = z.infer<z.ZodObject<typeof crawlVariables>>

/** @param version appears in the `User-Agent` */
export const crawlConfig = (env: CrawlVariables, version: string): CrawlConfig => ({
  enabled: env.QUARRY_CRAWL,
  waitMs: env.QUARRY_CRAWL_WAIT_MS,
  userAgent: `QuarryBot/${version} (+${env.QUARRY_CRAWL_CONTACT_URL})`,
  delayMs: env.QUARRY_CRAWL_DELAY_MS,
  maxPages: env.QUARRY_CRAWL_MAX_PAGES,
  maxBytes: env.QUARRY_CRAWL_MAX_BYTES,
  maxPageBytes: env.QUARRY_CRAWL_MAX_PAGE_BYTES,
  maxSeconds: env.QUARRY_CRAWL_MAX_SECONDS,
  maxDepth: env.QUARRY_CRAWL_MAX_DEPTH,
  concurrency: env.QUARRY_CRAWL_CONCURRENCY,
  visits: env.QUARRY_CRAWL_VISITS,
  maxUnfinished: env.QUARRY_CRAWL_MAX_UNFINISHED,
  proxyUrl: env.QUARRY_CRAWL_PROXY_URL ?? null,
  httpPort: env.QUARRY_CRAWL_HTTP_PORT,
  httpsPort: env.QUARRY_CRAWL_HTTPS_PORT,
})
