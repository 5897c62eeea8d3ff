import { leadJson, SLUGS } from './lead-statements.ts'

/** The two orders of leads that have an index. */
export type LeadOrder = 'newest' | 'email'

/** The position of a lead in an order: its sort value and its id. */
export interface LeadKey {
  value: string
  id: number
}

interface OrderedBy {
  /** The key of a row, as text that converts back exactly. */
  key: string
  /** Whether a row comes after the key in the parameters `$at` (value) and `$at + 1` (id), in the order or against it. */
  beyond: (at: number, forward: boolean) => string
  sorted: (forward: boolean) => string
}

const ORDERS: Readonly<Record<LeadOrder, OrderedBy>> = {
  newest: {
    key: `to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
    beyond: (at, forward) =>
      `(l.created_at, l.id) ${forward ? '<' : '>'} ($${at}::text::timestamptz, $${at + 1}::bigint)`,
    sorted: (forward) => (forward ? 'created_at desc, id desc' : 'created_at, id'),
  },
  email: {
    key: 'email',
    beyond: (at, forward) => `(l.email ${forward ? '>' : '<'} $${at}::text and $${at + 1}::bigint is not null)`,
    sorted: (forward) => (forward ? 'email' : 'email desc'),
  },
}

/** Version of everything that filters look at, as the statement's snapshot sees it (migration 042). */
const VERSION = `(select coalesce(sum(changes), 0)::bigint from leads_changes where account_id = $1)`

const TOTAL = `(select coalesce(sum(total), 0)::bigint from leads_counts where account_id = $1 and leads_list_id = 0)`

export interface KeyedPage {
  order: LeadOrder
  /** Number of rows to read; part of the text, so that the planner knows how few are wanted. */
  rows: number
  forward: boolean
  /** How many parameters come before those of the key; null for the first page. */
  keyAt: number | null
}

/** Rows of `source`, which selects id, created_at and email of leads `l` and ends in a condition. */
const pageOf = (source: string, { order, rows, forward, keyAt }: KeyedPage): string => {
  const { key, beyond, sorted } = ORDERS[order]
  const from = keyAt === null ? '' : ` and ${beyond(keyAt + 1, forward)}`
  return `with page as materialized (${source}${from} order by ${sorted(forward)} limit ${rows})
    select (select coalesce(json_agg(row), '[]') from (
        select json_build_object('key', json_build_object('value', ${key}, 'id', id),
          'lead', (select ${leadJson()} from leads l where l.account_id = $1 and l.id = page.id)) as row
        from page order by ${sorted(forward)}) listed)::text as rows,
      ${TOTAL} as total, ${SLUGS} as slugs, ${VERSION} as version`
}

/** Walks through the order and skips rows that do not match. */
export const walkedByKey = (where: string, page: KeyedPage): string =>
  pageOf(`select l.id, l.created_at, l.email from leads l where ${where}`, page)

/** The members of a list ($2) that contains a small part of all leads: found first, then sorted. */
export const smallListByKey = (page: KeyedPage): string =>
  pageOf(
    `select m.lead_id as id, l.created_at, l.email from leads_list_members m cross join lateral (
      select id, created_at, email from leads where account_id = $1 and id = m.lead_id offset 0) l
    where m.account_id = $1 and m.leads_list_id = $2`,
    page,
  )

/** The leads with these ids ($2). */
export const idsByKey = (page: KeyedPage): string =>
  pageOf(`select l.id, l.created_at, l.email from leads l where l.account_id = $1 and l.id = any($2::bigint[])`, page)

/** Maximum number of ids kept for a filter, to look up its pages by. */
const MAX_KEPT_IDS = 2_000

/** Counts matches up to a number; returns `ids` if they are few and complete. */
export const countedUpTo = (where: string, upTo: number | null): string =>
  upTo === null
    ? countedAll(where)
    : `with ${matching(where, upTo + 1)}, counted as materialized (select count(*) as found from matching)
  select found, ${VERSION} as version,
    case when found <= ${Math.min(MAX_KEPT_IDS, upTo)} then ${IDS} end as ids from counted`

const matching = (where: string, most: number): string =>
  `matching as materialized (select l.id from leads l where ${where} limit ${most})`
const IDS = `(select coalesce(array_agg(id), '{}') from matching)`

/** Large numbers are counted in place: storing them all first would be a third of the time this takes. */
const countedAll = (where: string): string =>
  `with ${matching(where, MAX_KEPT_IDS + 1)}, few as materialized (select count(*) as found from matching)
  select case when found <= ${MAX_KEPT_IDS} then found else (select count(*) from leads l where ${where}) end as found,
    ${VERSION} as version, case when found <= ${MAX_KEPT_IDS} then ${IDS} end as ids from few`
