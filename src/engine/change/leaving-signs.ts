import { isArticle } from './dated-pages.ts'
import { listedElsewhere } from './seen-elsewhere.ts'
import type { KnownPerson } from './named-person.ts'
import { DAY, lookDay, VISIT } from './observed-history.ts'
import type { AddressCheck, Change, ChangeEvidence, ObservedHistory, SeenElsewhere } from './observed-history.ts'
import { isUniquePosition, samePosition } from './position-words.ts'
import { ROSTER_PEOPLE } from './redesigns.ts'
import { STALE_LIST } from './roster-lines.ts'
import type { RosterLine, RosterLook, Site } from './roster-lines.ts'
import { about, absentOn, positionAt } from './said-of-person.ts'

/** Least time between two looks without a person for them to count as two: a weekly visit, minus its jitter. */
export const APART = 6 * DAY
/** Looks at other pages of the site within this time belong to the look at the list. */
const WITHIN = 30 * DAY
/** Number of looks that replaces a look at every page, if not every page was visited. */
const LOOKS_ALONE = 3

/** What a list shows of a person between two sightings. */
export interface Absence {
  line: RosterLine
  /** The last look at the list that showed the person. */
  base: RosterLook
  absent: readonly RosterLook[]
  since: number
  back: number
}

/** A departure, with the looks that show it. */
export interface Left {
  change: Change
  confirmedAt: number
  lastAbsent: RosterLook | null
}

/** Whether, and from which look without the person on, the evidence says that they had left. */
export function leftBy(person: KnownPerson, site: Site, absence: Absence): Left | null {
  const { base, absent, since, back } = absence
  const [first] = absent
  if (first === undefined) return null
  const elsewhere = listedElsewhere(person, site.history, [since, back])
  const isRefused = refusal(person, site.history, since) !== null
  for (const [place, look] of absent.entries()) {
    if (look.isFrozen) continue
    const isTwice = look.at - first.at >= APART
    const isNowhere = isNowhereElse(person, site, absence, look.at)
    const isGone = isTwice && (isNowhere || place + 1 >= LOOKS_ALONE)
    const isFollowed = isSucceeded(person, base, look)
    // A single look counts as one sign, whatever else it shows.
    const ofPages = isTwice ? 1 + Number(isFollowed) : Number(isNowhere || isFollowed)
    const others = ofPages + Number(isRefused) + Number(elsewhere !== null)
    if (!isGone && others < 2) continue
    const position = positionAt(person, base)
    const proof = elsewhere !== null ? listedOn(elsewhere) : look === first ? null : absentOn(look)
    return {
      lastAbsent: absent.at(-1) ?? look,
      confirmedAt: look.at,
      change: leaving(person, since, {
        before: position,
        evidence: [
          { uri: base.uri, seen_on: lookDay(base.at), says: position ?? person.name },
          absentOn(first),
          ...(proof === null ? [] : [proof]),
        ],
        to: first.at,
        signs: others,
      }),
    }
  }
  return null
}

/** Whether signs beyond the company's lists say so: its mail server refuses the person, and another company lists them. */
export function leftUnread(person: KnownPerson, { history }: Site, since: number): Left | null {
  const refused = refusal(person, history, since)
  const elsewhere = listedElsewhere(person, history, [since, Infinity])
  if (refused === null || elsewhere === null) return null
  const said = person.statements.find(({ seen }) => seen.includes(since))
  if (said === undefined) return null
  return {
    lastAbsent: null,
    confirmedAt: Math.max(refused.at, elsewhere.first),
    change: leaving(person, since, {
      before: said.position || null,
      evidence: [
        { uri: said.uri, seen_on: lookDay(since), says: said.position || person.name },
        { uri: 'mail server', seen_on: lookDay(refused.at), says: refused.status },
        listedOn(elsewhere),
      ],
      to: elsewhere.first,
      signs: 2,
    }),
  }
}

const listedOn = ({ uri, first, position, name }: SeenElsewhere): ChangeEvidence => ({
  uri,
  seen_on: lookDay(first),
  says: position || name,
})

interface Leaving extends Pick<Change, 'before' | 'evidence'> {
  to: number
  signs: number
}

const leaving = (person: KnownPerson, since: number, { to, signs, ...said }: Leaving): Change => ({
  ...about(person, since),
  type: 'left',
  field: 'person',
  after: null,
  ...said,
  happenedBetween: [lookDay(since), lookDay(to)],
  confidence: Math.min(0.98, 0.88 + 0.04 * signs),
})

/** Every other page that showed the person, and every other list of the site, was visited meanwhile and no longer shows them. */
function isNowhereElse(person: KnownPerson, { history, lines }: Site, absence: Absence, at: number): boolean {
  const { line, since, back } = absence
  const wasLookedAt = (looks: readonly { at: number }[]): boolean =>
    looks.some((look) => look.at > since && look.at < back && look.at >= at - WITHIN && look.at <= at + VISIT)
  const others = new Set(
    person.statements.flatMap(({ uri, seen }) =>
      (seen[0] ?? Infinity) <= since && !line.uris.has(uri) && !isArticle(uri) ? [uri] : [],
    ),
  )
  for (const other of lines) {
    if (other === line) continue
    const listed = other.looks.findLast((look) => look.at <= at)
    const matters =
      [...other.uris].some((uri) => others.has(uri)) || (listed !== undefined && listed.at > at - STALE_LIST)
    // A list that shows no one is not a list now; a page that named one or two people may well name none.
    const isList = other.looks.some((look) => look.people.size >= ROSTER_PEOPLE)
    const looks = isList ? other.looks : history.pages.flatMap((page) => (other.uris.has(page.uri) ? page.looks : []))
    if (matters && !wasLookedAt(looks)) return false
    for (const uri of other.uris) others.delete(uri)
  }
  return [...others].every((uri) => wasLookedAt(history.pages.find((page) => page.uri === uri)?.looks ?? []))
}

/** A report of a mail server, since then, that an address of theirs no longer exists. */
function refusal(person: KnownPerson, { checks }: ObservedHistory, since: number): AddressCheck | null {
  const addresses = new Set(person.statements.map(({ address }) => address))
  const isIt = ({ address, status, at }: AddressCheck): boolean =>
    status === 'invalid' && at > since && addresses.has(address)
  return checks.find(isIt) ?? null
}

/** Another person now has the position, of which there is only one. */
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
