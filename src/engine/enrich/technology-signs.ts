import { partFinder } from '../../lib/text/part-finder.ts'
import type { NamedPattern, PagePattern, TechnologyRule } from './technology-rules.ts'

/** The signs of all rules by where they are looked for, so that a page is searched once instead of once per rule. */
export interface TechnologyRuleSigns {
  bySlug: ReadonlyMap<string, TechnologyRule>
  headers: ReadonlyMap<string, readonly NamedSign[]>
  meta: ReadonlyMap<string, readonly NamedSign[]>
  cookies: readonly NamedSign[]
  /** Those whose literal occurs in a text. */
  scriptsIn: (text: string) => PageSign[]
  htmlIn: (text: string) => PageSign[]
}

export interface NamedSign extends NamedPattern {
  rule: TechnologyRule
}

interface PageSign extends PagePattern {
  rule: TechnologyRule
}

const SORTED = new WeakMap<readonly TechnologyRule[], TechnologyRuleSigns>()

/** Sorted once for each list of rules. */
export function ruleSigns(rules: readonly TechnologyRule[]): TechnologyRuleSigns {
  const known = SORTED.get(rules)
  if (known !== undefined) return known
  const signs = sorted(rules)
  SORTED.set(rules, signs)
  return signs
}

const sorted = (rules: readonly TechnologyRule[]): TechnologyRuleSigns => ({
  bySlug: new Map(rules.map((rule) => [rule.slug, rule])),
  headers: named(rules, 'headers'),
  meta: named(rules, 'meta'),
  cookies: rules.flatMap((rule) => rule.cookies.map((sign) => ({ ...sign, rule }))),
  scriptsIn: pageSigns(rules, 'scripts'),
  htmlIn: pageSigns(rules, 'html'),
})

const named = (rules: readonly TechnologyRule[], place: 'headers' | 'meta'): Map<string, NamedSign[]> =>
  Map.groupBy(
    rules.flatMap((rule) => rule[place].map((sign) => ({ ...sign, rule }))),
    ({ name }) => name,
  )

function pageSigns(rules: readonly TechnologyRule[], place: 'scripts' | 'html'): (text: string) => PageSign[] {
  const signs = rules.flatMap((rule) => rule[place].map((sign) => ({ ...sign, rule })))
  const placesIn = partFinder(signs.map(({ literal }) => literal))
  return (text) => placesIn(text).flatMap((at) => signs[at] ?? [])
}
