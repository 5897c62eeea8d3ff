import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../database.ts'
import { cheapestConditions } from './cheapest-conditions.ts'
import type { LeadFilter } from './lead-conditions.ts'
import { lockLists } from './leads-lists-store.ts'
import { settleAffiliation } from './settle-affiliation.ts'

/** Some of the leads of a list. */
export interface LeadsOfList {
  accountId: number
  leadsListId: number
  /** Null for all of them. */
  leadIds: readonly number[] | null
  /** Only those that had joined by then: the number of the last membership (see `measure`). */
  upTo: number
}

/** The leads that are new in the target list, and those already in it. */
export interface Moved {
  moved: number[]
  stayed: number[]
}

/** One of many leads to be changed. */
export interface ChosenLead {
  id: number
  email: string
}

const CHOSEN = `account_id = $1 and leads_list_id = $2 and joined <= $3 and ($4::bigint[] is null or lead_id = any($4))`

const COUNT = `select count(*) as total from leads_list_members where ${CHOSEN}`

/** In the order in which other code locks leads to delete them. */
const HOLD_LEADS = `select 1 from leads where account_id = $1
  and id in (select lead_id from leads_list_members where ${CHOSEN}) order by id for key share`

/** Leads already in the target keep their membership there. */
const MOVE = `with gone as (delete from leads_list_members where ${CHOSEN} returning lead_id, joined),
  come as (
    insert into leads_list_members (account_id, leads_list_id, lead_id)
    select $1, $5, lead_id from gone order by joined on conflict do nothing returning lead_id)
  select gone.lead_id as id, come.lead_id is not null as "isNew" from gone left join come using (lead_id) order by gone.joined`

/**
 * Sends no mail to a person who is no longer a lead. Rows are locked in the order of their ids, like all code that locks
 * several.
 */
const REMOVE_LEADS = `with chosen as (select id from leads where account_id = $1 and id = any($2::bigint[]) order by id for update),
  gone as (delete from leads where account_id = $1 and id in (select id from chosen)),
  stopped as (
    update campaign_recipients set state = 'stopped', stopped_by = 'lead_deleted'
    where account_id = $1 and lead_id in (select id from chosen) and state in ('waiting', 'scheduled') returning id)
  update messages set status = 'canceled'
  where account_id = $1 and recipient_id in (select id from stopped) and status = 'scheduled'`

const COUNT_LEADS = 'select count(*) as total from leads where account_id = $1 and id = any($2::bigint[])'

const PRESENT = 'select id from leads where account_id = $1 and id = any($2::bigint[]) order by id'

/** In the order of ids, like all code that locks several leads; does nothing when the list is gone. */
const ADD = `insert into leads_list_members (account_id, leads_list_id, lead_id)
  select $1, k.id, l.id from leads l join leads_lists k on k.account_id = $1 and k.id = $2
  where l.account_id = $1 and l.id = any($3::bigint[]) order by l.id on conflict do nothing returning lead_id as id`

const LEAVE = `delete from leads_list_members where account_id = $1 and leads_list_id = $2 and lead_id = any($3::bigint[])
  returning lead_id as id`

const HOLD_LISTS = `select id from leads_lists where account_id = $1 and id = any($2::bigint[]) order by id`

const EVERYBODY = { leadIds: null, upTo: Number.MAX_SAFE_INTEGER }

/** Memberships of leads in lists, changed many at once. */
export const createLeadsMembersStore = (pool: Pool, isDistributed: boolean) => ({
  /** How many leads a request affects, and up to which membership. */
  measure: async (chosen: Omit<LeadsOfList, 'upTo'>): Promise<{ count: number; upTo: number }> => {
    const last = `select coalesce(max(joined), 0)::bigint as "upTo" from leads_list_members where account_id = $1 and leads_list_id = $2`
    const { rows } = await pool.query<{ upTo: number }>(last, [chosen.accountId, chosen.leadsListId])
    const upTo = rows[0]?.upTo ?? 0
    const counted = await pool.query<{ total: number }>(COUNT, valuesOf({ ...chosen, upTo }))
    return { count: counted.rows[0]?.total ?? 0, upTo }
  },

  /** Moves leads to another list of the account; does nothing when one of the lists is gone. */
  move: (chosen: LeadsOfList, targetId: number): Promise<Moved> =>
    inTransaction(pool, async (client) => {
      const { accountId, leadsListId } = chosen
      await lockLists(client, accountId)
      const held = await client.query(`${HOLD_LISTS} for key share`, [accountId, [leadsListId, targetId]])
      return held.rowCount === 2 ? move(client, chosen, targetId) : { moved: [], stayed: [] }
    }),

  /** Moves all leads of a list to another and deletes the list. @returns false when one of the two is missing. */
  merge: (accountId: number, sourceId: number, targetId: number): Promise<boolean> =>
    inTransaction(pool, async (client) => {
      await lockLists(client, accountId)
      const held = await client.query(`${HOLD_LISTS} for update`, [accountId, [sourceId, targetId]])
      if (held.rowCount !== 2) return false
      await move(client, { accountId, leadsListId: sourceId, ...EVERYBODY }, targetId)
      await client.query('delete from leads_lists where account_id = $1 and id = $2', [accountId, sourceId])
      return true
    }),

  /** The next leads of a list to delete, by id. */
  leadsOf: async (chosen: LeadsOfList, limit: number): Promise<number[]> => {
    const text = `select lead_id as id from leads_list_members where ${CHOSEN} order by lead_id limit $5`
    const { rows } = await pool.query<{ id: number }>(text, [...valuesOf(chosen), limit])
    return rows.map(({ id }) => id)
  },

  /** Leads under a filter, ordered by id, at most `most`. */
  matching: async (accountId: number, filter: LeadFilter, most: number): Promise<ChosenLead[]> => {
    const settled = await settleAffiliation({ pool, isDistributed }, accountId, filter)
    const { text, values } = await cheapestConditions(pool, accountId, settled)
    const query = `select l.id, l.email from leads l where ${text} order by l.id limit $${values.length + 1}`
    return (await pool.query<ChosenLead>(query, [...values, most])).rows
  },

  /** Those of these ids that the account has, ascending. */
  present: async (accountId: number, ids: readonly number[]): Promise<number[]> =>
    idsIn(await pool.query<{ id: number }>(PRESENT, [accountId, ids])),

  /** Adds leads to a list. @returns those that were not in it. */
  add: (accountId: number, listId: number, ids: readonly number[]): Promise<number[]> =>
    inTransaction(pool, async (client) => {
      await lockLists(client, accountId)
      return idsIn(await client.query<{ id: number }>(ADD, [accountId, listId, ids]))
    }),

  /** Removes leads from a list. @returns those that were in it. */
  leave: (accountId: number, listId: number, ids: readonly number[]): Promise<number[]> =>
    inTransaction(pool, async (client) => {
      await lockLists(client, accountId)
      return idsIn(await client.query<{ id: number }>(LEAVE, [accountId, listId, ids]))
    }),

  countLeads: async (accountId: number, ids: readonly number[]): Promise<number> =>
    (await pool.query<{ total: number }>(COUNT_LEADS, [accountId, ids])).rows[0]?.total ?? 0,

  /** Deletes leads and cancels what is scheduled for them. */
  removeLeads: (accountId: number, ids: readonly number[]): Promise<void> =>
    inTransaction(pool, async (client) => {
      await lockLists(client, accountId)
      await client.query(REMOVE_LEADS, [accountId, ids])
    }),
})

const idsIn = ({ rows }: { rows: { id: number }[] }): number[] => rows.map(({ id }) => id)

async function move(client: PoolClient, chosen: LeadsOfList, targetId: number): Promise<Moved> {
  await client.query(HOLD_LEADS, valuesOf(chosen))
  const { rows } = await client.query<{ id: number; isNew: boolean }>(MOVE, [...valuesOf(chosen), targetId])
  const of = (isNew: boolean) => rows.filter((row) => row.isNew === isNew).map(({ id }) => id)
  return { moved: of(true), stayed: of(false) }
}

const valuesOf = ({ accountId, leadsListId, upTo, leadIds }: LeadsOfList) => [accountId, leadsListId, upTo, leadIds]
