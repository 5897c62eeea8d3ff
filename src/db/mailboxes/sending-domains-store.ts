import type { Pool } from 'pg'

export interface StoredFinding {
  code: string
  details: { domain: string; what?: string; count?: number }
  record: { name: string; type: string; value: string } | null
  /** ISO 8601; of one that DNS did not answer for since, an older time than that of the last look. */
  seenAt: string
}

export interface SendingDomainRow {
  domain: string
  state: 'not_ready' | 'weak' | 'ready' | 'unknown'
  findings: StoredFinding[]
  checkedAt: Date | null
  changedAt: Date | null
  mailboxes: number
}

export interface DueDomain {
  accountId: number
  domain: string
}

const DOMAIN_OF = `split_part(m.email, '@', 2)`

const SHOWN = `select d.domain, d.state, d.findings, d.checked_at as "checkedAt", d.changed_at as "changedAt",
    (select count(*) from mailboxes m where m.account_id = d.account_id and ${DOMAIN_OF} = d.domain) as mailboxes
  from sending_domains d where d.account_id = $1`
const LIST = `${SHOWN} and ($2::text is null or d.domain = $2) order by d.domain limit $3`

/** Domains of mailboxes that nobody has looked at are due at once; those without a mailbox are forgotten. */
const NEW = `insert into sending_domains (account_id, domain, state, findings, next_check_at)
  select distinct m.account_id, ${DOMAIN_OF}, 'unknown', '[]'::jsonb, $1::timestamptz from mailboxes m
  on conflict do nothing`
const GONE = `delete from sending_domains d where not exists (select 1 from mailboxes m
  where m.account_id = d.account_id and ${DOMAIN_OF} = d.domain)`

/** Taken and put off at once: of several processes one looks at a domain, until the time comes again. */
const TAKE_DUE = `update sending_domains d set next_check_at = $2
  from (select x.account_id, x.domain from sending_domains x
      join accounts a on a.id = x.account_id and a.suspended_at is null
    where x.next_check_at <= $1 order by x.next_check_at limit $3 for update of x skip locked) due
  where d.account_id = due.account_id and d.domain = due.domain
  returning d.account_id as "accountId", d.domain`

const SAVE = `insert into sending_domains as d (account_id, domain, state, findings, checked_at, next_check_at, changed_at)
  values ($1, $2, $3, $4, $5, $6, null)
  on conflict (account_id, domain) do update set state = excluded.state, findings = excluded.findings,
    checked_at = excluded.checked_at, next_check_at = excluded.next_check_at,
    changed_at = case when d.state <> excluded.state then excluded.checked_at else d.changed_at end`

const MAX_SHOWN = 200

/** How the domains stand that an account sends as. */
export const createSendingDomainsStore = (pool: Pool) => ({
  /** @param domain null for all. */
  list: async (accountId: number, domain: string | null = null): Promise<SendingDomainRow[]> =>
    (await pool.query<SendingDomainRow>(LIST, [accountId, domain, MAX_SHOWN])).rows,

  /** @param until when they come again should nobody write down what was found. */
  takeDue: async (now: Date, until: Date, limit: number): Promise<DueDomain[]> => {
    await pool.query(NEW, [now])
    await pool.query(GONE)
    return (await pool.query<DueDomain>(TAKE_DUE, [now, until, limit])).rows
  },

  save: async (
    { accountId, domain }: DueDomain,
    found: { state: string; findings: readonly StoredFinding[] },
    { now, next }: { now: Date; next: Date },
  ): Promise<void> =>
    void (await pool.query(SAVE, [accountId, domain, found.state, JSON.stringify(found.findings), now, next])),

  /** The mailbox that speaks for a domain: the one that mail leaves from first of all; null when there is none. */
  mailboxOf: async (accountId: number, domain: string): Promise<number | null> => {
    const text = `select m.id from mailboxes m where m.account_id = $1 and ${DOMAIN_OF} = $2
      order by m.dkim_domain is null, not m.default_account, m.id limit 1`
    return (await pool.query<{ id: number }>(text, [accountId, domain])).rows[0]?.id ?? null
  },
})
