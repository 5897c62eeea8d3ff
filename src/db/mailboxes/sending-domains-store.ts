import type { Pool } from 'pg'

export interface StoredFinding {
  code: string
  details: { domain: string; what?: string; count?: number }
  record: { name: string; type: string; value: string } | null
  /** ISO 8601; older than the last check if DNS has not answered since. */
  seenAt: string
}

export interface SendingDomainRow {
  domain: string
  state: 'not_ready' | 'weak' | 'ready' | 'unknown'
  findings: StoredFinding[]
  checkedAt: Date | null
  changedAt: Date | null
  mailboxes: number
  /** The last proof mail that arrived, and the last that was sent. */
  seen: { arrived?: SeenMail; sent?: SeenMail }
}

/** An email of the domain sent to find out how it arrives, and what it showed. */
export interface SeenMail {
  /** Sent from this mailbox and server to an address of the account; nobody else knows its Message-ID. */
  header_id: string
  mailbox_id: number
  smtp_host: string
  to: string
  sent_at: string
  /** Null until it arrives. */
  arrived_at: string | null
  /** The addresses it was handed over from, and the domains that signed it. */
  addresses: string[]
  signers: string[]
}

export interface DueDomain {
  accountId: number
  domain: string
}

const DOMAIN_OF = `split_part(m.email, '@', 2)`

const SHOWN = `select d.domain, d.state, d.findings, d.checked_at as "checkedAt", d.changed_at as "changedAt", d.seen,
    (select count(*) from mailboxes m where m.account_id = d.account_id and ${DOMAIN_OF} = d.domain) as mailboxes
  from sending_domains d where d.account_id = $1`
const LIST = `${SHOWN} and ($2::text is null or d.domain = $2) order by d.domain limit $3`

/** Domains of mailboxes that have not been checked are due at once; those without a mailbox are forgotten. */
const NEW = `insert into sending_domains (account_id, domain, state, findings, next_check_at)
  select distinct m.account_id, ${DOMAIN_OF}, 'unknown', '[]'::jsonb, $1::timestamptz from mailboxes m
  where m.purpose = 'campaigns' on conflict do nothing`
const GONE = `delete from sending_domains d where not exists (select 1 from mailboxes m
  where m.account_id = d.account_id and m.purpose = 'campaigns' and ${DOMAIN_OF} = d.domain)`

/** Takes and postpones them at once, so that only one of several processes checks a domain until it is due again. */
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

const PROOF_SENT = `insert into sending_domains as d (account_id, domain, state, findings, seen, next_check_at)
  values ($1, $2, 'unknown', '[]', jsonb_build_object('sent', $3::jsonb), $4)
  on conflict (account_id, domain) do update set seen = d.seen || excluded.seen`

/** It arrived at the address it was sent to: the domain is checked again at once. */
const PROOF_CAME = `update sending_domains d set next_check_at = $5, seen = d.seen || jsonb_build_object('arrived',
    (d.seen -> 'sent') || $4::jsonb, 'sent', (d.seen -> 'sent') || $4::jsonb)
  where d.account_id = $1 and d.seen -> 'sent' ->> 'header_id' = $2 and d.seen -> 'sent' ->> 'to' = $3`

const MAX_SHOWN = 200

/** The state of the domains that an account sends from. */
export const createSendingDomainsStore = (pool: Pool) => ({
  /** @param domain null for all. */
  list: async (accountId: number, domain: string | null = null): Promise<SendingDomainRow[]> =>
    (await pool.query<SendingDomainRow>(LIST, [accountId, domain, MAX_SHOWN])).rows,

  /** @param until when they become due again unless a result is saved. */
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

  proofSent: async ({ accountId, domain }: DueDomain, sent: SeenMail, now: Date): Promise<void> =>
    void (await pool.query(PROOF_SENT, [accountId, domain, JSON.stringify(sent), now])),

  /** @returns whether one was expected. */
  proofCame: async (
    { accountId, headerId, to }: { accountId: number; headerId: string; to: string },
    found: Pick<SeenMail, 'addresses' | 'signers'>,
    now: Date,
  ): Promise<boolean> => {
    const came = JSON.stringify({ ...found, arrived_at: now.toISOString() })
    return (await pool.query(PROOF_CAME, [accountId, headerId, to, came, now])).rowCount === 1
  },

  /** Mailboxes of a domain that sign in with a password to send. */
  passwordMailboxes: async (accountId: number, domain: string): Promise<{ email: string; smtpHost: string }[]> => {
    const text = `select m.email, m.smtp_host as "smtpHost" from mailboxes m where m.account_id = $1 and ${DOMAIN_OF} = $2
      and m.auth = 'password' and m.smtp_password_sealed is not null and m.smtp_host is not null order by m.id`
    return (await pool.query<{ email: string; smtpHost: string }>(text, [accountId, domain])).rows
  },

  /** The mailbox for receivers' reports, preferably at the domain itself; null if there is none. */
  reportsTo: async (accountId: number, domain: string): Promise<string | null> => {
    const text = `select m.email from mailboxes m where m.account_id = $1 and m.purpose = 'reports'
      order by ${DOMAIN_OF} <> $2, m.id limit 1`
    return (await pool.query<{ email: string }>(text, [accountId, domain])).rows[0]?.email ?? null
  },

  /** The mailbox that represents a domain, preferably one that signs or the default one; null when there is none. */
  mailboxOf: async (accountId: number, domain: string): Promise<number | null> => {
    const text = `select m.id from mailboxes m where m.account_id = $1 and ${DOMAIN_OF} = $2
      and m.purpose = 'campaigns' order by m.dkim_domain is null, not m.default_account, m.id limit 1`
    return (await pool.query<{ id: number }>(text, [accountId, domain])).rows[0]?.id ?? null
  },
})
