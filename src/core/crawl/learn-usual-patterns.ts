import type { Part } from '../../context.ts'
import { learnPattern } from '../../engine/find/pattern-learner.ts'
import { tellingCounts } from '../../engine/find/telling-traits.ts'
import type { TaughtDomain } from '../../engine/find/telling-traits.ts'
import { groupsOf } from '../../engine/find/usual-patterns.ts'
import { evidenceOf } from './learn-domain.ts'
import { USUAL_PATTERNS_SETTING } from '../../services/usual-at-domain.ts'

/** Domains, and people per domain; more would make no visible difference. */
const SAMPLE = 1_000
const PEOPLE_OF_A_DOMAIN = 50
/** Fewer people may show a convention by chance. */
const ENOUGH_PEOPLE = 3

type Needs = Part<'clock' | 'lists', 'settings' | 'sites' | 'companiesSearch'>

/**
 * Learns from a sample of the index what domains usually do, and which traits predict it, for domains about which little is
 * known.
 */
export async function learnUsualPatterns({ store, clock, lists }: Needs): Promise<void> {
  const sample = await store.sites.sampleDomains(ENOUGH_PEOPLE, SAMPLE)
  const traits = await store.companiesSearch.traits(sample)
  const taught: TaughtDomain[] = []
  for (const domain of sample) {
    const named = await store.sites.namedAddresses(domain, PEOPLE_OF_A_DOMAIN)
    const learnt = learnPattern(
      named.map((address) => evidenceOf(address, clock.now())),
      lists.inUse,
    )
    taught.push({ groups: groupsOf(domain, traits.get(domain)), learnt })
  }
  await store.settings.set(USUAL_PATTERNS_SETTING, tellingCounts(taught))
}
