import type { PoolClient } from 'pg'
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
 * Whether a page is so far down that it is read by `likelyBounds`.
 * @param share of all companies that match, at least
 */
export const isDeep = ({ limit, offset }: PageWanted, share: number): boolean => (limit + offset) / share > MOST_WALKED

/**
 * Companies above which a page far down a broad search is likely to be complete; if it is, it is the page, whatever follows.
 * Walking there would compare every company on the way, and sorting all matches would fetch each of them: the indexes of words
 * and of the order together leave only the matches on the way. How far it is, is told by the matches in a sample.
 */
export async function* likelyBounds(
  client: PoolClient,
  { above, values }: Pick<CompaniesSearch, 'above' | 'values'>,
  { limit, offset }: PageWanted,
): AsyncGenerator<Bound> {
  if (above === null) return
  const expected = (limit + offset) * above.sampled
  for (let position = expected + SPARE * Math.sqrt(expected); ; position *= 2) {
    const { rows } = await client.query<Bound>(above.sample, [...values, Math.ceil(position)])
    if (rows[0] === undefined) return
    yield rows[0]
  }
}
