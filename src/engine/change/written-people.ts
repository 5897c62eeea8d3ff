import type { KnownPerson } from './named-person.ts'
import { askedName, mightGive, mightName } from './names-sketch.ts'
import type { RosterLook } from './roster-lines.ts'

/** By what a page that writes somebody is told from one that does not. */
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
 * Whether a look that does not show somebody finds their name, or an address of theirs, written all the same: nobody read it,
 * and it is not a sign that they left. What stands for a namesake, or for whoever has the address now, is not theirs.
 */
export const isWrittenOn = (look: RosterLook, traces: Traces): boolean =>
  isNamedOn(look, traces) || givesAddress(look, traces)

export function isNamedOn({ people, sketch }: RosterLook, { person, names }: Traces): boolean {
  const written = sketch === null ? [] : names.filter((name) => mightName(sketch, name))
  return written.length > 0 && ![...people].some((other) => other !== person && explains(other, { person, written }))
}

/**
 * Whether the page writes these words for somebody else: who is called so, or whom a look shows beside the person under a
 * longer name that holds them. Whom no look shows beside them may be the person, read with a word too many.
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

/** Whether an address is of both: one that somebody has only since the other has it no more may be the same person's. */
function sharesAddress(person: KnownPerson, other: KnownPerson, address: string): boolean {
  const given = ({ statements }: KnownPerson): number[] =>
    statements.flatMap((said) => (said.address === address ? [...said.seen] : []))
  return Math.min(...given(other)) <= Math.max(...given(person))
}
