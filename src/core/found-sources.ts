import type { Context } from '../context.ts'
import type { SourcePerson } from '../lib/address-record.ts'
import type { FoundSource } from '../db/capture-writer.ts'
import type { FoundPerson, PageFacts } from '../engine/extract/page-facts.ts'
import { untrustedText } from '../lib/untrusted-text.ts'
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

/** Characters of a name or a title in the index. */
const MAX_TEXT = 255

/** What a page says of a person, as words: the first of the two doors that text of strangers passes. */
const clean = (text: string | null | undefined): string | null => {
  const words = untrustedText(text ?? '', MAX_TEXT).text
  return words === '' ? null : words
}

function ownerOf(person: FoundPerson | undefined): SourcePerson | null {
  if (person === undefined || person.via === null) return null
  const { phone, linkedin, twitter, via, location } = person
  return {
    firstName: clean(person.firstName),
    lastName: clean(person.lastName),
    position: clean(person.position),
    positionRaw: clean(person.positionRaw),
    phone,
    linkedin,
    twitter,
    via,
    city: clean(location?.city),
    state: clean(location?.state),
    country: location?.country ?? null,
  }
}
