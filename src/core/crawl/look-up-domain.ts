import type { Call } from '../../context.ts'
import type { DomainFacts, DomainQuestion } from '../../db/search/search-store.ts'
import { isDisposable, isWebmail } from '../../engine/classify/domain-kinds.ts'
import { optoutDomains } from '../optouts/optout-digests.ts'
import { ensureCrawled } from './crawl-state.ts'
import type { CrawlMeta } from './crawl-state.ts'

/**
 * Reads what is known about a domain, after a first crawl if it needs one.
 * @param read queries the index; called again if a crawl may have changed the answer.
 * @returns null for a domain that shows no addresses: a mailbox provider, a disposable service, or one whose owner opted out.
 * None of them is crawled.
 */
export async function lookUp<Known extends { facts: DomainFacts }>(
  call: Call,
  domain: string,
  read: (question: DomainQuestion) => Promise<Known>,
): Promise<(Known & { crawl: CrawlMeta | null }) | null> {
  const lists = call.lists.inUse
  if (isWebmail(domain, lists) || isDisposable(domain, lists)) return null
  const question = { domain, optoutDomains: optoutDomains(domain), now: call.clock.now() }
  const known = await read(question)
  if (known.facts.optedOut) return null
  if (known.facts.freshlyCrawled || !call.config.crawl.enabled) return { ...known, crawl: null }
  const crawl = await ensureCrawled(call, domain)
  return { ...(await read(question)), crawl }
}
