import type { KnownPerson } from './named-person.ts'
import { VISIT } from './observed-history.ts'
import { foldedName } from './person-key.ts'
import { ROSTER_PEOPLE } from './redesigns.ts'
import type { RosterLine, RosterLook } from './roster-lines.ts'

/**
 * Whether someone with the same first name appears on the site as the person disappears. It may be the same person with another
 * family name, position and address, so neither is reported as having come or gone.
 * @param gone the last look that showed the person, and the first without them
 */
export function givesPlace(
  person: KnownPerson,
  people: readonly KnownPerson[],
  [last, gone]: [number, number],
): boolean {
  const names = firstNames(person)
  return people.some((other) => {
    const first = other.seen[0] ?? 0
    return other !== person && first > last && first <= gone + VISIT && sharesOne(names, firstNames(other))
  })
}

/** The reverse question for an arrival: whether someone with the same first name was last seen at the previous look. */
export function takesPlace(person: KnownPerson, people: readonly KnownPerson[], before: RosterLook): boolean {
  const first = person.seen[0] ?? 0
  const names = firstNames(person)
  return people.some((other) => {
    const last = other.seen.at(-1) ?? 0
    return other !== person && last >= before.at && last < first && sharesOne(names, firstNames(other))
  })
}

const firstNames = ({ statements }: KnownPerson): Set<string> =>
  new Set(statements.map(({ name }) => foldedName(name).first))

const sharesOne = (a: ReadonlySet<string>, b: ReadonlySet<string>): boolean => [...a].some((name) => b.has(name))

/**
 * Whether a person has only ever been named, on a list of people with positions or addresses: the "name" may be a position, a
 * department or a place.
 */
export const isNameAlone = (person: KnownPerson, lines: readonly RosterLine[]): boolean =>
  !saysMore(person) &&
  lines.some(({ looks }) => looks.some(({ people }) => people.has(person) && [...people].some(saysMore)))

const saysMore = ({ statements }: KnownPerson): boolean =>
  statements.some(({ position, address }) => position !== '' || address !== null)

/**
 * Whether another list showed the person among more people at the time: someone dropped from a selection is still on the full
 * list.
 */
export const isSelection = (base: RosterLook, person: KnownPerson, lines: readonly RosterLine[]): boolean =>
  lines.some(({ looks }) =>
    looks.some(
      (look) =>
        Math.abs(look.at - base.at) <= VISIT &&
        look.people.size > base.people.size &&
        look.people.size >= ROSTER_PEOPLE &&
        look.people.has(person),
    ),
  )
