import type { Part } from '../../context.ts'
import { learnPattern } from '../../engine/find/pattern-learner.ts'
import { countDomain } from '../../engine/find/usual-patterns.ts'
import type { PatternCounts } from '../../engine/find/usual-patterns.ts'
import { bareRecord } from '../../lib/text/own-value.ts'
import { evidenceOf } from './learn-domain.ts'
import { USUAL_PATTERNS_SETTING } from '../services/usual-at-domain.ts'

/** More domains than this change no share that shows; of each, so many people. */
const SAMPLE = 1_000
const PEOPLE_OF_A_DOMAIN = 50
/** Fewer show their convention by chance. */
const ENOUGH_PEOPLE = 3

type Needs = Part<'clock' | 'lists', 'settings' | 'sites'>

/** Learns from a sample of the index what domains usually do, for those of which little is known. */
export async function learnUsualPatterns({ store, clock, lists }: Needs): Promise<void> {
  const counts: PatternCounts = bareRecord()
  for (const domain of await store.sites.sampleDomains(ENOUGH_PEOPLE, SAMPLE)) {
    const named = await store.sites.namedAddresses(domain, PEOPLE_OF_A_DOMAIN)
    countDomain(
      counts,
      domain,
      learnPattern(
        named.map((address) => evidenceOf(address, clock.now())),
        lists.inUse,
      ),
    )
  }
  await store.settings.set(USUAL_PATTERNS_SETTING, counts)
}
