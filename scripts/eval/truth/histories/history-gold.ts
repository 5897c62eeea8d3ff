import { isRead } from './made-history.ts'
import type { GoldChange, MadeVisit, Noise, ShownPerson } from './made-history.ts'

/** A person whose departure is noticed only after this many days could have been away. */
const AWAY_DAYS = 90
const DAY_MS = 86_400_000

/**
 * What the visits make knowable: what happened and was seen often enough. A person who shares a name with a colleague
 * is left open.
 */
export function goldOf(visits: readonly MadeVisit[]): GoldChange[] {
  const ids = new Set(visits.flatMap(({ staff }) => staff.map(({ id }) => id)))
  const lives = visits.map(asItWas)
  const people = [...ids].flatMap((id) => withTruth(ofPerson(visits, id), ofPerson(lives, id)))
  const names = new Map<string, Set<number>>()
  for (const { id, first, last } of visits.flatMap(({ staff }) => [...staff]))
    names.set(`${first} ${last}`, (names.get(`${first} ${last}`) ?? new Set()).add(id))
  const isShared = ({ person }: GoldChange): boolean =>
    person !== null && (names.get(`${person.first} ${person.last}`)?.size ?? 0) > 1
  return [
    ...people.map((change) => (isShared(change) ? { ...change, isDue: false } : change)),
    ...ofSite(visits, ({ office }) => office, 'location'),
    ...ofSite(visits, ({ technology }) => technology, 'technology'),
    ...IMPLIED.flatMap((name) => implied(visits, name)),
    ...hiring(visits),
  ]
}

/** Visits at which a page other than the list may show some of its people. */
const ELSEWHERE: ReadonlySet<Noise | null> = new Set<Noise>(['truncated', 'gone', 'empty list'])

/** The people who were there, whatever the list showed of them. */
const asItWas = (visit: MadeVisit): MadeVisit => ({
  ...visit,
  noise: visit.noise === 'leaders only' ? null : visit.noise,
  shown: visit.shown !== null || ELSEWHERE.has(visit.noise) ? visit.staff : null,
})

/** What is also true but need not be reported, because the list alone does not show it. */
function withTruth(due: readonly GoldChange[], truth: readonly GoldChange[]): GoldChange[] {
  const wordsOf = ({ type, person, before, after }: GoldChange): string =>
    JSON.stringify([type, person?.first, person?.last, before, after])
  const known = new Set(due.map(wordsOf))
  const more = truth.filter((change) => !known.has(wordsOf(change)))
  return [...due, ...more.map((change) => ({ ...change, isDue: false, settles: null }))]
}

interface Sighting {
  place: number
  visit: MadeVisit
  person: ShownPerson
}

function ofPerson(visits: readonly MadeVisit[], id: number): GoldChange[] {
  const sightings: Sighting[] = []
  for (const [place, visit] of visits.entries()) {
    const person = visit.shown?.find((one) => one.id === id)
    // Another language has other words for the same position.
    const holds = visit.noise === 'language' ? (sightings.at(-1)?.person.holds ?? person?.holds) : person?.holds
    if (person !== undefined) sightings.push({ place, visit, person: { ...person, holds: holds ?? '' } })
  }
  const [first] = sightings
  if (first === undefined) return []
  const changes = sightings.flatMap((now, index) => {
    const before = sightings[index - 1]
    return before === undefined ? [] : between(visits, before, now)
  })
  const isKnownSite = visits.slice(0, first.place).some(({ shown, isOdd }) => shown !== null && !isOdd)
  if (first.place > 0 && visits.slice(0, first.place).some(({ shown }) => shown !== null))
    changes.unshift(
      told('joined', first.person, null, null, isKnownSite && !first.visit.isOdd && isSteady(visits, first.place)),
    )
  changes.push(...later(sightings))
  const last = sightings.at(-1) ?? first
  return [...changes, ...absence(visits, last, visits.length)]
}

/** What a reader may report that missed a position between two others: from the first to the last of them. */
const later = (sightings: readonly Sighting[]): GoldChange[] =>
  sightings.flatMap((now, index) =>
    sightings.slice(0, Math.max(0, index - 1)).flatMap(({ person }) => {
      const [old, fresh] = [person.holds, now.person.holds]
      return old === '' || fresh === '' || old === fresh ? [] : [told('title_changed', now.person, old, fresh, false)]
    }),
  )

/** Whether the page is where it was and has the same layout since it was last read. */
const isSteady = (visits: readonly MadeVisit[], place: number): boolean =>
  !visits
    .slice(0, place)
    .some(({ isOdd }, at) => isOdd && visits.slice(at + 1, place).every(({ shown }) => shown === null))

/** What two consecutive sightings of one person show. */
function between(visits: readonly MadeVisit[], before: Sighting, now: Sighting): GoldChange[] {
  const changes: GoldChange[] = []
  const isDue = !now.visit.isOdd && !before.visit.isOdd
  const gone = absence(visits, before, now.place)
  const days = (Date.parse(now.visit.at) - Date.parse(before.visit.at)) / DAY_MS
  if (gone.length > 0 && days > AWAY_DAYS) {
    const isTold = gone.every((change) => change.isDue)
    changes.push(...gone, told('returned', now.person, null, null, isTold && isDue))
  }
  const [old, fresh] = [before.person, now.person]
  if (old.holds !== fresh.holds)
    changes.push(
      told('title_changed', fresh, old.holds, fresh.holds, isDue && gone.length === 0 && old.last === fresh.last),
    )
  if (old.address === null && fresh.address !== null)
    changes.push(told('address_added', fresh, null, fresh.address, isDue && old.last === fresh.last))
  if (old.last !== fresh.last) {
    changes.push(told('name_changed', fresh, `${old.first} ${old.last}`, `${fresh.first} ${fresh.last}`, isDue))
    if (old.address !== fresh.address) changes.push(told('address_changed', fresh, old.address, fresh.address, false))
  }
  return changes
}

/** That a person left, if visits before `end` show it twice. */
function absence(visits: readonly MadeVisit[], { place, person }: Sighting, end: number): GoldChange[] {
  const later = visits.slice(place + 1, end)
  // A visit to a page with another layout shows nothing, and the next one is the first of its kind.
  const clear = later.filter(({ shown, isOdd }, at) => shown !== null && !isOdd && !followsOdd(later, at))
  // A list with a new layout is not trusted before the second visit after that, which is then the second one without
  // them.
  const without = later.filter(({ shown, noise }) => shown !== null && noise !== 'leaders only')
  // If they are at another company now, that shows it at the first visit without them.
  const isListedElsewhere = person.goesOn !== null && (without[0]?.at ?? '') >= person.goesOn
  const [second, settled] = [without[isListedElsewhere ? 0 : 1], clear[1]]
  if (second === undefined) return []
  const mates = visits[place]?.shown?.filter(({ id }) => id !== person.id) ?? []
  const isThere = (visit: MadeVisit): boolean =>
    mates.filter(({ id }) => visit.shown?.some((one) => one.id === id)).length * 2 >= mates.length
  const isDue = settled !== undefined && clear.slice(0, 2).every(isThere) && visits[place]?.isOdd === false
  const settles = isDue ? { from: second.at.slice(0, 10), by: settled.at.slice(0, 10) } : null
  return [{ ...told('left', person, null, null, isDue), settles }]
}

function followsOdd(visits: readonly MadeVisit[], at: number): boolean {
  const before = visits.slice(0, at).findLast(({ shown }) => shown !== null)
  return before?.isOdd === true
}

const told = (
  type: string,
  { first, last }: ShownPerson,
  before: string | null,
  after: string | null,
  isDue: boolean,
): GoldChange => ({
  type,
  person: { first, last },
  before,
  after,
  isDue,
  settles: null,
})

/** What `wordpress` is known to be built with, and therefore comes and goes with it: it need not be reported. */
const IMPLIED: readonly string[] = ['php', 'mysql']
const implied = (visits: readonly MadeVisit[], name: string): GoldChange[] =>
  ofSite(visits, ({ technology }) => (technology === 'wordpress' ? name : null), 'technology').map((change) => ({
    ...change,
    isDue: false,
  }))

/** What the start page says about the company, if it says so twice. */
function ofSite(
  visits: readonly MadeVisit[],
  valueOf: (visit: MadeVisit) => string | null,
  kind: string,
): GoldChange[] {
  const read = visits.filter(isRead)
  return read.flatMap((visit, place) => {
    const before = read[place - 1]
    if (before === undefined || valueOf(before) === valueOf(visit)) return []
    const next = read[place + 1]
    if (next === undefined) return []
    const isTwice = valueOf(next) === valueOf(visit)
    if (!isTwice && valueOf(next) === valueOf(before)) return []
    const company = { person: null, isDue: isTwice, settles: null }
    const [old, fresh] = [valueOf(before), valueOf(visit)]
    return [
      ...(old === null ? [] : [{ ...company, type: `${kind}_removed`, before: old, after: null }]),
      ...(fresh === null || !isTwice ? [] : [{ ...company, type: `${kind}_added`, before: null, after: fresh }]),
    ]
  })
}

function hiring(visits: readonly MadeVisit[]): GoldChange[] {
  const read = visits.filter((visit) => isRead(visit) && !visit.hasBudget)
  const since = read.findIndex(({ isHiring }) => isHiring)
  return since < 1
    ? []
    : [{ type: 'hiring_started', person: null, before: null, after: null, isDue: true, settles: null }]
}
