import type { NamedAddress } from '../../db/index/sites-store.ts'
import { judgeAddress } from '../../engine/find/judge-address.ts'
import { evidenceWeight, learnPattern } from '../../engine/find/pattern-learner.ts'
import type { PatternEvidence } from '../../engine/find/pattern-learner.ts'
import type { JudgeAddress } from '../../lib/addresses/address-record.ts'
import { affiliationColumns } from './address-affiliation.ts'
import type { VisitNeeds } from './visit-needs.ts'

/** More people than this add nothing new about a pattern. */
const MAX_EVIDENCE = 2_000
/** Addresses judged again in one transaction, so that locks are held only briefly. */
const SLICE = 500
/** A domain with more addresses than this keeps the confidence it has until its pages are seen again. */
const MAX_JUDGED_AGAIN = 10_000

/** Judges addresses as of now, for the ingest transaction. */
export const judge =
  ({ clock, lists }: Pick<VisitNeeds, 'clock' | 'lists'>): JudgeAddress =>
  (evidence) => ({ ...judgeAddress(evidence, clock.now(), lists.inUse), ...affiliationColumns(evidence, clock.now()) })

/**
 * Learns the domain's address pattern from its named addresses; a changed pattern changes the confidence of each.
 * @param before the stored pattern, if the caller knows it: null for none
 */
export async function learnDomain(context: VisitNeeds, domain: string, before?: string | null): Promise<void> {
  const { sites, ingest } = context.store
  const named = await sites.namedAddresses(domain, MAX_EVIDENCE)
  const { pattern } = learnPattern(
    named.map((address) => evidenceOf(address, context.clock.now())),
    context.lists.inUse,
  )
  if (pattern === before || !(await sites.setPattern(domain, pattern))) return
  const keys = await sites.addressesOf(domain, MAX_JUDGED_AGAIN)
  for (let start = 0; start < keys.length; start += SLICE)
    await ingest.judgeAgain(keys.slice(start, start + SLICE), judge(context))
}

/** What one address of a person says about the pattern of its domain, as of now. */
export const evidenceOf = ({ value, firstName, lastName, ...source }: NamedAddress, now: Date): PatternEvidence => ({
  local: value.slice(0, value.lastIndexOf('@')),
  name: { first: firstName, middle: '', last: lastName },
  weight: evidenceWeight(source, now),
})
