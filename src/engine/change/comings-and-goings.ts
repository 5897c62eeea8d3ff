import type { KnownPerson } from './named-person.ts'
import { DAY, lookDay, VISIT } from './observed-history.ts'
import type { Change } from './observed-history.ts'
import { sameLanguage } from './layout-signature.ts'
import { APART, leftBy, leftUnread } from './leaving-signs.ts'
import type { Left } from './leaving-signs.ts'
import { givesPlace, isNameAlone, isSelection, takesPlace } from './left-open.ts'
import { samePosition } from './position-words.ts'
import { ROSTER_PEOPLE } from './redesigns.ts'
import { SAME_LIST, shareStill, STALE_LIST } from './roster-lines.ts'
import type { RosterLook, Site } from './roster-lines.ts'
import { about, absentOn, positionAt } from './said-of-person.ts'
import { isWrittenOn, tracesOf } from './written-people.ts'
import type { Traces } from './written-people.ts'

/** A longer absence counts as having left and returned, a shorter one not at all. */
const RETURNED_AFTER = 90 * DAY
/** Joined, left, returned: what a site's lists say about one person. */
export function comingsAndGoings(person: KnownPerson, site: Site): Change[] {
  if (isNameAlone(person, site.lines)) return []
  const traces = tracesOf(person)
  const times = timesOf(traces, site)
  const joined = joinedAt(person, site, times[0] ?? 0)
  const changes = joined === null ? [] : [joined]
  for (const [place, since] of times.entries()) {
    if (since < (person.seen[0] ?? 0)) continue
    const back = times[place + 1] ?? Infinity
    if (back - since < APART) continue
    const left = leftBetween(traces, site, since, back) ?? (back === Infinity ? leftUnread(person, site, since) : null)
    if (left === null || back - since <= RETURNED_AFTER) continue
    changes.push(left.change)
    if (left.lastAbsent !== null && person.seen.includes(back)) changes.push(returnedAt(person, left.lastAbsent, back))
  }
  return changes
}

/** All looks that showed the person, and looks at lists that contain the name although the person was not recognised there. */
function timesOf(traces: Traces, { lines }: Site): number[] {
  const { person } = traces
  const glimpsed = lines.flatMap(({ looks }) => (isPageOfAnother(looks, person) ? [] : glimpses(traces, looks)))
  return glimpsed.length === 0 ? person.seen : [...new Set([...person.seen, ...glimpsed])].toSorted((a, b) => a - b)
}

/** Of a page about one colleague only the sketch could mention the person, and of many such pages one will, by chance. */
const isPageOfAnother = (looks: readonly RosterLook[], person: KnownPerson): boolean =>
  looks.every(({ people }) => people.size <= 1 && !people.has(person))

/** Only next to a look that showed them, or from the first look on, because a sketch is occasionally wrong. */
function glimpses(traces: Traces, looks: readonly RosterLook[]): number[] {
  const found: number[] = []
  let run: number[] = []
  let isBeside = true
  for (const look of looks) {
    const isSeen = look.people.has(traces.person)
    if (!isSeen && isWrittenOn(look, traces)) {
      run.push(look.at)
      continue
    }
    if (isBeside || isSeen) found.push(...run)
    run = []
    isBeside = isSeen
  }
  return isBeside ? [...found, ...run] : found
}

/** First shown on a list that an earlier look showed without them. */
function joinedAt(person: KnownPerson, { lines, people, inTurn }: Site, first: number): Change | null {
  for (const line of lines) {
    if (inTurn.has(line)) continue
    const { looks } = line
    const place = looks.findIndex(({ people }) => people.has(person))
    const look = looks[place]
    if (look === undefined || look.isFrozen || look.at - (person.seen[0] ?? 0) > STALE_LIST) continue
    // Whom another page showed first was at the company during that visit, in which this list was read a moment earlier.
    const known = look.at === first ? first : first - VISIT
    const before = looks
      .slice(0, place)
      .findLast(
        ({ at, signature, people }) =>
          at < known && people.size >= ROSTER_PEOPLE - 1 && sameLanguage(signature, look.signature),
      )
    if (before === undefined || ofTheName(person, before).length >= ofTheName(person, look).length) continue
    const still = shareStill(before, look, person) ?? 0
    if (still < SAME_LIST || takesPlace(person, people, before)) continue
    const position = positionAt(person, look)
    return {
      ...about(person, look.at),
      type: 'joined',
      field: 'person',
      before: null,
      after: position,
      evidence: [absentOn(before), { uri: look.uri, seen_on: lookDay(look.at), says: position ?? person.name }],
      happenedBetween: [lookDay(before.at), lookDay(first)],
      confidence: 0.9,
    }
  }
  return null
}

/** Whether the looks between two sightings say that the person had left, and since when. */
function leftBetween(traces: Traces, site: Site, since: number, back: number): Left | null {
  const { person } = traces
  let found: Left | null = null
  for (const line of site.lines) {
    if (site.inTurn.has(line)) continue
    const base = line.looks.findLast(({ at, people }) => at <= since && people.has(person))
    if (base === undefined || isSelection(base, person, site.lines)) continue
    const absent = line.looks.filter((look) => look.at > base.at && look.at < back && isWithout(look, { base, traces }))
    // A list that had dropped them while another page showed them does not say when they left.
    if (absent[0] === undefined || absent[0].at < since + VISIT) continue
    if (givesPlace(person, site.people, [since, absent[0].at])) continue
    const left = leftBy(person, site, { line, base, absent, since, back })
    if (left !== null && (found === null || left.confirmedAt < found.confirmedAt)) found = left
  }
  return found
}

/** Whether a later look at the list lacks the person. */
const isWithout = (look: RosterLook, { base, traces }: { base: RosterLook; traces: Traces }): boolean =>
  !look.isRedesigned &&
  !look.people.has(traces.person) &&
  sameLanguage(base.signature, look.signature) &&
  (shareStill(base, look, traces.person) ?? 0) >= SAME_LIST &&
  !isWrittenOn(look, traces) &&
  !isTakenForAnother(look, { base, person: traces.person })

const ofTheName = ({ key }: KnownPerson, { people }: RosterLook): KnownPerson[] =>
  [...people].filter((one) => one.key === key)

/** Among namesakes, it is known who left only if there are fewer now, with addresses of their own or positions that differed. */
function isTakenForAnother(look: RosterLook, { base, person }: { base: RosterLook; person: KnownPerson }): boolean {
  const [before, after] = [ofTheName(person, base), ofTheName(person, look)]
  if (after.length === 0) return false
  const post = positionAt(person, base) ?? ''
  const isAlike = (other: KnownPerson): boolean => samePosition(positionAt(other, base) ?? '', post)
  if (after.length >= before.length) return true
  return (
    before.some((other) => other !== person && isAlike(other)) && !after.every((other) => givesOwnAddress(other, look))
  )
}

/** Whether a look gives an address with the name. */
const givesOwnAddress = ({ statements }: KnownPerson, { uri, at }: RosterLook): boolean =>
  statements.some((said) => said.address !== null && said.uri === uri && said.seen.includes(at))

function returnedAt(person: KnownPerson, lastAbsent: RosterLook, back: number): Change {
  const said = person.statements.find(({ seen }) => seen.includes(back))
  return {
    ...about(person, back),
    type: 'returned',
    field: 'person',
    before: null,
    after: said?.position || null,
    evidence: [
      absentOn(lastAbsent),
      { uri: said?.uri ?? lastAbsent.uri, seen_on: lookDay(back), says: said?.position || person.name },
    ],
    happenedBetween: [lookDay(lastAbsent.at), lookDay(back)],
    confidence: 0.9,
  }
}
