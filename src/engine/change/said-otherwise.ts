import type { KnownPerson, Renamed } from './named-person.ts'
import { about } from './said-of-person.ts'
import { DAY, lookDay } from './observed-history.ts'
import type { Change, PersonStatement } from './observed-history.ts'
import { sameLanguage } from './layout-signature.ts'
import { mightGive } from './names-sketch.ts'
import { saysPosition, positionWords, samePosition } from './position-words.ts'
import type { RosterLine, RosterLook } from './roster-lines.ts'
import { isNamedOn, tracesOf } from './written-people.ts'

/** When at least this many people change at once, and more than half of those who could, it is one change of the page. */
const AT_ONCE = 3
/** A page with a new layout may be read differently: changes of more than this share of people are not believed. */
const AT_REDESIGN = 0.2

interface Step {
  person: KnownPerson
  before: RosterLook
  after: RosterLook
}

/** New titles, and new or changed addresses: what a list says differently about people it continues to list. */
export function saidOtherwise(line: RosterLine, people: readonly KnownPerson[]): Change[] {
  const fresh = firstWritten(line)
  return [
    ...titledSteps(line).flatMap(newTitles),
    ...stepsOf(line).flatMap((steps, at) => newAddresses([...steps, ...(fresh[at] ?? [])], people)),
  ]
}

/** For each look, everyone it shows again, with the previous look that showed them. */
function stepsOf({ looks }: RosterLine): Step[][] {
  const last = new Map<KnownPerson, RosterLook>()
  return looks.map((after) =>
    [...after.people].flatMap((person) => {
      const before = last.get(person)
      last.set(person, after)
      return before === undefined ? [] : [{ person, before, after }]
    }),
  )
}

/** For each look, everyone who was first recognised in it, with the previous look, which contained their name unrecognised. */
function firstWritten({ looks }: RosterLine): Step[][] {
  const met = new Set<KnownPerson>()
  return looks.map((after, at) => {
    const fresh = [...after.people].filter((person) => !met.has(person))
    for (const person of fresh) met.add(person)
    const before = looks[at - 1]
    if (before === undefined || !sameLanguage(before.signature, after.signature)) return []
    return fresh.flatMap((person) =>
      isNamedOn(before, tracesOf(person)) && !isReadOtherwise(person, before) ? [{ person, before, after }] : [],
    )
  })
}

/** Whether a look shows them under a longer name, for example preceded by a word of their position. */
const isReadOtherwise = ({ key }: KnownPerson, { people }: RosterLook): boolean =>
  [...people].some(({ name }) => {
    const words = new Set(positionWords(name))
    return key.split(' ').every((part) => words.has(part))
  })

const saidAt = ({ statements }: KnownPerson, { uri, at }: RosterLook): PersonStatement[] =>
  statements.filter((said) => said.uri === uri && said.seen.includes(at))

/** A person whose position is given by two successive looks in the same language. */
interface TitledStep extends Step {
  said: readonly [string[], string[]]
}

/** For each look, everyone whose position it gives, with the last look that gave one: looks in between may omit it. */
function titledSteps({ looks }: RosterLine): TitledStep[][] {
  const given = new Map<KnownPerson, { look: RosterLook; positions: string[] }[]>()
  return looks.map((after) =>
    [...after.people].flatMap((person) => {
      const positions = titlesAt(person, after)
      if (positions.length === 0) return []
      const earlier = given.get(person) ?? []
      const before = earlier.findLast(({ look }) => sameLanguage(look.signature, after.signature))
      given.set(person, [...earlier, { look: after, positions }])
      return before === undefined ? [] : [{ person, before: before.look, after, said: [before.positions, positions] }]
    }),
  )
}

const titlesAt = (person: KnownPerson, look: RosterLook): string[] =>
  hasNamesake(person, look)
    ? []
    : positionsOf(saidAt(person, look)).filter((position) => !namesAnother(position, person, look))

function newTitles(titled: readonly TitledStep[]): Change[] {
  const changed = titled.filter(
    ({ said: [before, after] }) => !before.some((one) => after.some((two) => samePosition(one, two))),
  )
  if (isOfThePage(changed, titled)) return []
  return changed.map(({ person, before, after, said: [[was = ''], [is = '']] }) => ({
    ...about(person, after.at),
    type: 'title_changed' as const,
    field: 'position',
    before: was,
    after: is,
    evidence: [
      { uri: before.uri, seen_on: lookDay(before.at), says: was },
      { uri: after.uri, seen_on: lookDay(after.at), says: is },
    ],
    happenedBetween: [lookDay(before.at), lookDay(after.at)] as const,
    confidence: 0.96,
  }))
}

/** Whether the page shows two people with the name, so that their positions cannot be told apart. */
const hasNamesake = (person: KnownPerson, { people }: RosterLook): boolean =>
  [...people].some((other) => other !== person && other.key === person.key)

/** Whether the text read as the position is the line of another person. */
function namesAnother(position: string, person: KnownPerson, { people }: RosterLook): boolean {
  const words = new Set(positionWords(position))
  return (
    words.size > 1 &&
    [...people].some((other) => other !== person && other.key.split(' ').every((part) => words.has(part)))
  )
}

const positionsOf = (statements: readonly PersonStatement[]): string[] =>
  [...new Set(statements.map(({ position }) => position))]
    .filter((position) => position !== '' && saysPosition(position))
    .toSorted()

/** Whether so many changed at once that the page changed, not the people. */
function isOfThePage(changed: readonly Step[], comparable: readonly Step[]): boolean {
  if (changed.length >= AT_ONCE && changed.length * 2 > comparable.length) return true
  return (
    changed.some(({ after }) => after.isRedesigned) && changed.length > Math.max(1, AT_REDESIGN * comparable.length)
  )
}

function newAddresses(steps: readonly Step[], people: readonly KnownPerson[]): Change[] {
  const said = steps.map((step) => ({
    ...step,
    was: addressesOf(saidAt(step.person, step.before)),
    is: addressesOf(saidAt(step.person, step.after)),
  }))
  const added = said.filter(
    ({ person, before, was, is }) =>
      is.length > 0 && was.length === 0 && !wasKnown(person, before.at) && !is.some((one) => wasWritten(before, one)),
  )
  const changed = said.filter(
    ({ after, was, is, ...step }) =>
      was.length > 0 &&
      is.length > 0 &&
      isOther(was, is) &&
      !isRenamed({ ...step, after }) &&
      !areRenewed(people, after.at),
  )
  return [...added, ...changed].map(({ person, before, after, was, is }) => ({
    ...about(person, after.at),
    type: was.length === 0 ? ('address_added' as const) : ('address_changed' as const),
    address: is[0] ?? null,
    field: 'email',
    before: was[0] ?? null,
    after: is[0] ?? null,
    evidence: [
      { uri: before.uri, seen_on: lookDay(before.at), says: was[0] ?? 'no address' },
      { uri: after.uri, seen_on: lookDay(after.at), says: is[0] ?? '' },
    ],
    happenedBetween: [lookDay(before.at), lookDay(after.at)] as const,
    confidence: 0.95,
  }))
}

/** A new name brings a new address with it. */
const isRenamed = ({ person, before, after }: Step): boolean => {
  const names = new Set(saidAt(person, before).map(({ key }) => key))
  return !saidAt(person, after).some(({ key }) => names.has(key))
}

const isOther = (was: readonly string[], is: readonly string[]): boolean => !was.some((address) => is.includes(address))

/** Whether most addresses of the site changed at this visit: it now writes them differently, on all of its pages. */
function areRenewed(people: readonly KnownPerson[], visit: number): boolean {
  const both = people.flatMap(({ statements }) => {
    const given = statements.flatMap(({ address, seen }) =>
      address === null ? [] : seen.map((at) => ({ address, at })),
    )
    const last = Math.max(0, ...given.flatMap(({ at }) => (at < visit - DAY ? [at] : [])))
    const [was, is] = [last, visit].map((time) =>
      given.filter(({ at }) => Math.abs(at - time) <= DAY).map(({ address }) => address),
    ) as [string[], string[]]
    return was.length === 0 || is.length === 0 ? [] : [isOther(was, is)]
  })
  const changed = both.filter(Boolean).length
  return changed > 1 && changed * 2 > both.length
}

const addressesOf = (statements: readonly PersonStatement[]): string[] =>
  [...new Set(statements.flatMap(({ address }) => (address === null ? [] : [address])))].toSorted()

/** Whether the page contained the address before, to whomever it was attributed. */
const wasWritten = ({ sketch }: RosterLook, address: string): boolean => sketch !== null && mightGive(sketch, address)

/** Whether any page had given an address of theirs by then. */
const wasKnown = ({ statements }: KnownPerson, by: number): boolean =>
  statements.some(({ address, seen }) => address !== null && (seen[0] ?? Infinity) <= by)

/** A person who now has another family name. */
export function newName({ person, before, after }: Renamed): Change {
  const from = before.seen.at(-1) ?? 0
  const to = after.seen[0] ?? 0
  const uriOf = ({ statements }: KnownPerson, at: number): string =>
    statements.find(({ seen }) => seen.includes(at))?.uri ?? ''
  return {
    ...about(person, to),
    person: { key: after.key, name: after.name },
    type: 'name_changed',
    field: 'name',
    before: before.name,
    after: after.name,
    evidence: [
      { uri: uriOf(before, from), seen_on: lookDay(from), says: before.name },
      { uri: uriOf(after, to), seen_on: lookDay(to), says: after.name },
    ],
    happenedBetween: [lookDay(from), lookDay(to)],
    confidence: 0.85,
  }
}
