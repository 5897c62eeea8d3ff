import type { Capture } from '../../db/index/capture-writer.ts'
import type { PersonRow } from '../../engine/import/person-row.ts'
import { registrableDomain } from '../../lib/addresses/domain-name.ts'
import { DAY_MS, isoDate } from '../../lib/process/clock.ts'
import { seenInFile } from '../crawl/observed-page.ts'
import { FILE_SITE, fileUri } from '../crawl/shown-sources.ts'
import { optoutDigest, optoutDomains } from '../optouts/optout-digests.ts'
import type { ImportNeeds } from './import-needs.ts'

/** What the rows of a file of people say, as views of pages. */

export interface FileSource {
  name: string
  /** Stays the same in a repeated import, which then changes nothing. */
  seenOn: string
}

/** A row with the registrable domain of its company; null if that is unknown. */
export interface PlacedRow {
  row: PersonRow
  company: string | null
}

type RowNeeds = Pick<ImportNeeds, 'optoutKey'>

/** The views of one row: of its address, of a departure it states, and of a person without an address. */
export const viewsOf = (needs: RowNeeds, placed: PlacedRow, source: FileSource): Capture[] => [
  ...sightings(needs, placed.row, source),
  ...asSeen(needs, placed, source),
]

/** A row is a view of the page it names, or of itself, on each day it gives; it says nothing about what else is there. */
function sightings({ optoutKey }: RowNeeds, row: PersonRow, source: FileSource): Capture[] {
  const { email, domain, person, sourceUrl } = row
  if (email === null || domain === null) return []
  const found = {
    domain,
    value: email,
    quality: 'medium' as const,
    hidden: false,
    person,
    digest: optoutDigest(optoutKey, email),
    optoutDomains: optoutDomains(domain),
  }
  return daysOf(row, source.seenOn).map((day) => ({
    domain: sourceUrl === null ? FILE_SITE : registrableDomain(new URL(sourceUrl).hostname),
    url: sourceUrl ?? rowUri(source.name, found.digest),
    capturedAt: new Date(midnight(day)),
    ...A_ROW,
    sources: [found],
  }))
}

/** What the row says of somebody who has left, or has no address: at the company's site, wherever the row was found. */
function asSeen({ optoutKey }: RowNeeds, { row, company }: PlacedRow, { name, seenOn }: FileSource): Capture[] {
  const { email, person } = row
  const leftOn = leftBy(row, seenOn)
  if (company === null || (leftOn === null && email !== null)) return []
  const fullName = `${person?.firstName ?? ''} ${person?.lastName ?? ''}`.trim()
  const seen = seenInFile(optoutKey, company, { fullName, position: person?.position ?? null, email, leftOn })
  if (seen === null) return []
  const observed = { people: [seen], signature: null, statements: [], optoutDomains: optoutDomains(company) }
  const url = rowUri(name, email === null ? seen.digest : optoutDigest(optoutKey, email))
  const days = leftOn === null ? daysOf(row, seenOn) : [seenOn]
  return days.map((day) => ({
    domain: company,
    url,
    capturedAt: new Date(midnight(day)),
    ...A_ROW,
    sources: [],
    observed,
  }))
}

/** The first and last days on which the person was there: somebody who has left was there the day before. */
function daysOf(row: PersonRow, seenOn: string): string[] {
  const { startedOn, verifiedOn } = row
  const leftOn = leftBy(row, seenOn)
  const known = verifiedOn !== null && verifiedOn < seenOn ? verifiedOn : seenOn
  const last = leftOn === null ? known : isoDate(new Date(midnight(leftOn) - DAY_MS))
  return startedOn !== null && startedOn < last ? [startedOn, last] : [last]
}

const A_ROW = {
  kind: 'page',
  status: 200,
  etag: null,
  lastModified: null,
  contentHash: null,
  links: [],
  complete: false,
} as const

const midnight = (day: string): number => Date.parse(`${day}T00:00:00Z`)
const rowUri = (name: string, digest: Buffer): string => fileUri(name, digest.toString('hex').slice(0, 16))

/** Null for somebody who is still there or leaves later. */
const leftBy = ({ leftOn }: PersonRow, seenOn: string): string | null =>
  leftOn !== null && leftOn <= seenOn ? leftOn : null
