import type { Context } from '../../context.ts'
import { learnPattern } from '../../engine/find/pattern-learner.ts'
import type { Usual } from '../../engine/find/pattern-learner.ts'
import { countDomain, usualAt } from '../../engine/find/usual-patterns.ts'
import type { PatternCounts } from '../../engine/find/usual-patterns.ts'
import { HOUR_MS } from '../../lib/process/clock.ts'
import { bareRecord } from '../../lib/text/own-value.ts'
import { evidenceOf } from '../crawl/learn-domain.ts'

const SETTING = 'usual_patterns'
/** More domains than this change no share that shows; of each, so many people. */
const SAMPLE = 1_000
const PEOPLE_OF_A_DOMAIN = 50
/** Fewer show their convention by chance. */
const ENOUGH_PEOPLE = 3
/** They change once a night. */
const KEPT_MS = HOUR_MS

/** Learns from a sample of the index what domains usually do, for those of which little is known. */
export async function learnUsualPatterns({ store, clock }: Pick<Context, 'store' | 'clock'>): Promise<void> {
  const counts: PatternCounts = bareRecord()
  for (const domain of await store.sites.sampleDomains(ENOUGH_PEOPLE, SAMPLE)) {
    const named = await store.sites.namedAddresses(domain, PEOPLE_OF_A_DOMAIN)
    countDomain(counts, domain, learnPattern(named.map((address) => evidenceOf(address, clock.now()))))
  }
  await store.settings.set(SETTING, counts)
}

const kept = new WeakMap<Context['store'], { counts: PatternCounts; until: number }>()

/** What to expect at a domain before anything is known of it. */
export async function usualAtDomain({ store }: Pick<Context, 'store'>, domain: string): Promise<Usual> {
  const known = kept.get(store)
  if (known !== undefined && known.until > performance.now()) return usualAt(known.counts, domain)
  const counts = ((await store.settings.get(SETTING)) ?? {}) as PatternCounts
  kept.set(store, { counts, until: performance.now() + KEPT_MS })
  return usualAt(counts, domain)
}
