import type { PoolClient } from 'pg'
import { createTtlMap } from '../../lib/process/ttl-map.ts'
import type { CompaniesSearch } from './company-page-statements.ts'

/** Which companies of a search a page shows. */
export interface PageWanted {
  limit: number
  offset: number
}

/** A company's place in the order of all. */
interface Bound {
  emails: number | null
  domain: string
}

/** If walking reaches the page after fewer companies than this, it is faster than looking up words. */
const MOST_WALKED = 100_000
/** Deviations by which the first bound is too low rather than too high: another look costs more than some companies too many. */
const SPARE = 3

/**
 * Whether a page is so far down that it is read by likely bounds.
 * @param share of all companies that match, at least
 */
export const isDeep = ({ limit, offset }: PageWanted, share: number): boolean => (limit + offset) / share > MOST_WALKED

/** Whoever pages on asks again within this time. */
const KEPT_MS = 60_000
const MOST_KEPT = 1_000

/**
 * Companies above which a page far down a broad search is likely to be complete; if it is, it is the page, whatever follows.
 * Walking there would compare every company on the way, and sorting all matches would fetch each of them: the indexes of words
 * and of the order together leave only the matches on the way. How far it is, is told by the matches in a sample, and the last
 * bound for the same page is tried first.
 */
export function createLikelyBounds() {
  const lately = createTtlMap<Bound>(KEPT_MS, MOST_KEPT)
  return async function* (
    client: PoolClient,
    { above, values }: Pick<CompaniesSearch, 'above' | 'values'>,
    { limit, offset }: PageWanted,
  ): AsyncGenerator<Bound> {
    if (above === null) return
    const key = JSON.stringify([above.sample, values, limit + offset])
    const last = lately.get(key)
    if (last !== undefined) yield last
    const expected = (limit + offset) * above.sampled
    for (let position = expected + SPARE * Math.sqrt(expected); ; position *= 2) {
      const { rows } = await client.query<Bound>(above.sample, [...values, Math.ceil(position)])
      if (rows[0] === undefined) return
      lately.set(key, rows[0])
      yield rows[0]
    }
  }
}
