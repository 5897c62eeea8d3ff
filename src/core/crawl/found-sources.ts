import { setImmediate as nextTurn } from 'node:timers/promises'
import type { SourcePerson } from '../../lib/addresses/address-record.ts'
import type { FoundSource } from '../../db/index/capture-writer.ts'
import type { FoundPerson, PageFacts } from '../../engine/extract/page/page-facts.ts'
import { untrustedText } from '../../lib/text/untrusted-text.ts'
import { optoutDomains, optoutDigest } from '../optouts/optout-digests.ts'
import type { VisitNeeds } from './visit-needs.ts'

/** The addresses of one page as sources for the index, each with the person whom the page links to it. */
export const foundSources = (context: VisitNeeds, facts: PageFacts): FoundSource[] => [...sourcesOn(context, facts)]

/** Addresses prepared without a break: a page may show thousands, and other work needs its turn. */
const PREPARED_AT_ONCE = 200

/** Like `foundSources`, for use on the thread that answers requests. */
export async function foundSourcesInTurns(context: VisitNeeds, facts: PageFacts): Promise<FoundSource[]> {
  const sources: FoundSource[] = []
  for (const source of sourcesOn(context, facts)) {
    sources.push(source)
    if (sources.length % PREPARED_AT_ONCE === 0) await nextTurn()
  }
  return sources
}

function* sourcesOn(context: VisitNeeds, { scan, people }: PageFacts): Generator<FoundSource> {
  // A dump is not a page of a company: it would fill the index with strangers.
  if (scan.dump) return
  const owners = new Map(people.flatMap((person) => (person.email === null ? [] : [[person.email, person] as const])))
  for (const { value, domain, quality, hidden } of scan.addresses)
    yield {
      domain,
      value,
      quality,
      hidden,
      person: ownerOf(owners.get(value)),
      digest: optoutDigest(context.optoutKey, value),
      optoutDomains: optoutDomains(domain),
    }
}

/** Characters of a name or title in the index. */
const MAX_TEXT = 255

/** What a page says about a person, as plain text: the first of two filters that text from strangers passes. */
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
