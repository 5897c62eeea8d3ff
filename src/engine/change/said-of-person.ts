import type { KnownPerson } from './named-person.ts'
import { lookDay } from './observed-history.ts'
import type { Change, ChangeEvidence, PersonStatement } from './observed-history.ts'
import type { RosterLook } from './roster-lines.ts'

/** That a list was read without somebody. */
export const absentOn = ({ uri, at }: RosterLook): ChangeEvidence => ({ uri, seen_on: lookDay(at), says: 'not listed' })

/** The person under the name, and with the address, that were theirs then: what comes later changes no older event. */
export function about(person: KnownPerson, at: number): Pick<Change, 'person' | 'address'> {
  const { statements } = person
  const { key, name } = newestBy(statements, at) ?? person
  const addressed = statements.filter(({ address }) => address !== null)
  return { person: { key, name }, address: newestBy(addressed, at)?.address ?? null }
}

/** The statement that was the newest at a time; among equals the first of the alphabet. */
const newestBy = (statements: readonly PersonStatement[], at: number): PersonStatement | undefined => {
  const timeOf = ({ seen }: PersonStatement): number => seen.findLast((time) => time <= at) ?? 0
  const wordsOf = ({ name, address, uri }: PersonStatement): string => `${name}\n${address}\n${uri}`
  return statements
    .filter((said) => timeOf(said) > 0)
    .toSorted((a, b) => timeOf(b) - timeOf(a) || (wordsOf(a) < wordsOf(b) ? -1 : 1))[0]
}

/** What the page said their position was at a look; null where it said none. */
export function positionAt({ statements }: KnownPerson, { uri, at }: { uri: string; at: number }): string | null {
  const said = statements.filter((one) => one.position !== '' && one.uri === uri && one.seen.includes(at))
  return said.map(({ position }) => position).toSorted()[0] ?? null
}
