import type { KnownPerson } from './named-person.ts'
import { lookDay, VISIT } from './observed-history.ts'
import type { Change } from './observed-history.ts'
import { sameLanguage } from './layout-signature.ts'
import { samePosition, saysPosition } from './position-words.ts'
import { ROSTER_PEOPLE } from './redesigns.ts'
import type { RosterLine, RosterLook } from './roster-lines.ts'
import { about, positionAt } from './said-of-person.ts'
import { isWrittenOn, tracesOf } from './written-people.ts'

/** When more people move to a list at once, it is the page that was reordered. */
const MOST_AT_ONCE = 2

interface Move {
  person: KnownPerson
  before: RosterLook
  after: RosterLook
  was: string
  is: string
}

/**
 * New titles of people who are no longer on one list of the company and for the first time on another that existed before:
 * from the team to the management, from the management to the board.
 */
export function titlesOnOtherLists(lines: readonly RosterLine[], people: readonly KnownPerson[]): Change[] {
  const moves = people.flatMap((person) => {
    const shown = lines.filter(({ looks }) => looks.some((look) => look.people.has(person)))
    return shown.length < 2
      ? []
      : shown.flatMap((from) => shown.flatMap((to) => (from === to ? [] : (moveOf(person, from, to) ?? []))))
  })
  return [...Map.groupBy(moves, ({ after }) => `${after.uri} ${after.at}`).values()].flatMap((together) =>
    new Set(together.map(({ person }) => person)).size > MOST_AT_ONCE ? [] : together.map(newTitle),
  )
}

function moveOf(person: KnownPerson, from: RosterLine, to: RosterLine): Move | null {
  const place = from.looks.findLastIndex(({ people }) => people.has(person))
  const [before, gone] = [from.looks[place], from.looks[place + 1]]
  const at = to.looks.findIndex(({ people }) => people.has(person))
  const [earlier, after] = [to.looks[at - 1], to.looks[at]]
  if (before === undefined || gone === undefined || earlier === undefined || after === undefined) return null
  const isNext = before.at < after.at && !gone.isRedesigned
  const isList = earlier.people.size >= ROSTER_PEOPLE - 1 && !after.isFrozen
  const isNew = !isWrittenOn(earlier, tracesOf(person)) && before.at >= earlier.at - VISIT
  const languages = [gone, earlier, after].every(({ signature }) => sameLanguage(before.signature, signature))
  const [was, is] = [positionAt(person, before) ?? '', positionAt(person, after) ?? '']
  const isTitled = saysPosition(was) && saysPosition(is) && !samePosition(was, is)
  return isNext && isList && isNew && languages && isTitled ? { person, before, after, was, is } : null
}

const newTitle = ({ person, before, after, was, is }: Move): Change => ({
  ...about(person, after.at),
  type: 'title_changed',
  field: 'position',
  before: was,
  after: is,
  evidence: [
    { uri: before.uri, seen_on: lookDay(before.at), says: was },
    { uri: after.uri, seen_on: lookDay(after.at), says: is },
  ],
  happenedBetween: [lookDay(before.at), lookDay(after.at)],
  confidence: 0.9,
})
