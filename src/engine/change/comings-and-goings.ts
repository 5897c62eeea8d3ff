import type { KnownPerson } from './named-person.ts'
import { DAY, lookDay, VISIT } from './observed-history.ts'
import type { Change, ChangeEvidence, ObservedHistory, PersonStatement } from './observed-history.ts'
import { sameLanguage } from './layout-signature.ts'
import { givesPlace, isNameAlone, isSelection, takesPlace } from './left-open.ts'
import { isUniquePosition, samePosition } from './position-words.ts'
import { ROSTER_PEOPLE, SAME_LIST, shareStill } from './roster-lines.ts'
import type { RosterLine, RosterLook } from './roster-lines.ts'
import { isWrittenOn, tracesOf } from './written-people.ts'
import type { Traces } from './written-people.ts'

/** Two looks that do not show somebody count as two when so much time is between them: a weekly visit, less its jitter. */
const APART = 6 * DAY
/** Looks at other pages of the site that belong to a look at the list. */
const WITHIN = 30 * DAY
/** A list that nobody has looked at for so long says nothing of who is where. */
const STALE_LIST = 120 * DAY
/** Away for longer is left and returned; for less it was no leaving. */
const RETURNED_AFTER = 90 * DAY
/** Looks that stand for a look at every page, where not every page was looked at. */
const LOOKS_ALONE = 3

export interface Site {
  history: ObservedHistory
  people: readonly KnownPerson[]
  lines: readonly RosterLine[]
}

/** Joined, left, returned: what the lists of a site say of one person. */
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
    const left = leftBetween(traces, site, since, back)
    if (left === null || back - since <= RETURNED_AFTER) continue
    changes.push(left.change)
    if (person.seen.includes(back)) changes.push(returnedAt(person, left.lastAbsent, back))
  }
  return changes
}

/** All looks that showed the person, and those at lists that write the name and were read without them. */
function timesOf(traces: Traces, { lines }: Site): number[] {
  const { person } = traces
  const glimpsed = lines.flatMap(({ looks }) => glimpses(traces, looks))
  return glimpsed.length === 0 ? person.seen : [...new Set([...person.seen, ...glimpsed])].toSorted((a, b) => a - b)
}

/** Only beside a look that showed them, or from the first look on: a sketch errs now and then. */
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
function joinedAt(person: KnownPerson, { lines, people }: Site, first: number): Change | null {
  for (const { looks } of lines) {
    const place = looks.findIndex(({ people }) => people.has(person))
    const look = looks[place]
    if (look === undefined || look.isFrozen || look.at - (person.seen[0] ?? 0) > STALE_LIST) continue
    const before = looks
      .slice(0, place)
      .findLast(
        ({ at, signature, people }) =>
          at < first && people.size >= ROSTER_PEOPLE - 1 && sameLanguage(signature, look.signature),
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

interface Left {
  change: Change
  confirmedAt: number
  lastAbsent: RosterLook
}

/** Whether the looks between two sightings say that the person had left, and since when. */
function leftBetween(traces: Traces, site: Site, since: number, back: number): Left | null {
  const { person } = traces
  let found: Left | null = null
  for (const line of site.lines) {
    const base = line.looks.findLast(({ at, people }) => at <= since && people.has(person))
    if (base === undefined || isSelection(base, person, site.lines)) continue
    const absent = line.looks.filter((look) => look.at > base.at && look.at < back && isWithout(look, { base, traces }))
    // A list that had dropped them while another page showed them says nothing of when they left.
    if (absent[0] === undefined || absent[0].at < since + VISIT) continue
    if (givesPlace(person, site.people, [since, absent[0].at])) continue
    const left = confirmed(person, site, { line, base, absent, since, back })
    if (left !== null && (found === null || left.confirmedAt < found.confirmedAt)) found = left
  }
  return found
}

/** Whether a later look at the list is without somebody. */
const isWithout = (look: RosterLook, { base, traces }: { base: RosterLook; traces: Traces }): boolean =>
  !look.isRedesigned &&
  !look.people.has(traces.person) &&
  sameLanguage(base.signature, look.signature) &&
  (shareStill(base, look, traces.person) ?? 0) >= SAME_LIST &&
  !isWrittenOn(look, traces) &&
  !isTakenForAnother(look, { base, person: traces.person })

const ofTheName = ({ key }: KnownPerson, { people }: RosterLook): KnownPerson[] =>
  [...people].filter((one) => one.key === key)

/** Of namesakes it is known who left when there are fewer now, and their positions told them apart. */
function isTakenForAnother(look: RosterLook, { base, person }: { base: RosterLook; person: KnownPerson }): boolean {
  const [before, after] = [ofTheName(person, base), ofTheName(person, look)]
  if (after.length === 0) return false
  const post = positionAt(person, base) ?? ''
  const isAlike = (other: KnownPerson): boolean => samePosition(positionAt(other, base) ?? '', post)
  return after.length >= before.length || before.some((other) => other !== person && isAlike(other))
}

interface Absence {
  line: RosterLine
  /** The last look at the list that showed the person. */
  base: RosterLook
  absent: readonly RosterLook[]
  since: number
  back: number
}

function confirmed(person: KnownPerson, site: Site, absence: Absence): Left | null {
  const { base, absent, since } = absence
  const [first] = absent
  if (first === undefined) return null
  for (const [place, look] of absent.entries()) {
    if (look.isFrozen) continue
    const isTwice = look.at - first.at >= APART
    const kinds = [
      isTwice && (isNowhereElse(person, site, absence, look.at) || place + 1 >= LOOKS_ALONE),
      isInvalid(person, site.history, since),
      isSucceeded(person, base, look),
    ].filter(Boolean).length
    if (kinds < (isTwice ? 1 : 2)) continue
    const position = positionAt(person, base)
    return {
      lastAbsent: absent.at(-1) ?? look,
      confirmedAt: look.at,
      change: {
        ...about(person, since),
        type: 'left',
        field: 'person',
        before: position,
        after: null,
        evidence: [
          { uri: base.uri, seen_on: lookDay(base.at), says: position ?? person.name },
          absentOn(first),
          ...(look === first ? [] : [absentOn(look)]),
        ],
        happenedBetween: [lookDay(since), lookDay(first.at)],
        confidence: Math.min(0.98, 0.88 + 0.04 * kinds),
      },
    }
  }
  return null
}

/** Every other page that showed the person, and every other list of the site, was looked at meanwhile, and shows them no more. */
function isNowhereElse(person: KnownPerson, { history, lines }: Site, absence: Absence, at: number): boolean {
  const { line, since, back } = absence
  const wasLookedAt = (looks: readonly { at: number }[]): boolean =>
    looks.some((look) => look.at > since && look.at < back && look.at >= at - WITHIN && look.at <= at + VISIT)
  const others = new Set(
    person.statements.flatMap(({ uri, seen }) => ((seen[0] ?? Infinity) <= since && !line.uris.has(uri) ? [uri] : [])),
  )
  for (const other of lines) {
    if (other === line) continue
    const listed = other.looks.findLast((look) => look.at <= at)
    const matters =
      [...other.uris].some((uri) => others.has(uri)) || (listed !== undefined && listed.at > at - STALE_LIST)
    // A list that shows nobody at all is no list now; a page that named one or two may well name none.
    const isList = other.looks.some((look) => look.people.size >= ROSTER_PEOPLE)
    const looks = isList ? other.looks : history.pages.flatMap((page) => (other.uris.has(page.uri) ? page.looks : []))
    if (matters && !wasLookedAt(looks)) return false
    for (const uri of other.uris) others.delete(uri)
  }
  return [...others].every((uri) => wasLookedAt(history.pages.find((page) => page.uri === uri)?.looks ?? []))
}

function isInvalid(person: KnownPerson, { checks }: ObservedHistory, since: number): boolean {
  const addresses = new Set(person.statements.map(({ address }) => address))
  return checks.some(({ address, status, at }) => status === 'invalid' && at > since && addresses.has(address))
}

/** Somebody else holds the post of which there is one. */
function isSucceeded(person: KnownPerson, base: RosterLook, look: RosterLook): boolean {
  const post = positionAt(person, base)
  if (post === null || !isUniquePosition(post)) return false
  const holds = (other: KnownPerson, at: RosterLook): boolean => {
    const position = positionAt(other, at)
    return position !== null && samePosition(position, post)
  }
  return (
    ![...base.people].some((other) => other !== person && holds(other, base)) &&
    [...look.people].some((other) => other !== person && holds(other, look))
  )
}

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

const absentOn = ({ uri, at }: RosterLook): ChangeEvidence => ({ uri, seen_on: lookDay(at), says: 'not listed' })

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
