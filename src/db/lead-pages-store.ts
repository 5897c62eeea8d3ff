import type { Pool } from 'pg'
import { leadConditions } from './lead-conditions.ts'
import type { LeadFilter } from './lead-conditions.ts'
import { leadJson, SLUGS } from './lead-statements.ts'
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

const totalOf = (list: string): string =>
  `(select coalesce(sum(total), 0)::bigint from leads_counts where account_id = $1 and leads_list_id = ${list})`

const NEWEST = 'order by created_at desc, id desc'

/**
 * A page chosen by ids first: the rows that are skipped cost no more than their place in the index. How long a page is, a
 * shared plan cannot know: written as a question for each row, its rows are looked up instead of read with all others.
 */
const answer = (page: string, count: string): string => `with ${page}
  select (select coalesce(json_agg(lead), '[]') from (
      select (select ${leadJson()} from leads l where l.account_id = $1 and l.id = page.id) as lead from page
      order by page.created_at desc, page.id desc) leads)::text as leads,
    ${count} as count, ${totalOf('0')} as total, ${SLUGS} as slugs`

const ALL = answer(
  `page as materialized (select id, created_at from leads where account_id = $1 ${NEWEST} limit $2 offset $3)`,
  totalOf('0'),
)

/** For a list that holds a good part of all leads: few are passed over. */
const LARGE_LIST = answer(
  `page as materialized (
    select id, created_at from leads l
    where l.account_id = $1 and (
      select true from leads_list_members m where m.account_id = $1 and m.leads_list_id = $4 and m.lead_id = l.id)
    ${NEWEST} limit $2 offset $3)`,
  totalOf('$4'),
)
const SMALL_LIST = answer(
  `page as materialized (
    select lead_id as id, (select created_at from leads where account_id = $1 and id = lead_id) as created_at
    from leads_list_members where account_id = $1 and leads_list_id = $4
    ${NEWEST} limit $2 offset $3)`,
  totalOf('$4'),
)
const LIST_SIZE = `select ${totalOf('$2')} as size, ${totalOf('0')} as total`
/** Below this share of all leads, sorting a list is cheaper than looking for its members among the newest. */
const LARGE_SHARE = 0.1

/** Leads in pages, newest first. */
export const createLeadPagesStore = (pool: Pool) => {
  const read = async (name: string | undefined, text: string, values: unknown[]): Promise<LeadPage> => {
    const query = { ...(name !== undefined && { name }), text, values }
    const { rows } = await pool.query<Omit<LeadPage, 'leads'> & { leads: string }>(query)
    const [row] = rows
    if (row === undefined) throw new Error('A page came without a row.')
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
  return {
    /** One page under a filter, with both counts. */
    page: (accountId: number, filter: LeadFilter, { limit, offset }: Place): Promise<LeadPage> => {
      const { leadsListId, ...others } = filter
      if (Object.keys(others).length === 0)
        return leadsListId === undefined
          ? read('leads-all', ALL, [accountId, limit, offset])
          : ofList(accountId, leadsListId, { limit, offset })
      const { text, values } = leadConditions(accountId, filter)
      const at = values.length
      const page = `matching as materialized (select l.id, l.created_at from leads l where ${text}),
        page as materialized (select id, created_at from matching ${NEWEST} limit $${at + 1} offset $${at + 2})`
      return read(undefined, answer(page, '(select count(*) from matching)'), [...values, limit, offset])
    },
  }
}
