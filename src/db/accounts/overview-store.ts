import type { Pool } from 'pg'

/** Something of an account that is running, or that waits for a person. */
export interface OverviewItem {
  kind: 'check' | 'import' | 'crawl' | 'move' | 'mailbox' | 'uncertain' | 'webhook'
  /**
   * Id of the list of addresses, import, list of leads, mailbox, campaign or webhook; null for a crawl, which its domain
   * identifies.
   */
  id: number | null
  /** What people call it: a name, a domain, an address, the host of a webhook. */
  name: string | null
  since: Date | null
  /** Progress, and the total; null if nothing is counted. */
  done: number | null
  total: number | null
}

/** Items shown of each kind, newest first; the list of that kind shows the rest. */
const MOST = 10

const ITEM = 'null::integer as done, null::integer as total'

/** A move's progress is not counted: it exists only as a job in the queue. */
const MOVES = `select 'move' as kind, (j.data ->> 'leadsListId')::bigint as id, l.name, j.created_on as since, ${ITEM}
  from pgboss.job j left join leads_lists l on l.account_id = $1 and l.id = (j.data ->> 'leadsListId')::bigint
  where j.name = 'change-leads' and j.state in ('created', 'retry', 'active') and j.data ->> 'accountId' = $1::integer::text`

const LISTS = [
  `select 'check' as kind, id, name, created_at as since, done, total from bulk_jobs
    where account_id = $1 and status in ('queued', 'running')`,
  `select 'import', id, name, created_at, done, total from leads_imports
    where account_id = $1 and status in ('uploading', 'queued', 'running')`,
]
const VISITS = `select 'crawl', null::bigint, domain, requested_at, pages, least(pages + queued, page_budget) from crawls
    where account_id = $1 and status in ('queued', 'running')`

const NEEDS = [
  `select 'mailbox' as kind, id, email as name, null::timestamptz as since, ${ITEM} from mailboxes
    where account_id = $1 and (problem is not null or imap_problem is not null)`,
  `select 'uncertain', c.id, c.name, min(m.leased_at), null::integer, count(*)::integer from messages m
    join campaigns c on c.account_id = m.account_id and c.id = m.campaign_id
    where m.account_id = $1 and m.status = 'uncertain' group by c.id, c.name`,
  `select 'webhook', id, substring(target_url from '^[a-z]+://(?:[^/@]*@)?([^/?#]+)'), coalesce(disabled_at, failing_since), ${ITEM}
    from webhooks where account_id = $1 and (failing_since is not null or disabled_at is not null)`,
]

const newest = (parts: readonly string[]): string =>
  parts
    .map(
      (part) =>
        `select * from (select * from (${part}) items (kind, id, name, since, done, total) order by since desc nulls last, id desc limit ${MOST}) newest`,
    )
    .join(' union all ')

const LIST_RUNNING = {
  one: newest([...LISTS, VISITS, MOVES]),
  nodes: [newest(LISTS), newest([VISITS]), newest([MOVES])],
}
const LIST_NEEDS = newest(NEEDS)

/** What is in progress in an account, and what needs attention, across all its tables. */
export const createOverviewStore = (pool: Pool, isDistributed: boolean) => ({
  running: async (accountId: number): Promise<OverviewItem[]> => {
    const values = [accountId]
    if (!isDistributed)
      return (await pool.query<OverviewItem>({ name: 'overview-running', text: LIST_RUNNING.one, values })).rows
    const items: OverviewItem[] = []
    for (const text of LIST_RUNNING.nodes) items.push(...(await pool.query<OverviewItem>(text, values)).rows)
    return items
  },

  needs: async (accountId: number): Promise<OverviewItem[]> =>
    (await pool.query<OverviewItem>({ name: 'overview-needs', text: LIST_NEEDS, values: [accountId] })).rows,
})
