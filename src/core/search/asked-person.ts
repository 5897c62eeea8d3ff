import type { Part } from '../../context.ts'
import { namesNobody, partsOfForm, partsOfPastedName } from '../../engine/extract/names/pasted-full-name.ts'
import type { NameParts } from '../../engine/names/patterns.ts'
import { domainOfCompany } from './company-domain.ts'
import type { FindEmailInput } from './find-email-input.ts'

export interface AskedPerson {
  name: NameParts
  /** First and last name to show with a guess. */
  shown: { first_name: string | null; last_name: string | null }
}

/**
 * The person a caller asks about, and at which company: what was sent takes precedence over what the index knows about the
 * profile. Null for an unknown person or company.
 */
export async function askedPerson(
  call: Part<never, 'people' | 'search'>,
  input: FindEmailInput,
): Promise<{ person: AskedPerson | null; domain: string | null }> {
  const { linkedin_handle: handle, company } = input
  const owner = handle === undefined ? null : await call.store.people.ownerOfProfile(handle)
  const person = personFrom(input) ?? (owner === null ? null : namedBy(owner.firstName, owner.lastName))
  if (input.domain !== undefined) return { person, domain: input.domain }
  return { person, domain: company === undefined ? (owner?.domain ?? null) : await domainOfCompany(call, company) }
}

function personFrom({ first_name: first, last_name: last, full_name: full }: FindEmailInput): AskedPerson | null {
  if (first !== undefined && last !== undefined) return namesNobody(`${first} ${last}`) ? null : namedBy(first, last)
  if (full === undefined || namesNobody(full)) return null
  const name = partsOfPastedName(full)
  return { name, shown: { first_name: name.first, last_name: name.last } }
}

function namedBy(first: string | null, last: string | null): AskedPerson | null {
  if (first === null && last === null) return null
  const name = partsOfForm({ first: first ?? '', last: last ?? '' })
  return { name, shown: { first_name: name.first || null, last_name: name.last || null } }
}
