import type { Pool } from 'pg'
import { createTtlMap } from '../../lib/process/ttl-map.ts'
import { cheapestConditions } from './cheapest-conditions.ts'
import { leadConditions } from './lead-conditions.ts'
import type { LeadFilter } from './lead-conditions.ts'
import { settleAffiliation } from './settle-affiliation.ts'
import { LIST_SIZE } from './lead-page-statements.ts'
import { countedUpTo, idsByKey, smallListByKey, walkedByKey } from './leads-by-key-statements.ts'
import type { KeyedPage, LeadKey, LeadOrder } from './leads-by-key-statements.ts'
import type { LeadRow } from './leads-store.ts'

export type { LeadKey, LeadOrder }

export interface KeyedPlace {
  order: LeadOrder
  limit: number
  /** The page after this lead, or the one before it; neither for the first page. */
  after?: LeadKey
  before?: LeadKey
  /** How far matches are counted if no counter knows them; null for all of them. */
  countUpTo: number | null
}

export interface LeadsByKey {
  leads: LeadRow[]
  /** How many match; null when there are more than `countUpTo`. */
  count: number | null
  /** How many the account has. */
  total: number
  slugs: string[]
  /** Key of the last lead of the page, if others follow it. */
  next: LeadKey | null
  /** Key of the first lead of the page, if others precede it. */
  previous: LeadKey | null
}

interface KeyedRows {
  rows: { key: LeadKey; lead: LeadRow }[]
  total: number
  slugs: string[]
  version: number
}

/** What is known about a filter until the account's leads change. */
interface Matches {
  version: number
  count: number | null
  /** Null if there are many. */
  ids: number[] | null
  /** Whether the filter's list contains a large part of all leads. */
  isListProbed: boolean
}

/** Below this share of all leads, sorting a list is cheaper than looking for its members in order. */
const LARGE_SHARE = 0.1

const MATCHES_KEPT_MS = 600_000
const MAX_MATCHES = 1_000

/**
 * Pages of leads by key: a deep page costs no more than the first. Not for use in a transaction that writes leads: results
 * would be remembered even if it is rolled back.
 */
export const createLeadsByKeyStore = (pool: Pool, isDistributed: boolean) => {
  const known = createTtlMap<Matches>(MATCHES_KEPT_MS, MAX_MATCHES)

  const read = async (
    values: readonly unknown[],
    { order, limit, after, before }: KeyedPlace,
    write: (page: KeyedPage) => string,
  ): Promise<KeyedRows> => {
    const key = after ?? before
    const page = { order, rows: limit + 1, forward: before === undefined, keyAt: key ? values.length : null }
    const { rows } = await pool.query<Omit<KeyedRows, 'rows'> & { rows: string }>(write(page), [
      ...values,
      ...(key ? [key.value, key.id] : []),
    ])
    const [row] = rows
    if (row === undefined) throw new Error('A page query returned no row.')
    return { ...row, rows: JSON.parse(row.rows) as KeyedRows['rows'] }
  }

  const walked = (
    accountId: number,
    filter: LeadFilter,
    place: KeyedPlace,
    isListProbed: boolean,
  ): Promise<KeyedRows> => {
    const { text, values } = leadConditions(accountId, filter, { isWalked: true, isListProbed })
    return read(values, place, (page) => walkedByKey(text, page))
  }

  const ofMatches = (
    accountId: number,
    filter: LeadFilter,
    place: KeyedPlace,
    { ids, isListProbed }: Matches,
  ): Promise<KeyedRows> =>
    ids === null ? walked(accountId, filter, place, isListProbed) : read([accountId, ids], place, idsByKey)

  const sizeOf = async (accountId: number, list: number): Promise<{ size: number; isLarge: boolean }> => {
    const query = { name: 'leads-list-size', text: LIST_SIZE, values: [accountId, list] }
    const { size = 0, total = 0 } = (await pool.query<{ size: number; total: number }>(query)).rows[0] ?? {}
    return { size, isLarge: size > total * LARGE_SHARE }
  }

  const count = async (accountId: number, filter: LeadFilter, upTo: number | null): Promise<Matches> => {
    const { leadsListId } = filter
    const isListProbed = leadsListId !== undefined && (await sizeOf(accountId, leadsListId)).isLarge
    const { text, values } = await cheapestConditions(pool, accountId, filter, { isListProbed })
    const { rows } = await pool.query<{ found: number; version: number; ids: number[] | null }>(
      countedUpTo(text, upTo),
      values,
    )
    const { found = 0, version = 0, ids = null } = rows[0] ?? {}
    return { version, ids, isListProbed, count: upTo !== null && found > upTo ? null : found }
  }

  const filtered = async (accountId: number, filter: LeadFilter, place: KeyedPlace): Promise<LeadsByKey> => {
    const key = JSON.stringify([accountId, filter, place.countUpTo])
    const { isOfLeads } = leadConditions(accountId, filter)
    const remembered = isOfLeads ? known.get(key) : undefined
    if (remembered) {
      const found = await ofMatches(accountId, filter, place, remembered)
      if (found.version === remembered.version) return pageFrom(found, place, remembered.count)
    }
    const matches = await count(accountId, filter, place.countUpTo)
    if (isOfLeads) known.set(key, matches)
    return pageFrom(await ofMatches(accountId, filter, place, matches), place, matches.count)
  }

  const ofList = async (accountId: number, list: number, place: KeyedPlace): Promise<LeadsByKey> => {
    const { size, isLarge } = await sizeOf(accountId, list)
    const found = await (isLarge
      ? walked(accountId, { leadsListId: list }, place, true)
      : read([accountId, list], place, smallListByKey))
    return pageFrom(found, place, size)
  }

  return {
    page: async (accountId: number, filter: LeadFilter, place: KeyedPlace): Promise<LeadsByKey> => {
      const { leadsListId, ...others } = filter
      if (Object.keys(others).length > 0)
        return filtered(accountId, await settleAffiliation({ pool, isDistributed }, accountId, filter), place)
      if (leadsListId !== undefined) return ofList(accountId, leadsListId, place)
      const found = await walked(accountId, {}, place, false)
      return pageFrom(found, place, found.total)
    },
  }
}

/** The page without the extra row that shows whether others follow. */
function pageFrom({ rows, total, slugs }: KeyedRows, place: KeyedPlace, count: number | null): LeadsByKey {
  const { limit, after, before } = place
  const shown = rows.slice(0, limit)
  if (before !== undefined) shown.reverse()
  const goesOn = rows.length > limit
  const [follows, precedes] = before === undefined ? [goesOn, after !== undefined] : [true, goesOn]
  return {
    leads: shown.map(({ lead }) => lead),
    count,
    total,
    slugs,
    next: follows ? (shown.at(-1)?.key ?? null) : null,
    previous: precedes ? (shown[0]?.key ?? null) : null,
  }
}
