import { leadJson, SLUGS } from './lead-statements.ts'

const totalOf = (list: string): string =>
  `(select coalesce(sum(total), 0)::bigint from leads_counts where account_id = $1 and leads_list_id = ${list})`

const NEWEST = 'order by created_at desc, id desc'

/**
 * Chooses a page by ids first: skipped rows cost no more than their place in the index. A generic plan does not know the page
 * size: written as a subquery per row, the page's rows are looked up instead of being read with all others.
 */
const answer = (page: string, count: string, more = ''): string => `with ${page}
  select (select coalesce(json_agg(lead), '[]') from (
      select (select ${leadJson()} from leads l where l.account_id = $1 and l.id = page.id) as lead from page
      order by page.created_at desc, page.id desc) leads)::text as leads,
    ${count} as count, ${totalOf('0')} as total, ${SLUGS} as slugs${more}`

export const ALL = answer(
  `page as materialized (select id, created_at from leads where account_id = $1 ${NEWEST} limit $2 offset $3)`,
  totalOf('0'),
)

/** For a list that contains a large part of all leads: few are skipped. */
export const LARGE_LIST = answer(
  `page as materialized (
    select id, created_at from leads l
    where l.account_id = $1 and (
      select true from leads_list_members m where m.account_id = $1 and m.leads_list_id = $4 and m.lead_id = l.id)
    ${NEWEST} limit $2 offset $3)`,
  totalOf('$4'),
)
export const SMALL_LIST = answer(
  `page as materialized (
    select lead_id as id, (select created_at from leads where account_id = $1 and id = lead_id) as created_at
    from leads_list_members where account_id = $1 and leads_list_id = $4
    ${NEWEST} limit $2 offset $3)`,
  totalOf('$4'),
)
export const LIST_SIZE = `select ${totalOf('$2')} as size, ${totalOf('0')} as total`

/** Version of everything that filters look at, as the statement's snapshot sees it (migration 042). */
const VERSION = `(select coalesce(sum(changes), 0)::bigint from leads_changes where account_id = $1)`

/** Maximum number of ids kept for a filter, to look up its pages by. */
const MAX_KEPT_IDS = 2_000

/**
 * Counts all leads of a `where`, returns their ids if they are few, and a page of them; limit and offset follow the first `at`
 * parameters.
 */
export const countedPage = (where: string, at: number): string =>
  answer(
    `matching as materialized (select l.id, l.created_at from leads l where ${where}),
      page as materialized (select id, created_at from matching ${NEWEST} limit $${at + 1} offset $${at + 2}),
      counted as materialized (select count(*) as matching from matching)`,
    '(select matching from counted)',
    `, ${VERSION} as version, case when (select matching from counted) <= ${MAX_KEPT_IDS}
        then (select coalesce(json_agg(id ${NEWEST}), '[]') from matching) end as ids`,
  )

export const countedByStatus = (where: string): string =>
  `select coalesce(l.verification_status, 'not_checked') as status, count(*) as matching
  from leads l where ${where} group by status order by status`

/** The leads with these ids ($2), with a known count ($3). */
export const PAGE_OF_IDS = answer(
  'page as materialized (select id, created_at from leads where account_id = $1 and id = any($2::bigint[]))',
  '$3::bigint',
  `, ${VERSION} as version`,
)

/** A page of a `where` in the order of all leads; limit, offset and the known count follow the first `at` parameters. */
export const walkedPage = (where: string, at: number): string =>
  answer(
    `page as materialized (select l.id, l.created_at from leads l where ${where} ${NEWEST} limit $${at + 1} offset $${at + 2})`,
    `$${at + 3}::bigint`,
    `, ${VERSION} as version`,
  )
