import { sameLanguage } from './layout-signature.ts'
import { ROSTER_PEOPLE } from './redesigns.ts'
import type { KnownPerson } from './named-person.ts'
import type { RosterLine, RosterLook } from './roster-lines.ts'
import { isWrittenOn, tracesOf } from './written-people.ts'

/** Share of its places that such a list gives to others before it is recognised. */
const REPLACED = 0.5
/** And at each look: one at a time, somebody follows somebody else. */
const [LEAST_FRESH, FRESH] = [2, 1 / 3]
const LEAST_RETURNS = 2
/** Of those who disappeared, and of those it shows at most, the least shares who came back. */
const OF_DROPPED = 1 / 3
const OF_SHOWN = 1 / 5

/**
 * Whether a list shows some of the people in turn (`Meet a few of us`): it has the same number of places at look after look,
 * each time with others in them; or many of those who disappear from it come back. Who is not on such a list has not left, and
 * who is new on it has not joined.
 */
export const isShownInTurn = ({ looks }: RosterLine): boolean => fillsPlaces(looks) || bringsBack(looks)

function fillsPlaces(looks: readonly RosterLook[]): boolean {
  let [replaced, steps] = [0, 0]
  for (const [at, look] of looks.entries()) {
    const before = looks[at - 1]
    const fresh = before === undefined ? 0 : [...look.people].filter((person) => !before.people.has(person)).length
    const isSame =
      before !== undefined &&
      fresh >= Math.max(LEAST_FRESH, FRESH * look.people.size) &&
      look.people.size >= ROSTER_PEOPLE &&
      look.people.size === before.people.size &&
      sameLanguage(before.signature, look.signature)
    ;[replaced, steps] = isSame ? [replaced + fresh, steps + 1] : [0, 0]
    if (steps >= 2 && replaced >= REPLACED * look.people.size) return true
  }
  return false
}

function bringsBack(looks: readonly RosterLook[]): boolean {
  const most = Math.max(0, ...looks.map(({ people }) => people.size))
  if (most < ROSTER_PEOPLE) return false
  const everybody = new Set(looks.flatMap(({ people }) => [...people]))
  let [dropped, returned] = [0, 0]
  for (const person of everybody) {
    const gaps = gapsOf(person, looks)
    dropped += gaps.dropped
    returned += Number(gaps.isBack)
  }
  return returned >= Math.max(LEAST_RETURNS, OF_SHOWN * most, OF_DROPPED * dropped)
}

/** How often a person disappeared from the list, and whether they ever came back. A name that was not recognised is no gap. */
function gapsOf(person: KnownPerson, looks: readonly RosterLook[]): { dropped: number; isBack: boolean } {
  const first = looks.findIndex(({ people }) => people.has(person))
  const traces = tracesOf(person)
  let [dropped, isBack, isThere] = [0, false, true]
  for (const look of looks.slice(first)) {
    const isNow = look.people.has(person) || isWrittenOn(look, traces)
    if (isThere && !isNow) dropped += 1
    if (!isThere && isNow) isBack = true
    isThere = isNow
  }
  return { dropped, isBack }
}
