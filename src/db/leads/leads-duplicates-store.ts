import type { Pool } from 'pg'
import { inTransaction } from '../database.ts'
import { LEAD_COLUMNS } from './lead-statements.ts'
import { lockLists } from './leads-lists-store.ts'

/** A lead and the older one that it repeats. */
export interface DuplicatePair {
  keep: number
  keepEmail: string
  gone: number
  goneEmail: string
}

const COLUMNS = Object.keys(LEAD_COLUMNS)

/** The same address but for what follows a plus, or the same full name at the same domain; the oldest of each stays. */
const PAIRS = `with chosen as (
    select id, email, lower(regexp_replace(email, '\\+[^@]*@', '@')) as mailbox, substring(email from '@([^@]+)$') as domain,
      nullif(lower(trim(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))), '') as name,
      first_name is not null and last_name is not null as named
    from leads where account_id = $1 and id = any($2::bigint[])),
  firsts as (
    select id, email, least(min(id) over (partition by mailbox),
      case when named then min(id) over (partition by named, name, domain) end) as first from chosen)
  select k.id as keep, k.email as "keepEmail", f.id as gone, f.email as "goneEmail"
  from firsts f join chosen k on k.id = f.first
  where f.first < f.id order by f.id`

/** $2 who stays, $3 who goes: the one gets what it lacked. Held in the order of ids, as everybody does who takes several. */
const HOLD = `select 1 from leads where account_id = $1 and id = any($2::bigint[] || $3::bigint[]) order by id for update`

const FILL = `update leads k set ${COLUMNS.map((column) => `${column} = coalesce(k.${column}, g.${column})`).join(', ')},
    custom_attributes = g.custom_attributes || k.custom_attributes, updated_at = $4
  from leads g where k.account_id = $1 and k.id = $2 and g.account_id = $1 and g.id = $3`

const JOIN = `insert into leads_list_members (account_id, leads_list_id, lead_id)
  select account_id, leads_list_id, $2 from leads_list_members where account_id = $1 and lead_id = $3
  order by joined on conflict do nothing`

const MESSAGES = `select count(*)::int as total from messages m join campaign_recipients r on r.account_id = m.account_id and r.id = m.recipient_id
  where m.account_id = $1 and r.lead_id = any($2::bigint[]) and m.status = 'scheduled'`

const LISTS = `select count(distinct leads_list_id)::int as total from leads_list_members where account_id = $1 and lead_id = any($2::bigint[])`

/** Leads that stand for one person, and what a change of many leads touches. */
export const createLeadsDuplicatesStore = (pool: Pool) => ({
  /** Among these leads, who repeats an older one. */
  pairs: async (accountId: number, ids: readonly number[]): Promise<DuplicatePair[]> =>
    ended((await pool.query<DuplicatePair>(PAIRS, [accountId, ids])).rows),

  /** Gives those who stay what they lacked, their lists too; who goes is still there afterwards. */
  fill: (accountId: number, pairs: readonly { keep: number; gone: number }[], now: Date): Promise<void> =>
    inTransaction(pool, async (client) => {
      await lockLists(client, accountId)
      await client.query(HOLD, [accountId, pairs.map(({ keep }) => keep), pairs.map(({ gone }) => gone)])
      for (const { keep, gone } of pairs) {
        await client.query(FILL, [accountId, keep, gone, now])
        await client.query(JOIN, [accountId, keep, gone])
      }
    }),

  /** Scheduled messages to these leads, and the lists that they are in. */
  touched: async (accountId: number, ids: readonly number[]): Promise<{ messages: number; lists: number }> => {
    const messages = await pool.query<{ total: number }>(MESSAGES, [accountId, ids])
    const lists = await pool.query<{ total: number }>(LISTS, [accountId, ids])
    return { messages: messages.rows[0]?.total ?? 0, lists: lists.rows[0]?.total ?? 0 }
  },
})

/** Who repeats somebody who repeats somebody: all of them stand for the oldest. Pairs come by the id of who goes. */
function ended(pairs: readonly DuplicatePair[]): DuplicatePair[] {
  const oldest = new Map<number, DuplicatePair>()
  return pairs.map((pair) => {
    const { keep, keepEmail } = oldest.get(pair.keep) ?? pair
    const whole = { ...pair, keep, keepEmail }
    oldest.set(pair.gone, whole)
    return whole
  })
}
