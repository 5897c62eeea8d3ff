import { affiliationOf } from '../../engine/change/affiliation.ts'
import type { Affiliation, AddressSighting } from '../../engine/change/affiliation.ts'
import { isArticle } from '../../engine/change/dated-pages.ts'
import { readWithout } from '../../engine/change/read-without.ts'
import type { AddressEvidence, JudgedAddress, PageLook, StoredSource } from '../../lib/addresses/address-record.ts'
import { isEnded } from '../../engine/classify/ended-post.ts'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import { SECOND_MS } from '../../lib/process/clock.ts'
import { FILE_SITE } from './shown-sources.ts'

/** Whether the holder of an address is still with the company, going by everything known of the address. */
export function addressAffiliation(evidence: Omit<AddressEvidence, 'pattern' | 'value'>, now: Date): Affiliation {
  const { sources, looksWithout, verificationStatus, verifiedAt = null, left = null } = evidence
  const company = registrableDomain(evidence.domain)
  return affiliationOf(
    {
      sightings: sources.map((source) => sightingOf(source, company, looksWithout.get(source.uri) ?? [])),
      check:
        verificationStatus === null || verifiedAt === null
          ? null
          : { status: verificationStatus, at: secondsOf(verifiedAt) },
      left: left === null ? null : { at: Date.parse(left.on) / SECOND_MS, evidence: left.evidence },
    },
    secondsOf(now),
  )
}

/** The same as columns of the address. */
export function affiliationColumns(
  evidence: AddressEvidence,
  now: Date,
): Pick<JudgedAddress, 'affiliation' | 'affiliation_since'> {
  const { state, since } = addressAffiliation(evidence, now)
  return { affiliation: state, affiliation_since: since }
}

const sightingOf = (
  {
    uri,
    sourceDomain,
    extractedAt,
    lastSeenAt,
    stillOnPage,
    person,
  }: Pick<StoredSource, 'uri' | 'sourceDomain' | 'extractedAt' | 'lastSeenAt' | 'stillOnPage' | 'person'>,
  company: string,
  looks: readonly PageLook[],
): AddressSighting => ({
  uri,
  isOwn: sourceDomain === FILE_SITE || registrableDomain(sourceDomain) === company,
  first: secondsOf(extractedAt),
  last: secondsOf(lastSeenAt),
  isStill: stillOnPage,
  without: stillOnPage ? null : readWithout(uri, looks, secondsOf(lastSeenAt)),
  isArticle: isArticle(uri),
  ended: endedIn(person?.positionRaw ?? person?.position ?? '', lastSeenAt),
})

const endedIn = (position: string, seen: Date): string | null =>
  isEnded(position, seen.getUTCFullYear()) ? position : null

const secondsOf = (date: Date): number => Math.floor(date.getTime() / SECOND_MS)
