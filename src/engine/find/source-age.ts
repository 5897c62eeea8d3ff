import { DAY_MS } from '../../lib/process/clock.ts'

/** The site has taken it down: mostly because it no longer holds. */
const GONE = 0.5
/** People keep an address for some years; half of all business addresses outlive three. */
const HALF_LIFE_MS = 3 * 365 * DAY_MS

/** What time leaves of a source's worth: 1 for one on its page today, halved when it is gone and every three years. */
export function worthLeft({ stillOnPage, lastSeenAt }: { stillOnPage: boolean; lastSeenAt: Date }, now: Date): number {
  const ageMs = Math.max(0, now.getTime() - lastSeenAt.getTime())
  return (stillOnPage ? 1 : GONE) * 0.5 ** (ageMs / HALF_LIFE_MS)
}
