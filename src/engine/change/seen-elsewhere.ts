import { isEnded } from '../classify/ended-post.ts'
import type { KnownPerson } from './named-person.ts'
import type { ObservedHistory, SeenElsewhere } from './observed-history.ts'

/** A company that lists this many people of this one is the same company under another name. */
const SAME_PEOPLE = 3

/**
 * The first listing of the person by another company that falls between two moments. Someone on both lists at once has not
 * moved from one to the other, and a company that shares people with this one does not show who left it. The earliest such
 * listing; null if there is none.
 */
export function listedElsewhere(
  person: KnownPerson,
  { elsewhere, people }: ObservedHistory,
  [since, back]: [number, number],
): SeenElsewhere | null {
  const keys = new Set(person.statements.map(({ key }) => key))
  const own = elsewhere.filter(({ key, isLinked }) => isLinked && keys.has(key))
  const lastHere = (key: string): number =>
    Math.max(0, ...people.flatMap((said) => (said.key === key ? [said.seen.at(-1) ?? 0] : [])))
  const isSister = (domain: string): boolean => {
    const shared = elsewhere.filter((said) => said.domain === domain && !keys.has(said.key))
    return (
      shared.some(({ key, first }) => first <= lastHere(key)) ||
      new Set(shared.map(({ key }) => key)).size >= SAME_PEOPLE - 1
    )
  }
  const isBoth = (domain: string): boolean => own.some((said) => said.domain === domain && said.first <= since)
  const [found] = own
    .filter(({ domain, first, position }) => {
      const isCurrent = !isEnded(position, new Date(first * 1_000).getUTCFullYear())
      return isCurrent && first < back && !isBoth(domain) && !isSister(domain)
    })
    .toSorted((a, b) => a.first - b.first || (`${a.domain} ${a.uri}` < `${b.domain} ${b.uri}` ? -1 : 1))
  return found ?? null
}
