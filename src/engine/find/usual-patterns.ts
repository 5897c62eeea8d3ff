import { USUAL_EVERYWHERE } from './pattern-learner.ts'
import type { LearntPattern, PriorStrength, Usual } from './pattern-learner.ts'
import type { PatternOutcome, PatternPrior } from './pattern-prior.ts'
import { bareRecord, ownValue } from '../../lib/text/own-value.ts'
import type { Bare } from '../../lib/text/own-value.ts'

/** What the domains of one group do; plain data for storage. */
interface GroupCounts {
  domains: number
  /** Sum over domains of the share of each outcome; `none` for addresses without a pattern. */
  outcomes: Bare<number>
  variants: Bare<{ open: number; taken: number }>
  /** Over domains: probability that two of its people agree in whether they follow a pattern, and in which one. */
  alike: Record<keyof PriorStrength, { domains: number; sum: number }>
}

/** By group: a trait of domains with its value (`country:de`), and `*` for all of them. */
export type PatternCounts = Bare<GroupCounts>

/** What else may indicate how a domain writes addresses; null or absent if unknown. */
export interface DomainTraits {
  /** Of the headquarters, ISO 3166-1 alpha-2. */
  country?: string | null
  headcount?: string | null
  /** The provider that receives its mail. */
  provider?: string | null
}

const ALL = '*'
/** A domain with fewer people shows its convention only by chance. */
const ENOUGH_PEOPLE = 3
/** How many domains the published table counts for against the counted ones, and all of these against those of one group. */
const TABLE_STRENGTH = 30
const ALL_STRENGTH = 15
/** The same for decisions on spelling, in people; at most this many of one domain count, because it has one habit. */
const TABLE_PEOPLE = 20
const ALL_PEOPLE = 10
const MOST_OF_A_DOMAIN = 3

/** Values outside come from few and odd domains. */
const STRENGTHS = { patterns: { least: 0.2, most: 4 }, none: { least: 1, most: 20 } } as const

/** Fewer domains have things in common by chance. */
const ENOUGH_DOMAINS = 30

/** The country is that of the domain's last label, otherwise that of the headquarters, otherwise the label itself: `com`. */
export function groupsOf(domain: string, { country, headcount, provider }: DomainTraits = {}): string[] {
  const label = domain.slice(domain.lastIndexOf('.') + 1).toLowerCase()
  const where = label === 'uk' ? 'gb' : label.length === 2 ? label : (country?.toLowerCase() ?? label)
  return [
    `country:${where}`,
    ...(headcount ? [`headcount:${headcount}`] : []),
    ...(provider ? [`provider:${provider}`] : []),
  ]
}

const keyOf = (outcome: PatternOutcome): string => outcome ?? 'none'

/** Adds what one domain of these groups has taught, in place; a domain with very few people changes nothing. */
export function countDomain(counts: PatternCounts, groups: readonly string[], learnt: LearntPattern): void {
  const total = [...learnt.counts.values()].reduce((sum, mass) => sum + mass, 0)
  if (learnt.people < ENOUGH_PEOPLE || total <= 0) return
  for (const group of [ALL, ...groups]) {
    const into = (counts[group] ??= newGroup())
    into.domains++
    for (const [outcome, mass] of learnt.counts) {
      const key = keyOf(outcome)
      into.outcomes[key] = (ownValue(into.outcomes, key) ?? 0) + mass / total
    }
    for (const [label, { open, taken }] of Object.entries(learnt.habits)) {
      if (open === 0) continue
      const variant = (into.variants[label] ??= { open: 0, taken: 0 })
      const part = Math.min(1, MOST_OF_A_DOMAIN / open)
      variant.open += open * part
      variant.taken += taken * part
    }
    countAlikeness(into, learnt.counts)
  }
}

const newGroup = (): GroupCounts => ({
  domains: 0,
  outcomes: bareRecord(),
  variants: bareRecord(),
  alike: { patterns: { domains: 0, sum: 0 }, none: { domains: 0, sum: 0 } },
})

function countAlikeness({ alike }: GroupCounts, counts: LearntPattern['counts']): void {
  const none = counts.get(null) ?? 0
  const following = [...counts].flatMap(([outcome, mass]) => (outcome === null ? [] : [mass]))
  const sum = following.reduce((total, mass) => total + mass, 0)
  for (const [kind, masses] of [['patterns', following] as const, ['none', [none, sum]] as const]) {
    const people = masses.reduce((total, mass) => total + mass, 0)
    if (people < 2) continue
    const pairs = masses.reduce((total, mass) => total + Math.max(0, mass * (mass - 1)), 0)
    alike[kind].domains++
    alike[kind].sum += Math.min(1, pairs / (people * (people - 1)))
  }
}

/**
 * What to expect at a domain of these groups: the published table, moved towards all counted domains, then towards each group.
 */
export function usualAt(counts: Readonly<Record<string, GroupCounts>>, groups: readonly string[]): Usual {
  const everywhere = moved(USUAL_EVERYWHERE, counts[ALL], { domains: TABLE_STRENGTH, people: TABLE_PEOPLE })
  return groups.reduce((usual, group) => {
    const counted = ownValue(counts, group)
    const isEnough = (counted?.domains ?? 0) >= ENOUGH_DOMAINS
    return isEnough ? moved(usual, counted, { domains: ALL_STRENGTH, people: ALL_PEOPLE }) : usual
  }, everywhere)
}

function moved(usual: Usual, counted: GroupCounts | undefined, worth: { domains: number; people: number }): Usual {
  if (counted === undefined) return usual
  const { domains, outcomes, variants, alike } = counted
  const conventions = new Map(
    [...usual.conventions].map(([outcome, share]) => [
      outcome,
      (worth.domains * share + (ownValue(outcomes, keyOf(outcome)) ?? 0)) / (worth.domains + domains),
    ]),
  )
  const weights = Object.entries(usual.variants).map(([label, weight]) => {
    const { open, taken } = ownValue(variants, label) ?? { open: 0, taken: 0 }
    return [label, (worth.people * weight + taken) / (worth.people + open)] as const
  })
  const strengthOf = (kind: keyof PriorStrength): number => {
    const before = alikeAt(usual.strength[kind], chanceAlike(usual.conventions, kind))
    const { domains: seen, sum } = alike[kind]
    const after = (worth.domains * before + sum) / (worth.domains + seen)
    return strengthAt(after, chanceAlike(conventions, kind), kind)
  }
  const strength = { patterns: strengthOf('patterns'), none: strengthOf('none') }
  return { conventions, variants: Object.fromEntries(weights), strength }
}

/** The probability that two people of different domains agree. */
function chanceAlike(conventions: PatternPrior, kind: keyof PriorStrength): number {
  const none = conventions.get(null) ?? 0
  if (kind === 'none') return none ** 2 + (1 - none) ** 2
  const shares = [...conventions].flatMap(([outcome, share]) => (outcome === null ? [] : [share / (1 - none)]))
  return shares.reduce((sum, share) => sum + share ** 2, 0)
}

/**
 * Method of moments for a Dirichlet–multinomial: two people of one domain agree with probability (s·c + 1) / (s + 1), where c
 * is the probability for any two people and s the strength of the prior.
 */
const alikeAt = (strength: number, chance: number): number => (strength * chance + 1) / (strength + 1)

function strengthAt(alike: number, chance: number, kind: keyof PriorStrength): number {
  const { least, most } = STRENGTHS[kind]
  return alike <= chance ? most : Math.min(most, Math.max(least, (1 - alike) / (alike - chance)))
}
