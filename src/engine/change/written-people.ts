import type { KnownPerson } from './named-person.ts'
import { askedName, mightGive, mightName } from './names-sketch.ts'
import type { RosterLook } from './roster-lines.ts'

/** What reveals that a page mentions a person. */
export interface Traces {
  person: KnownPerson
  names: readonly string[][]
  addresses: readonly string[]
}

export const tracesOf = (person: KnownPerson): Traces => ({
  person,
  names: [...new Set(person.statements.map(({ name }) => name))].map(askedName),
  addresses: [...new Set(person.statements.flatMap(({ address }) => (address === null ? [] : [address])))],
})

/**
 * Whether a look that does not show a person still contains their name or an address of theirs: they were not recognised, which
 * is not a sign that they left. The name of a namesake, and an address that now belongs to another person, do not count.
 */
export const isWrittenOn = (look: RosterLook, traces: Traces): boolean =>
  isNamedOn(look, traces) || givesAddress(look, traces)

export function isNamedOn({ people, sketch }: RosterLook, { person, names }: Traces): boolean {
  const written = sketch === null ? [] : names.filter((name) => mightName(sketch, name))
  return written.length > 0 && ![...people].some((other) => other !== person && explains(other, { person, written }))
}

/**
 * Whether these words on the page name another person: one with the same name, or one whom a look shows alongside this person
 * under a longer name that contains the words. A person never shown alongside may be this one, read with a word too many.
 */
function explains(
  other: KnownPerson,
  { person, written }: { person: KnownPerson; written: readonly (readonly string[])[] },
): boolean {
  if (other.key === person.key) return true
  const own = other.statements.map(({ name }) => new Set(askedName(name)))
  if (!written.every((asked) => own.some((words) => asked.every((pair) => words.has(pair))))) return false
  const shown = new Set(person.statements.flatMap(({ uri, seen }) => seen.map((at) => `${uri} ${at}`)))
  return other.statements.some(({ uri, seen }) => seen.some((at) => shown.has(`${uri} ${at}`)))
}

function givesAddress({ people, sketch }: RosterLook, { person, addresses }: Traces): boolean {
  if (sketch === null) return false
  return addresses.some(
    (address) =>
      mightGive(sketch, address) &&
      ![...people].some((other) => other !== person && sharesAddress(person, other, address)),
  )
}

/** Whether an address belongs to both: if one has it only since the other no longer does, they may be the same person. */
function sharesAddress(person: KnownPerson, other: KnownPerson, address: string): boolean {
  const given = ({ statements }: KnownPerson): number[] =>
    statements.flatMap((said) => (said.address === address ? [...said.seen] : []))
  return Math.min(...given(other)) <= Math.max(...given(person))
}
