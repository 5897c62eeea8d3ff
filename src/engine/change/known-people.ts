import { DAY } from './observed-history.ts'
import type { ObservedHistory, PersonStatement } from './observed-history.ts'
import { foldedName, nameWords } from './person-key.ts'
import { samePosition } from './position-words.ts'

/** Nobody is away for so long and comes back under another name. */
const REUSED_AFTER = 90 * DAY

/** Everything that a site said of one person, under whichever of their names. */
export interface KnownPerson {
  /** Of the newest name. */
  key: string
  name: string
  statements: PersonStatement[]
  /** All looks that showed them, ascending. */
  seen: number[]
}

/** Somebody who goes by another family name now. */
export interface Renamed {
  /** Under all names. */
  person: KnownPerson
  before: KnownPerson
  after: KnownPerson
}

/** Statements of one name, and of one address where two people go by the name. */
interface Unit extends KnownPerson {
  first: string
  last: string
  /** Of the whole name, in no order. */
  words: readonly string[]
}

/**
 * Who is who. Statements of one name are of one person, but for namesakes whom one look shows with different addresses.
 * Names written otherwise are one person where an address or a position ties them and no look shows both: an initial, one
 * of two family names, a family name that gives way to another. So are the same words in another order.
 */
export function knownPeople(history: ObservedHistory): { people: KnownPerson[]; renamed: Renamed[] } {
  const units = [...Map.groupBy(history.people, ({ key }) => key).values()].flatMap(unitsOf).toSorted(byFirstSeen)
  const groups = new Map<Unit, Unit[]>(units.map((unit) => [unit, [unit]]))
  const membersOf = (unit: Unit): Unit[] => groups.get(unit) ?? [unit]
  const renamed: { before: Unit; after: Unit }[] = []
  for (const [a, b] of likePairs(units)) {
    const [left, right] = [membersOf(a), membersOf(b)]
    const tie = left === right || meet(a, b) ? null : tieOf(a, b, history)
    if (tie === null) continue
    if (tie === 'renamed') renamed.push({ before: a, after: b })
    left.push(...right)
    for (const unit of right) groups.set(unit, left)
  }
  const whole = new Map([...new Set(groups.values())].map((members) => [members, together(members)]))
  const personOf = (unit: Unit): KnownPerson => whole.get(membersOf(unit)) ?? unit
  return {
    people: [...whole.values()].toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : byFirstSeen(a, b))),
    renamed: renamed.map(({ before, after }) => ({ person: personOf(after), before, after })),
  }
}

const byFirstSeen = (a: KnownPerson, b: KnownPerson): number =>
  (a.seen[0] ?? 0) - (b.seen[0] ?? 0) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)

function unitsOf(statements: PersonStatement[]): Unit[] {
  if (!areNamesakes(statements)) return [unitOf(statements)]
  const addresses = Map.groupBy(
    statements.filter(({ address }) => address !== null),
    ({ address }) => address,
  )
  // What gives no address is of whom it was said with one; else nobody knows of whom.
  const units = [...addresses.values()]
  for (const statement of statements.filter(({ address }) => address === null)) {
    const fitting = units.filter((said) => said.some(({ position }) => samePosition(position, statement.position)))
    if (fitting.length === 1) fitting[0]?.push(statement)
  }
  return units.map(unitOf)
}

/** One look shows two of the name, with an address each. */
function areNamesakes(statements: readonly PersonStatement[]): boolean {
  const shown = new Map<string, string>()
  for (const { uri, seen, address } of statements) {
    if (address === null) continue
    for (const at of seen) {
      const look = `${uri} ${at}`
      if ((shown.get(look) ?? address) !== address) return true
      shown.set(look, address)
    }
  }
  return false
}

function unitOf(statements: PersonStatement[]): Unit {
  const newest = newestOf(statements)
  return { ...foldedName(newest.name), words: nameWords(newest.name).toSorted(), ...wholeOf(statements, newest) }
}

const together = (units: readonly Unit[]): KnownPerson => {
  const statements = units.flatMap((unit) => unit.statements)
  return wholeOf(statements, newestOf(statements))
}

const wholeOf = (statements: PersonStatement[], { key, name }: PersonStatement): KnownPerson => ({
  key,
  name,
  statements,
  seen: [...new Set(statements.flatMap(({ seen }) => [...seen]))].toSorted((a, b) => a - b),
})

const newestOf = (statements: readonly PersonStatement[]): PersonStatement =>
  statements.reduce((best, said) => {
    const later = (said.seen.at(-1) ?? 0) - (best.seen.at(-1) ?? 0)
    return later > 0 || (later === 0 && `${said.name}\n${said.uri}` > `${best.name}\n${best.uri}`) ? said : best
  })

/** Pairs worth a closer look, the earlier first: they share an address, a family name, or a first name on a page. */
function likePairs(units: readonly Unit[]): [Unit, Unit][] {
  const buckets = new Map<string, Unit[]>()
  const put = (key: string, unit: Unit): void => {
    const bucket = buckets.get(key) ?? []
    if (bucket.length === 0) buckets.set(key, bucket)
    if (bucket.length < 20 && bucket.at(-1) !== unit) bucket.push(unit)
  }
  for (const unit of units) {
    put(`last ${unit.last}`, unit)
    put(`words ${unit.words.join(' ')}`, unit)
    for (const { uri, address } of unit.statements) {
      if (address !== null) put(`address ${address}`, unit)
      put(`first ${unit.first} ${uri}`, unit)
    }
  }
  const places = new Map(units.map((unit, place) => [unit, place]))
  const pairs = new Map<string, [Unit, Unit]>()
  for (const bucket of buckets.values())
    for (const [at, a] of bucket.entries())
      for (const b of bucket.slice(at + 1)) pairs.set(`${places.get(a)} ${places.get(b)}`, [a, b])
  return [...pairs.values()]
}

type Tie = 'written' | 'renamed'

/** How two names are one person, if no look shows both; null when nothing says so. */
function tieOf(a: Unit, b: Unit, { pages }: ObservedHistory): Tie | null {
  const sharesAddress = addressesOf(a).some((address) => addressesOf(b).includes(address))
  const sharesFirst = a.first === b.first
  if (a.last === b.last) {
    // One of two namesakes, whose address is another one now.
    if (sharesFirst) return sharePosition(a, b) ? 'written' : null
    const isShort = isInitialOf(a.first, b.first) || isInitialOf(b.first, a.first)
    return sharesAddress || isWithin(a, b) || isWithin(b, a) || (isShort && sharePosition(a, b)) ? 'written' : null
  }
  if (a.words.join(' ') === b.words.join(' ')) return 'written'
  if (!sharesFirst) return null
  const isPart = a.last.includes(b.last) || b.last.includes(a.last)
  const follows = (a.seen.at(-1) ?? 0) < (b.seen[0] ?? 0)
  // An address that nobody was seen to have for months is somebody else's now.
  if (follows && (b.seen[0] ?? 0) - missedAt(a, pages) > REUSED_AFTER) return null
  if (sharesAddress) return follows && !isPart ? 'renamed' : 'written'
  if (isPart && sharePosition(a, b)) return follows ? 'renamed' : 'written'
  return follows ? givesWay(a, b, pages) : null
}

/** The first look, at a page that showed somebody, that shows them no more. */
const missedAt = ({ statements, seen }: Unit, pages: ObservedHistory['pages']): number => {
  const uris = new Set(statements.map(({ uri }) => uri))
  const later = pages.flatMap(({ uri, looks }) =>
    uris.has(uri) ? looks.flatMap(({ at }) => (at > (seen.at(-1) ?? 0) ? [at] : [])) : [],
  )
  return Math.min(...later)
}

/** Whether one look shows both. */
function meet(a: Unit, b: Unit): boolean {
  const shown = new Set(a.statements.flatMap(({ uri, seen }) => seen.map((at) => `${uri} ${at}`)))
  return b.statements.some(({ uri, seen }) => seen.some((at) => shown.has(`${uri} ${at}`)))
}

const addressesOf = ({ statements }: Unit): string[] =>
  statements.flatMap(({ address }) => (address === null ? [] : [address]))

/** `Ann Berg` of `Jo Ann Berg`: the same page may be read with a word more or less. */
const isWithin = ({ words }: Unit, longer: Unit): boolean =>
  words.length > 1 && longer.words.length === words.length + 1 && words.every((word) => longer.words.includes(word))

const isInitialOf = (short: string, long: string): boolean => short.length === 1 && long.startsWith(short)

const sharePosition = (a: Unit, b: Unit): boolean =>
  a.statements.some((one) =>
    b.statements.some(
      (other) => one.position !== '' && other.position !== '' && samePosition(one.position, other.position),
    ),
  )

/**
 * The next look at a page shows, in the position of the one, the other: nobody with a first name twice takes the post over.
 * Where the page gives no position to tell them by, a part of the family name says so; without any it stays open, and
 * neither is said to have come or gone.
 */
function givesWay(a: Unit, b: Unit, pages: ObservedHistory['pages']): Tie | null {
  const ties = a.statements.flatMap(({ uri, seen, position }) => {
    const looks = pages.find((page) => page.uri === uri)?.looks ?? []
    const next = looks.find(({ at }) => at > (seen.at(-1) ?? 0))?.at
    const shown = b.statements.filter((other) => other.uri === uri && other.seen[0] === next)
    return shown.flatMap((other): Tie[] => {
      if (position === '' || other.position === '') return [sharePart(a, b) ? 'renamed' : 'written']
      return samePosition(position, other.position) ? ['renamed'] : []
    })
  })
  return ties.includes('renamed') ? 'renamed' : (ties[0] ?? null)
}

/** A word of the family name that both have; particles are shorter. */
const MIN_PART = 4
const sharePart = (a: Unit, b: Unit): boolean =>
  a.words.some((word) => word.length >= MIN_PART && !a.first.includes(word) && b.words.includes(word))
