import type { Call } from '../context.ts'
import type { DomainFacts } from '../db/search-store.ts'
import { isDisposable, isWebmail } from '../engine/classify/domain-kinds.ts'
import { claimableDomains } from './claims.ts'
import { ensureCrawled } from './crawl-state.ts'
import type { CrawlMeta } from './crawl-state.ts'

/**
 * What is known of a domain, after a first crawl where it needs one.
 * @returns null for a domain that shows no addresses: a mailbox provider, a disposable service, or one whose owner opted
 * out. None of them is crawled.
 */
export async function lookUp(
  call: Call,
  domain: string,
): Promise<{ facts: DomainFacts; crawl: CrawlMeta | null } | null> {
  if (isWebmail(domain) || isDisposable(domain)) return null
  const read = () => call.store.search.domainFacts(domain, claimableDomains(domain), call.clock.now())
  const facts = await read()
  if (facts.claimed) return null
  if (facts.freshlyCrawled || !call.config.crawl.enabled) return { facts, crawl: null }
  const crawl = await ensureCrawled(call, domain)
  return { facts: await read(), crawl }
}
