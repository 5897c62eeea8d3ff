import type { CountryCode } from 'libphonenumber-js/min'
import type { FoundPerson } from '../page/page-facts.ts'
import { nameKey } from '../names/person-name.ts'
import { findPhones } from '../phones/phone.ts'
import { tidyPosition } from './position-text.ts'
import type { StructuredPerson } from './structured-data.ts'

/**
 * Gives markup for machines precedence over the layout: an address of a marked-up person is that person's, and the details of
 * both readings complete each other.
 * @param known addresses that the scan accepted
 */
export function mergeStructured(
  people: readonly FoundPerson[],
  structured: readonly StructuredPerson[],
  known: ReadonlySet<string>,
  country: CountryCode | null,
): FoundPerson[] {
  const merged = [...people]
  for (const person of structured) {
    const key = nameKey(person.name)
    const fresh = toPerson(person, person.emails.find((email) => known.has(email)) ?? null, country)
    const at = placeOf(fresh, key, merged)
    const same = merged[at]
    if (same) merged[at] = complete(fresh, same, keyOf(same) === key)
    else merged.push(fresh)
  }
  return merged
}

/** Where the person is already: by address, or by name, except for a namesake whom the markup gives another address. */
function placeOf({ email }: FoundPerson, key: string, people: readonly FoundPerson[]): number {
  const owner = email === null ? -1 : people.findIndex((other) => other.email === email)
  if (owner !== -1) return owner
  const isOther = ({ via }: FoundPerson): boolean => email !== null && via === 'structured'
  return people.findIndex((other) => keyOf(other) === key && !isOther(other))
}

const keyOf = ({ firstName, lastName }: FoundPerson): string =>
  nameKey({ first: firstName ?? '', middle: '', last: lastName ?? '' })

/** If the same address has another name, the person is replaced as a whole. */
function complete(fresh: FoundPerson, other: FoundPerson, isSame: boolean): FoundPerson {
  if (!isSame) return fresh
  return {
    ...fresh,
    position: fresh.position ?? other.position,
    positionRaw: fresh.positionRaw ?? other.positionRaw,
    phone: fresh.phone ?? other.phone,
    linkedin: fresh.linkedin ?? other.linkedin,
    twitter: fresh.twitter ?? other.twitter,
    email: fresh.email ?? other.email,
    via: fresh.via ?? other.via,
  }
}

function toPerson(person: StructuredPerson, email: string | null, country: CountryCode | null): FoundPerson {
  const [phone] = person.phone === null ? [] : findPhones({ lines: [], telLinks: [person.phone], country })
  return {
    firstName: person.name.first || null,
    lastName: person.name.last || null,
    fullName: person.name.full,
    position: person.position === null ? null : tidyPosition(person.position),
    positionRaw: person.position,
    phone: phone?.number ?? null,
    linkedin: person.linkedin,
    twitter: person.twitter,
    email,
    via: email === null ? null : 'structured',
    location: person.location,
  }
}
