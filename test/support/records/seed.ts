import type { Context } from '../../../src/context.ts'
import { judge, learnDomain } from '../../../src/core/crawl/learn-domain.ts'
import { optoutDomains, optoutDigest } from '../../../src/core/optouts/optout-digests.ts'
import type { SourcePerson } from '../../../src/lib/addresses/address-record.ts'

export interface SeededAddress {
  value: string
  person?: Partial<SourcePerson>
  quality?: 'high' | 'medium' | 'low'
}

const NOBODY: SourcePerson = {
  firstName: null,
  lastName: null,
  position: null,
  positionRaw: null,
  phone: null,
  linkedin: null,
  twitter: null,
  city: null,
  state: null,
  country: null,
  via: 'record',
}

/** Stores one visit to one page in the same way as a crawl; no network is needed. */
export async function seedPage(
  context: Context,
  page: { url: string; capturedAt?: Date; addresses: readonly SeededAddress[]; complete?: boolean },
): Promise<void> {
  const { url, capturedAt = context.clock.now(), addresses, complete = true } = page
  const sources = addresses.map(({ value, person, quality = 'high' }) => {
    const domain = value.slice(value.lastIndexOf('@') + 1)
    const owner = person === undefined ? null : { ...NOBODY, positionRaw: person.position ?? null, ...person }
    const digest = optoutDigest(context.optoutKey, value)
    return { domain, value, quality, hidden: false, person: owner, digest, optoutDomains: optoutDomains(domain) }
  })
  const facts = { kind: 'page' as const, status: 200, etag: null, lastModified: null, contentHash: url, links: [] }
  await context.store.ingest.recordCaptures(
    [{ domain: new URL(url).hostname, url, capturedAt, complete, sources, ...facts }],
    judge(context),
  )
}

/** Stores people of a domain on its team page, and the pattern learnt from them. */
export async function seedPeople(
  context: Context,
  domain: string,
  people: readonly (readonly [first: string, last: string, position: string])[],
) {
  const addresses = people.map(([firstName, lastName, position]) => ({
    value: `${firstName}.${lastName}@${domain}`.toLowerCase(),
    person: { firstName, lastName, position },
  }))
  await seedPage(context, { url: `https://${domain}/team`, addresses })
  await learnDomain(context, domain)
}
