import type { KnownPerson } from './named-person.ts'
import { lookDay } from './observed-history.ts'
import type { Change, ChangeEvidence, PersonStatement } from './observed-history.ts'
import type { RosterLook } from './roster-lines.ts'

/** The evidence that a list lacked someone. */
export const absentOn = ({ uri, at }: RosterLook): ChangeEvidence => ({ uri, seen_on: lookDay(at), says: 'not listed' })

/** The person under the name and address they had then: later facts do not change earlier events. */
export function about(person: KnownPerson, at: number): Pick<Change, 'person' | 'address'> {
  const { statements } = person
  const { key, name } = newestBy(statements, at) ?? person
  const addressed = statements.filter(({ address }) => address !== null)
  return { person: { key, name }, address: newestBy(addressed, at)?.address ?? null }
}

/** The newest statement at a time; among equals the alphabetically first. */
const newestBy = (statements: readonly PersonStatement[], at: number): PersonStatement | undefined => {
  const timeOf = ({ seen }: PersonStatement): number => seen.findLast((time) => time <= at) ?? 0
  const wordsOf = ({ name, address, uri }: PersonStatement): string => `${name}\n${address}\n${uri}`
  return statements
    .filter((said) => timeOf(said) > 0)
    .toSorted((a, b) => timeOf(b) - timeOf(a) || (wordsOf(a) < wordsOf(b) ? -1 : 1))[0]
}

/** The person's position on the page at a look; null if it gave none. */
export function positionAt({ statements }: KnownPerson, { uri, at }: { uri: string; at: number }): string | null {
  const said = statements.filter((one) => one.position !== '' && one.uri === uri && one.seen.includes(at))
  return said.map(({ position }) => position).toSorted()[0] ?? null
}
