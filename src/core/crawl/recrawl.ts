/** When a site is visited again. */

const FIRST_INTERVAL_DAYS = 30
const SHORTEST_DAYS = 7
const LONGEST_DAYS = 90
/** A site that was down or overloaded today may respond tomorrow; one that refuses us is not asked every day. */
const AFTER_FAILURE_DAYS = 1
const AFTER_REFUSAL_DAYS = 7
/** Spreads out visits that began together. */
const JITTER = 0.1

/**
 * Days until the next visit: halved if addresses changed, doubled if nothing did, within 7 to 90 days, ±10 %.
 * @param last the interval before this visit; null on the first.
 */
export function nextInterval(status: 'done' | 'blocked' | 'failed', last: number | null, changed: boolean): number {
  const jitter = 1 + JITTER * (2 * Math.random() - 1)
  if (status === 'failed') return AFTER_FAILURE_DAYS * jitter
  if (status === 'blocked') return AFTER_REFUSAL_DAYS * jitter
  if (last === null) return FIRST_INTERVAL_DAYS * jitter
  return Math.min(LONGEST_DAYS, Math.max(SHORTEST_DAYS, changed ? last / 2 : last * 2)) * jitter
}
