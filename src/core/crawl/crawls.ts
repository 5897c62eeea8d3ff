import { z } from 'zod'
import type { CrawlStatus, ListedCrawl } from '../../db/index/crawls-store.ts'
import { choiceField, domainField } from '../../lib/input/field-kinds.ts'
import { DEFAULT_ROWS, pageFields } from '../../lib/input/page-fields.ts'
import { audit } from '../accounts/audit.ts'
import { capability } from '../capability/capability.ts'
import { isDomainOptedOut, refusedByOwner } from '../optouts/opted-out.ts'
import { missing } from '../../lib/input/input-fields.ts'

/** Visits to sites, for operators. */

const CRAWL_STATUSES = ['queued', 'running', 'done', 'blocked', 'failed'] as const satisfies readonly CrawlStatus[]

const Crawl = z.object({
  domain: z.string(),
  status: z.enum(CRAWL_STATUSES),
  reason: z.string().nullable(),
  pages: z.int(),
  addresses: z.int(),
  requested_at: z.iso.datetime(),
  started_at: z.iso.datetime().nullable(),
  last_crawled_at: z.iso.datetime().nullable(),
  next_crawl_at: z.iso.datetime().nullable(),
})

const crawlOf = (crawl: ListedCrawl): z.output<typeof Crawl> => ({
  domain: crawl.domain,
  status: crawl.status,
  reason: crawl.reason,
  pages: crawl.pages,
  addresses: crawl.addresses,
  requested_at: crawl.requestedAt.toISOString(),
  started_at: crawl.startedAt?.toISOString() ?? null,
  last_crawled_at: crawl.finishedAt?.toISOString() ?? null,
  next_crawl_at: crawl.nextCrawlAt?.toISOString() ?? null,
})

const shared = { group: 'others', scope: 'operator' } as const

/** Most recently requested first. */
export const ListCrawls = capability({
  ...shared,
  name: 'list_crawls',
  input: z.object({
    status: choiceField(
      CRAWL_STATUSES,
      'wrong_params',
      `status must be one of ${CRAWL_STATUSES.join(', ')}.`,
      'Only visits with this status.',
    ),
    ...pageFields('visits'),
  }),
  output: z.object({
    data: z.array(Crawl),
    meta: z.object({ limit: z.int(), offset: z.int(), more: z.boolean() }),
  }),
  run: async ({ store }, { status = null, limit = DEFAULT_ROWS, offset = 0 }) => {
    const found = await store.crawls.list({ status, limit: limit + 1, offset })
    return { data: found.slice(0, limit).map(crawlOf), meta: { limit, offset, more: found.length > limit } }
  },
})

/** Puts a site in the queue, due or not; a visit already waiting or running stays where it is. */
export const RequestCrawl = capability({
  ...shared,
  name: 'request_crawl',
  input: z.object({ domain: domainField('The domain of the site.') }),
  output: z.object({ data: z.object({ domain: z.string(), requested: z.boolean() }), meta: z.object({}) }),
  check: ({ domain }) => missing('domain', domain),
  run: async (call, { domain = '' }) => {
    if (await isDomainOptedOut(call, domain)) throw refusedByOwner('domain')
    const { store, principal, clock } = call
    const wanted = { now: clock.now(), force: true, accountId: principal.accountId }
    const requested = await store.crawls.request(domain, wanted)
    if (requested) await audit(call, 'crawl_requested', { subject: domain, isOfInstallation: true })
    return { data: { domain, requested }, meta: {}, status: 202 as const }
  },
})
