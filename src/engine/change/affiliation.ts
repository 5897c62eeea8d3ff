import type { AFFILIATIONS } from '../../lib/text/vocabulary.ts'
import { DAY, lookDay, VISIT } from './observed-history.ts'
import type { ChangeEvidence } from './observed-history.ts'

export interface Affiliation {
  state: (typeof AFFILIATIONS)[number]
  /** The start of this state, as far as known; `YYYY-MM-DD`. */
  since: string | null
  last_seen_on: string | null
  evidence: ChangeEvidence[]
}

/** A page or file that shows the address. Times are seconds since 1970. */
export interface AddressSighting {
  uri: string
  /** From the company itself: its own pages, and files that say so. */
  isOwn: boolean
  first: number
  last: number
  /** The newest look at the page still shows it. */
  isStill: boolean
  /** When the page was first read without it; null if it never was, because it is gone or is another page now. */
  without: number | null
  /** An article, which may name them for years after they left. */
  isArticle?: boolean
  /** The position it gives them, if it says that they no longer have it. */
  ended?: string | null
}

export interface AffiliationEvidence {
  sightings: readonly AddressSighting[]
  check: { status: string; at: number } | null
  /** The change that reports them as having left. */
  left: { at: number; evidence: readonly ChangeEvidence[] } | null
}

const FRESH = 120 * DAY
/** 18 months. */
const KNOWN = 548 * DAY

/** Whether the holder of an address is now with the company. Pure: depends only on the evidence and the date. */
export function affiliationOf({ sightings, check, left }: AffiliationEvidence, now: number): Affiliation {
  const ended = sightings.filter(isOver).toSorted((a, b) => b.last - a.last || (a.uri < b.uri ? -1 : 1))
  const own = sightings.filter((sighting) => sighting.isOwn && !isOver(sighting))
  const lastOwn = Math.max(0, ...own.map(({ first, last, isArticle = false }) => (isArticle ? first : last)))
  const last = Math.max(0, ...sightings.map((sighting) => sighting.last))
  const shown = { last_seen_on: last === 0 ? null : lookDay(last) }
  if (left !== null && lastOwn < left.at)
    return { state: 'former', since: lookDay(left.at), ...shown, evidence: [...left.evidence].slice(0, 3) }
  const [said] = ended
  if (said !== undefined && said.last > lastOwn - VISIT)
    return { state: 'former', since: null, ...shown, evidence: ended.slice(0, 3).map(spoken) }
  const evidence = evidenceOf(sightings, check)
  const isRefused = check !== null && check.status === 'invalid' && check.at > lastOwn
  const isTaken = check !== null && check.status === 'valid' && check.at > now - FRESH
  if (isRefused) return { state: 'unknown', since: lookDay(check.at), ...shown, evidence }
  const first = own.length === 0 ? null : lookDay(Math.min(...own.map((sighting) => sighting.first)))
  const standing = standingAmong(own)
  const isSeen = standing.some((sighting) => sighting.last > now - FRESH)
  if (isSeen || isTaken) return { state: 'current', since: first, ...shown, evidence }
  const isLikely = standing.length > 0 || own.length === 0
  if (last > now - KNOWN && isLikely) return { state: 'likely', since: first, ...shown, evidence }
  return { state: 'unknown', since: null, ...shown, evidence }
}

/** Sightings that nothing contradicts: pages that still show it, and pages never read without it unless another one was since. */
function standingAmong(own: readonly AddressSighting[]): AddressSighting[] {
  const without = Math.max(0, ...own.map((sighting) => sighting.without ?? 0))
  return own.filter((sighting) => sighting.isStill || (sighting.without === null && sighting.last >= without))
}

/** Says of the company's own that they no longer have their position. */
const isOver = ({ isOwn, ended = null }: AddressSighting): boolean => isOwn && ended !== null

const spoken = ({ uri, last, ended }: AddressSighting): ChangeEvidence => ({
  uri,
  seen_on: lookDay(last),
  says: ended ?? '',
})

function evidenceOf(sightings: readonly AddressSighting[], check: AffiliationEvidence['check']): ChangeEvidence[] {
  const newest = sightings.toSorted((a, b) => b.last - a.last || (a.uri < b.uri ? -1 : 1)).slice(0, 2)
  const pages = newest.map(({ uri, last, isStill }) => ({
    uri,
    seen_on: lookDay(last),
    says: isStill ? 'shows the address' : 'showed the address',
  }))
  return check === null ? pages : [...pages, { uri: 'mail server', seen_on: lookDay(check.at), says: check.status }]
}
