import { z } from 'zod'
import { domainField } from '../../lib/input/field-kinds.ts'
import { capability } from '../capability/capability.ts'
import { isDomainOptedOut } from '../optouts/opted-out.ts'
import { missing } from '../../lib/input/input-fields.ts'

const CrawlOutput = z.object({
  data: z.object({
    domain: z.string(),
    /** Null for a domain that was never requested, or whose owner has opted out. */
    status: z.enum(['queued', 'running', 'done', 'blocked', 'failed']).nullable(),
    /** Why it was blocked or failed, as one of Quarry's own codes. */
    reason: z.string().nullable(),
    pages: z.int(),
    /** How many pages will have been read in the end, as far as is known: those found so far, within the budget. */
    expected_pages: z.int(),
    addresses: z.int(),
  }),
  meta: z.object({}),
})

/** How far the latest visit to a site has got; requests none, and is free. */
export const GetCrawl = capability({
  name: 'get_crawl',
  group: 'domain_search',
  scope: 'read',
  isLight: true,
  input: z.object({ domain: domainField('Company domain, such as "example.org".') }),
  output: CrawlOutput,
  check: ({ domain }) => missing('domain', domain),
  run: async (call, { domain = '' }) => {
    const state = (await isDomainOptedOut(call, domain)) ? null : await call.store.crawls.find(domain)
    const { status = null, reason = null, pages = 0, queued = 0, pageBudget = 0, addresses = 0 } = state ?? {}
    const expected_pages = status === 'running' ? Math.max(pages, Math.min(pages + queued, pageBudget)) : pages
    return { data: { domain, status, reason, pages, expected_pages, addresses }, meta: {} }
  },
})
