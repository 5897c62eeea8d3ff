import { bareRecord } from '../../lib/text/own-value.ts'
import type { LearntPattern } from './pattern-learner.ts'
import { countDomain, usualAt } from './usual-patterns.ts'
import type { PatternCounts } from './usual-patterns.ts'

/** A domain with what was learned from its people. */
export interface TaughtDomain {
  /** `country:de`, `provider:…` */
  groups: readonly string[]
  learnt: LearntPattern
}

const FOLDS = 5
const LEAST_SHARE = 1e-4

/**
 * The habits of domains, overall and by those traits that improve predictions for uncounted domains: with each trait, the log
 * loss of a fifth of the domains, predicted from the other four fifths, has to be lower.
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

/** As if all domains had the same value of a trait, so that it distinguishes none. */
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

/** The loss of the pattern shares for the domains of each fold, learned from the others; lower is better. */
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
