import { bareRecord } from '../../lib/text/own-value.ts'
import type { LearntPattern } from './pattern-learner.ts'
import { countDomain, usualAt } from './usual-patterns.ts'
import type { PatternCounts } from './usual-patterns.ts'

/** A domain with what its people have taught. */
export interface TaughtDomain {
  /** `country:de`, `provider:…` */
  groups: readonly string[]
  learnt: LearntPattern
}

const FOLDS = 5
const LEAST_SHARE = 1e-4

/**
 * What domains do, all together and by those of their traits that tell more of domains that were not counted than all of them
 * do: each trait has to lower the log loss of a fifth of the domains, counted by the other four fifths.
 */
export function tellingCounts(domains: readonly TaughtDomain[]): PatternCounts {
  const traits = [...new Set(domains.flatMap(({ groups }) => groups.map(traitOf)))]
  const kept: string[] = []
  let least = lossOf(domains, kept)
  for (const trait of traits) {
    const loss = lossOf(domains, [...kept, trait])
    if (loss >= Math.min(least, lossOf(domains.map(withOneGroup(trait)), [...kept, trait]))) continue
    kept.push(trait)
    least = loss
  }
  return countsOf(domains, kept)
}

/** As if all domains were alike in a trait: what they do would count as much, and tell nothing apart. */
const withOneGroup =
  (trait: string) =>
  ({ groups, learnt }: TaughtDomain): TaughtDomain => ({
    groups: groups.map((group) => (traitOf(group) === trait ? `${trait}:` : group)),
    learnt,
  })

const traitOf = (group: string): string => group.slice(0, group.indexOf(':'))

const ofTraits = (groups: readonly string[], traits: readonly string[]): string[] =>
  groups.filter((group) => traits.includes(traitOf(group)))

function countsOf(domains: readonly TaughtDomain[], traits: readonly string[]): PatternCounts {
  const counts: PatternCounts = bareRecord()
  for (const { groups, learnt } of domains) countDomain(counts, ofTraits(groups, traits), learnt)
  return counts
}

/** What the shares of patterns say of the domains of each fold, learnt from the others; less is better. */
function lossOf(domains: readonly TaughtDomain[], traits: readonly string[]): number {
  let loss = 0
  for (let fold = 0; fold < FOLDS; fold++) {
    const counts = countsOf(
      domains.filter((_, at) => at % FOLDS !== fold),
      traits,
    )
    for (const { groups, learnt } of domains.filter((_, at) => at % FOLDS === fold)) {
      const { conventions } = usualAt(counts, ofTraits(groups, traits))
      const total = [...learnt.counts.values()].reduce((sum, mass) => sum + mass, 0)
      for (const [outcome, mass] of learnt.counts)
        loss -= (mass / Math.max(total, LEAST_SHARE)) * Math.log(Math.max(LEAST_SHARE, conventions.get(outcome) ?? 0))
    }
  }
  return loss
}
