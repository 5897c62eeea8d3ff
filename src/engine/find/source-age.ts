import { DAY_MS } from '../../lib/process/clock.ts'

/** The site removed it, usually because it is no longer true. */
const GONE = 0.5
/** People keep an address for some years; half of all business addresses last longer than three. */
const HALF_LIFE_MS = 3 * 365 * DAY_MS

/** What time leaves of a source's worth: 1 if it is on its page today, halved when it is gone and again every three years. */
export function worthLeft({ stillOnPage, lastSeenAt }: { stillOnPage: boolean; lastSeenAt: Date }, now: Date): number {
  const ageMs = Math.max(0, now.getTime() - lastSeenAt.getTime())
  return (stillOnPage ? 1 : GONE) * 0.5 ** (ageMs / HALF_LIFE_MS)
}
