import { isEnded } from '../classify/ended-post.ts'
import { comingsAndGoings } from './comings-and-goings.ts'
import { knownPeople } from './known-people.ts'
import { lookDay } from './observed-history.ts'
import type { Change, ObservedHistory, PersonStatement, StatedEnd } from './observed-history.ts'
import { isArticle } from './dated-pages.ts'
import { farewellTo } from './farewell.ts'
import { titlesOnOtherLists } from './new-list.ts'
import { personKey } from './person-key.ts'
import type { KnownPerson } from './named-person.ts'
import { rosterLines } from './roster-lines.ts'
import type { RosterLine } from './roster-lines.ts'
import { newName, saidOtherwise } from './said-otherwise.ts'
import { isShownInTurn } from './shown-in-turn.ts'
import { siteChanges } from './site-changes.ts'

/**
 * Everything that changed at a company according to what its site showed: pure, and independent of the order in which the looks
 * arrived. Each change occurs once, ordered by time, type and person.
 */
export function changesBetween(history: ObservedHistory): Change[] {
  const present = asWritten(history.people.filter((said) => !isOver(said) && isPage(said)))
  const here = { ...history, people: present }
  const { people, renamed } = knownPeople(here)
  const lines = rosterLines(here, people)
  const site = { history: here, people: listedOn(lines), lines, inTurn: new Set(lines.filter(isShownInTurn)) }
  const changes = [
    ...people.flatMap((person) => comingsAndGoings(person, site)),
    ...lines.flatMap((line) => saidOtherwise(line, people)),
    ...titlesOnOtherLists(lines, people),
    ...renamed.map(newName),
    ...history.people.filter(isOver).flatMap((said) => saidToBeOver(said, present)),
    ...history.ends.map(statedEnd),
    ...siteChanges(history),
  ]
  return uniqueChanges(changes)
}

const listedOn = (lines: readonly RosterLine[]): KnownPerson[] => [
  ...new Set(lines.flatMap(({ looks }) => looks.flatMap(({ people }) => [...people]))),
]

/**
 * An article says who was there when it appeared; of people whom other pages name not even that, as it may be their farewell.
 */
function asWritten(people: readonly PersonStatement[]): PersonStatement[] {
  const [articles, others] = [true, false].map((is) => people.filter(({ uri }) => isArticle(uri) === is)) as [
    PersonStatement[],
    PersonStatement[],
  ]
  const named = new Set(others.map(({ key }) => key))
  return [
    ...others,
    ...articles.flatMap((said) => (named.has(said.key) ? [] : [{ ...said, seen: said.seen.slice(0, 1) }])),
  ]
}

/** Rows of files are not looks at a page. */
const isPage = ({ uri }: PersonStatement): boolean => uri.startsWith('http')

const isOver = ({ key, position, seen }: PersonStatement): boolean =>
  isEnded(position, new Date((seen[0] ?? 0) * 1_000).getUTCFullYear()) || personKey(farewellTo(position) ?? '') === key

/** The key of a change: it is reported once, however many pages show it. */
export const changeKey = ({
  type,
  person,
  before,
  after,
}: Pick<Change, 'type' | 'person' | 'before' | 'after'>): string =>
  JSON.stringify([type, person?.key ?? null, before, after])

/** Each change once, but whoever returns can leave again. A title that alternates is no news. */
function uniqueChanges(changes: readonly Change[]): Change[] {
  const sorted = changes.toSorted((a, b) => compare(orderOf(a), orderOf(b)))
  const standing = new Map<string, Map<string, Change>>()
  const told = sorted.filter((change) => {
    const subject = change.person?.key ?? ''
    const same = standing.get(subject) ?? new Map<string, Change>()
    standing.set(subject, same)
    if (same.has(changeKey(change))) return false
    for (const [key, earlier] of same) if (undoes(change, earlier)) same.delete(key)
    same.set(changeKey(change), change)
    return true
  })
  // Two pages may word one departure or arrival differently; a person leaves only once a day.
  const days = new Set<string>()
  return told.filter(({ type, person, happenedBetween }) => {
    if (person === null || (type !== 'left' && type !== 'joined')) return true
    const day = `${type} ${person.key} ${happenedBetween[1]}`
    return !days.has(day) && days.add(day)
  })
}

const isLeft = ({ type }: Change): boolean => type === 'left'
const isHere = ({ type }: Change): boolean => type === 'joined' || type === 'returned'

const undoes = (change: Change, earlier: Change): boolean =>
  (isLeft(change) && isHere(earlier)) || (isHere(change) && isLeft(earlier))

const orderOf = ({ happenedBetween: [from, to], ...change }: Change): string =>
  [
    to,
    change.type,
    change.person?.key ?? '',
    from ?? '',
    change.before ?? '',
    change.after ?? '',
    change.address ?? '',
    JSON.stringify(change.evidence),
  ].join('\n')

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** `Former CEO` on the company's own page, or a farewell, for a person it once named without such words. */
function saidToBeOver(
  { uri, key, name, position, address, seen }: PersonStatement,
  present: readonly PersonStatement[],
): Change[] {
  const at = seen[0] ?? 0
  const before = present.filter((said) => said.key === key && (said.seen[0] ?? Infinity) < at)
  const last = Math.max(0, ...before.flatMap((said) => said.seen.filter((time) => time < at)))
  const isBack = present.some((said) => said.key === key && (said.seen.at(-1) ?? 0) > at)
  if (last === 0 || isBack) return []
  const was = before.find((said) => said.seen.includes(last))
  return [
    {
      type: 'left',
      person: { key, name },
      address: address ?? was?.address ?? null,
      field: 'person',
      before: was?.position || null,
      after: null,
      evidence: [
        { uri: was?.uri ?? uri, seen_on: lookDay(last), says: was?.position || name },
        { uri, seen_on: lookDay(at), says: position },
      ],
      happenedBetween: [lookDay(last), lookDay(at)],
      confidence: 0.95,
    },
  ]
}

const statedEnd = ({ key, name, address, uri, leftOn, saidAt }: StatedEnd): Change => ({
  type: 'left',
  person: { key, name },
  address,
  field: 'person',
  before: null,
  after: null,
  evidence: [{ uri, seen_on: lookDay(saidAt), says: `left on ${lookDay(leftOn)}` }],
  happenedBetween: [null, lookDay(leftOn)],
  confidence: 0.9,
})
