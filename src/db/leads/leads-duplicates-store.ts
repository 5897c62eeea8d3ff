import type { Pool } from 'pg'
import { inTransaction } from '../database.ts'
import { LEAD_COLUMNS } from './lead-statements.ts'
import { lockLists } from './leads-lists-store.ts'

/** A lead and the older one it duplicates. */
export interface DuplicatePair {
  keep: number
  keepEmail: string
  gone: number
  goneEmail: string
}

const COLUMNS = Object.keys(LEAD_COLUMNS)

/** The same address except for what follows a plus, or the same full name at the same domain; the oldest of each stays. */
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

/**
 * $2 leads that stay, $3 leads that go: the former get what they lacked. Locked in the order of ids, like all code that locks
 * several leads.
 */
const HOLD = `select 1 from leads where account_id = $1 and id = any($2::bigint[] || $3::bigint[]) order by id for update`

const PAIR = 'unnest($2::bigint[], $3::bigint[]) p (keep, gone) join leads g on g.account_id = $1 and g.id = p.gone'

/** If several leads go, the value of the oldest. */
const known = (column: string): string =>
  `(array_agg(g.${column} order by g.id) filter (where g.${column} is not null))[1]`

const FILL = `with known as (
    select p.keep, ${COLUMNS.map((column) => `${known(column)} as ${column}`).join(', ')} from ${PAIR} group by p.keep),
  more as (
    select p.keep, jsonb_object_agg(a.key, a.value order by g.id desc) as attributes
    from ${PAIR} cross join lateral jsonb_each(g.custom_attributes) a group by p.keep)
  update leads k set ${COLUMNS.map((column) => `${column} = coalesce(k.${column}, n.${column})`).join(', ')},
    custom_attributes = coalesce(m.attributes, '{}') || k.custom_attributes, updated_at = $4
  from known n left join more m using (keep) where k.account_id = $1 and k.id = n.keep`

const JOIN = `insert into leads_list_members (account_id, leads_list_id, lead_id)
  select $1, m.leads_list_id, p.keep from unnest($2::bigint[], $3::bigint[]) p (keep, gone)
  join leads_list_members m on m.account_id = $1 and m.lead_id = p.gone
  group by m.leads_list_id, p.keep order by p.keep, min(p.gone), min(m.joined) on conflict do nothing`

const MESSAGES = `select count(*)::int as total from messages m join campaign_recipients r on r.account_id = m.account_id and r.id = m.recipient_id
  where m.account_id = $1 and r.lead_id = any($2::bigint[]) and m.status = 'scheduled'`

const LISTS = `select count(distinct leads_list_id)::int as total from leads_list_members where account_id = $1 and lead_id = any($2::bigint[])`

/** Leads that represent the same person, and what a change of many leads affects. */
export const createLeadsDuplicatesStore = (pool: Pool) => ({
  /** Those of these leads that duplicate an older one. */
  pairs: async (accountId: number, ids: readonly number[]): Promise<DuplicatePair[]> =>
    ended((await pool.query<DuplicatePair>(PAIRS, [accountId, ids])).rows),

  /** Gives leads that stay what they lacked, including lists; the others still exist afterwards. */
  fill: (accountId: number, pairs: readonly { keep: number; gone: number }[], now: Date): Promise<void> =>
    inTransaction(pool, async (client) => {
      await lockLists(client, accountId)
      const chosen = [accountId, pairs.map(({ keep }) => keep), pairs.map(({ gone }) => gone)]
      await client.query(HOLD, chosen)
      await client.query(FILL, [...chosen, now])
      await client.query(JOIN, chosen)
    }),

  /** The number of scheduled messages to these leads, and of the lists they are in. */
  touched: async (accountId: number, ids: readonly number[]): Promise<{ messages: number; lists: number }> => {
    const messages = await pool.query<{ total: number }>(MESSAGES, [accountId, ids])
    const lists = await pool.query<{ total: number }>(LISTS, [accountId, ids])
    return { messages: messages.rows[0]?.total ?? 0, lists: lists.rows[0]?.total ?? 0 }
  },
})

/** Chains of duplicates all point to the oldest. Pairs are ordered by the id of the lead that goes. */
function ended(pairs: readonly DuplicatePair[]): DuplicatePair[] {
  const oldest = new Map<number, DuplicatePair>()
  return pairs.map((pair) => {
    const { keep, keepEmail } = oldest.get(pair.keep) ?? pair
    const whole = { ...pair, keep, keepEmail }
    oldest.set(pair.gone, whole)
    return whole
  })
}
