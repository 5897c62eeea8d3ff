import { createFreshFlight } from '../../lib/process/fresh-flight.ts'
import { createTtlMap } from '../../lib/process/ttl-map.ts'
import type { WholeCallPool } from '../calls/whole-call-pool.ts'
import { cheapestConditions } from './cheapest-conditions.ts'
import { leadConditions } from './lead-conditions.ts'
import type { LeadConditions, LeadFilter } from './lead-conditions.ts'
import { settleAffiliation } from './settle-affiliation.ts'
import {
  ALL,
  countedByStatus,
  countedPage,
  LARGE_LIST,
  LIST_SIZE,
  PAGE_OF_IDS,
  SMALL_LIST,
  walkedPage,
} from './lead-page-statements.ts'
import type { LeadRow } from './leads-store.ts'

export interface LeadPage {
  leads: LeadRow[]
  /** How many match. */
  count: number
  /** How many the account has. */
  total: number
  slugs: string[]
}

interface Place {
  limit: number
  offset: number
}

/** The version of the account's leads when a page under a filter was read. */
interface Versioned {
  version: number
}

/** What is known about a filter until the account's leads change. */
interface Matches extends Versioned {
  count: number
  total: number
  /** In order; null if there are many. */
  ids: number[] | null
}

/** Below this share of all leads, sorting a list is cheaper than looking for its members among the newest leads. */
const LARGE_SHARE = 0.1

/** Callers who page through a filter, or show it repeatedly, ask again within this time. */
const MATCHES_KEPT_MS = 600_000
const MAX_MATCHES = 1_000
/** How many leads can be skipped in order at the cost of finding and sorting one that matches. */
const WALKED_FOR_SORTED = 4

/** Merges the rows of ended connections into one; a row that is being written is left alone. */
const MERGE_CHANGES = `with ended as (
    select account_id, backend from leads_changes
    where backend <> 0 and backend not in (select pid from pg_stat_activity) for update skip locked),
  gone as (
    delete from leads_changes l using ended e where l.account_id = e.account_id and l.backend = e.backend
    returning l.account_id, l.changes)
  insert into leads_changes as merged (account_id, backend, changes)
  select account_id, 0, sum(changes) from gone group by account_id order by account_id
  on conflict (account_id, backend) do update set changes = merged.changes + excluded.changes`

/**
 * Pages of leads, newest first. Not for use in a transaction that writes leads: results would be remembered even if it is
 * rolled back.
 */
export const createLeadPagesStore = (pool: WholeCallPool, isDistributed: boolean) => {
  const asked = createFreshFlight<LeadPage>()
  const known = createTtlMap<Matches>(MATCHES_KEPT_MS, MAX_MATCHES)

  const read = async <More = unknown>(
    name: string | undefined,
    text: string,
    values: unknown[],
  ): Promise<LeadPage & More> => {
    const query = { ...(name !== undefined && { name }), text, values }
    const { rows } = await pool.query<Omit<LeadPage, 'leads'> & More & { leads: string }>(query)
    const [row] = rows
    if (row === undefined) throw new Error('A page query returned no row.')
    return { ...row, leads: JSON.parse(row.leads) as LeadRow[] }
  }

  const ofList = async (accountId: number, list: number, { limit, offset }: Place): Promise<LeadPage> => {
    const sizes = await pool.query<{ size: number; total: number }>({
      name: 'leads-list-size',
      text: LIST_SIZE,
      values: [accountId, list],
    })
    const { size = 0, total = 0 } = sizes.rows[0] ?? {}
    const values = [accountId, limit, offset, list]
    return size > total * LARGE_SHARE
      ? read('leads-large-list', LARGE_LIST, values)
      : read('leads-small-list', SMALL_LIST, values)
  }

  const counted = async (key: string, conditions: LeadConditions, { limit, offset }: Place): Promise<LeadPage> => {
    const { text, values } = conditions
    const statement = countedPage(text, values.length)
    const { version, ids, ...page } = await read<Matches>(undefined, statement, [...values, limit, offset])
    known.set(key, { version, ids, count: page.count, total: page.total })
    return page
  }

  /** A page from what is known, unless that takes longer than recounting. */
  const ofKnown = (
    { ids, count, total }: Matches,
    accountId: number,
    filter: LeadFilter,
    { limit, offset }: Place,
  ): Promise<LeadPage & Versioned> | null => {
    if (ids !== null) return read('leads-of-ids', PAGE_OF_IDS, [accountId, ids.slice(offset, offset + limit), count])
    const passed = (total * (offset + limit)) / count
    if (passed > count * WALKED_FOR_SORTED) return null
    const { text, values } = leadConditions(accountId, filter, { isWalked: true })
    return read(undefined, walkedPage(text, values.length), [...values, limit, offset, count])
  }

  const filtered = async (accountId: number, filter: LeadFilter, place: Place): Promise<LeadPage> => {
    const key = JSON.stringify([accountId, filter])
    const { isOfLeads } = leadConditions(accountId, filter)
    const matches = isOfLeads ? known.get(key) : undefined
    const page = matches && (await ofKnown(matches, accountId, filter, place))
    if (!page || page.version !== matches.version)
      return counted(key, await cheapestConditions(pool, accountId, filter), place)
    const { version: _, ...shown } = page
    return shown
  }

  const readPage = async (accountId: number, filter: LeadFilter, place: Place): Promise<LeadPage> => {
    const { leadsListId, ...others } = filter
    if (Object.keys(others).length > 0)
      return filtered(accountId, await settleAffiliation({ pool, isDistributed }, accountId, filter), place)
    return leadsListId === undefined
      ? read('leads-all', ALL, [accountId, place.limit, place.offset])
      : ofList(accountId, leadsListId, place)
  }

  return {
    /**
     * One page under a filter, with both counts, all as of one moment. The result may be shared with others who ask the same
     * meanwhile: do not change it.
     */
    page: (accountId: number, filter: LeadFilter, place: Place): Promise<LeadPage> => {
      const ask = (): Promise<LeadPage> => readPage(accountId, filter, place)
      // What a transaction sees is its own.
      return pool.isTogether ? ask() : asked(JSON.stringify([accountId, filter, place]), ask)
    },

    /** The number of matches per latest verification; `not_checked` without one. */
    byVerification: async (accountId: number, filter: LeadFilter): Promise<Record<string, number>> => {
      const { text, values } = await cheapestConditions(
        pool,
        accountId,
        await settleAffiliation({ pool, isDistributed }, accountId, filter),
      )
      const { rows } = await pool.query<{ status: string; matching: number }>(countedByStatus(text), values)
      return Object.fromEntries(rows.map(({ status, matching }) => [status, matching]))
    },

    /** Merges the rows that count changes, so that there are no more than connections. */
    mergeChanges: async (): Promise<void> => {
      await pool.query(MERGE_CHANGES)
    },
  }
}
