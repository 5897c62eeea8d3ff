import type { Context } from '../context.ts'
import type { SourcePerson } from '../lib/address-record.ts'
import type { FoundSource } from '../db/capture-writer.ts'
import type { FoundPerson, PageFacts } from '../engine/extract/page-facts.ts'
import { claimableDomains, claimDigest } from './claims.ts'

/** The addresses of one page as sources for the index, each with the person whom the page ties to it. */
export function foundSources(context: Context, { scan, people }: PageFacts): FoundSource[] {
  // A dump is no page of a company: it would fill the index with strangers.
  if (scan.dump) return []
  const owners = new Map(people.flatMap((person) => (person.email === null ? [] : [[person.email, person] as const])))
  return scan.addresses.map(({ value, domain, quality, hidden }) => ({
    domain,
    value,
    quality,
    hidden,
    person: ownerOf(owners.get(value)),
    digest: claimDigest(context.claimKey, value),
    claimableDomains: claimableDomains(domain),
  }))
}

function ownerOf(person: FoundPerson | undefined): SourcePerson | null {
  if (person === undefined || person.via === null) return null
  const { firstName, lastName, position, positionRaw, phone, linkedin, twitter, via, location } = person
  return {
    firstName,
    lastName,
    position,
    positionRaw,
    phone,
    linkedin,
    twitter,
    via,
    city: location?.city ?? null,
    state: location?.state ?? null,
    country: location?.country ?? null,
  }
}
