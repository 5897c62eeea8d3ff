import type { KnownPerson } from './known-people.ts'
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
 * and it is no sign that they left. What stands for a namesake, or for whoever has the address now, is not theirs.
 */
export const isWrittenOn = (look: RosterLook, traces: Traces): boolean =>
  isNamedOn(look, traces) || givesAddress(look, traces)

export function isNamedOn({ people, sketch }: RosterLook, { person, names }: Traces): boolean {
  if (sketch === null || !names.some((name) => mightName(sketch, name))) return false
  return ![...people].some((other) => other !== person && other.key === person.key)
}

function givesAddress({ people, sketch }: RosterLook, { person, addresses }: Traces): boolean {
  if (sketch === null) return false
  return addresses.some(
    (address) =>
      mightGive(sketch, address) &&
      ![...people].some((other) => other !== person && other.statements.some((said) => said.address === address)),
  )
}
