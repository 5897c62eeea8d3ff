import type { ObservedHistory, PersonStatement } from './observed-history.ts'
import { foldedName, nameWords, withoutSpeltMarks } from './person-key.ts'
import { samePosition } from './position-words.ts'
import { tieOf } from './name-ties.ts'
import type { KnownPerson, NamedUnit, Renamed } from './named-person.ts'
import { whoIsShown } from './who-is-shown.ts'

/**
 * Works out who is who. Statements with one name are about one person, except for namesakes whom one look shows with different
 * addresses. Different names are one person if an address or a position ties them and no look shows both: an initial, one of
 * two family names, a family name that replaces another, or the same words in another order.
 */
export function knownPeople(history: ObservedHistory): { people: KnownPerson[]; renamed: Renamed[] } {
  const units = [...Map.groupBy(history.people, ({ key }) => key).values()].flatMap(unitsOf).toSorted(byFirstSeen)
  const groups = new Map<NamedUnit, NamedUnit[]>(units.map((unit) => [unit, [unit]]))
  const membersOf = (unit: NamedUnit): NamedUnit[] => groups.get(unit) ?? [unit]
  const renamed: { before: NamedUnit; after: NamedUnit }[] = []
  const site = {
    looks: new Map(history.pages.map(({ uri, looks }) => [uri, looks])),
    shown: whoIsShown(history.people.map((said) => [said.key, said] as const)),
  }
  for (const [a, b] of likePairs(units)) {
    const [left, right] = [membersOf(a), membersOf(b)]
    const tie = left === right || meet(a, b) ? null : tieOf(a, b, site)
    if (tie === null) continue
    if (tie === 'renamed') renamed.push({ before: a, after: b })
    left.push(...right)
    for (const unit of right) groups.set(unit, left)
  }
  const whole = new Map([...new Set(groups.values())].map((members) => [members, together(members)]))
  const personOf = (unit: NamedUnit): KnownPerson => whole.get(membersOf(unit)) ?? unit
  return {
    people: [...whole.values()].toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : byFirstSeen(a, b))),
    renamed: renamed.map(({ before, after }) => ({ person: personOf(after), before, after })),
  }
}

const byFirstSeen = (a: KnownPerson, b: KnownPerson): number =>
  (a.seen[0] ?? 0) - (b.seen[0] ?? 0) || (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)

function unitsOf(statements: PersonStatement[]): NamedUnit[] {
  if (!areNamesakes(statements)) return [unitOf(statements)]
  const addresses = Map.groupBy(
    statements.filter(({ address }) => address !== null),
    ({ address }) => address,
  )
  // A statement without an address belongs to the person with the same position and an address; otherwise it is unclear whose
  // it is.
  const units = [...addresses.values()]
  for (const statement of statements.filter(({ address }) => address === null)) {
    const fitting = units.filter((said) => said.some(({ position }) => samePosition(position, statement.position)))
    if (fitting.length === 1) fitting[0]?.push(statement)
  }
  return units.map(unitOf)
}

/** One look shows two people with the name, each with an address. */
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

function unitOf(statements: PersonStatement[]): NamedUnit {
  const newest = newestOf(statements)
  const { first, last } = foldedName(newest.name)
  const words = nameWords(newest.name).map(withoutSpeltMarks).toSorted()
  return { first: withoutSpeltMarks(first), last: withoutSpeltMarks(last), words, ...wholeOf(statements, newest) }
}

const together = (units: readonly NamedUnit[]): KnownPerson => {
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

/** Pairs worth a closer look, the earlier first: they share an address, a family name, or a first name. */
function likePairs(units: readonly NamedUnit[]): [NamedUnit, NamedUnit][] {
  const buckets = new Map<string, NamedUnit[]>()
  const put = (key: string, unit: NamedUnit): void => {
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
    put(`first ${unit.first}`, unit)
  }
  const places = new Map(units.map((unit, place) => [unit, place]))
  const pairs = new Map<string, [NamedUnit, NamedUnit]>()
  for (const bucket of buckets.values())
    for (const [at, a] of bucket.entries())
      for (const b of bucket.slice(at + 1)) pairs.set(`${places.get(a)} ${places.get(b)}`, [a, b])
  return [...pairs.values()]
}

/** Whether one look shows both. */
function meet(a: NamedUnit, b: NamedUnit): boolean {
  const shown = new Set(a.statements.flatMap(({ uri, seen }) => seen.map((at) => `${uri} ${at}`)))
  return b.statements.some(({ uri, seen }) => seen.some((at) => shown.has(`${uri} ${at}`)))
}
