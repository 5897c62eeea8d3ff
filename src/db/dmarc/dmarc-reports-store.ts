import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../database.ts'

/** A report to be stored. */
export interface NewDmarcReport {
  accountId: number
  domain: string
  org: string
  reportId: string
  beginsAt: Date
  endsAt: Date
  policy: object
  rows: readonly {
    sourceIp: string
    count: number
    disposition: string
    dkim: string
    spf: string
    headerFrom: string
    envelopeFrom: string | null
    auth: object
  }[]
}

/** Mail from one source, across all reports of a period. */
export interface DmarcSource {
  ip: string
  messages: number
  /** Those with a signature or a sender aligned with the domain. */
  passing: number
  dkim: number
  spf: number
  quarantined: number
  rejected: number
  /** When any stored report first contained it. */
  firstSeenAt: Date
  /** Domains its mail was signed by or sent as, the most frequent first. */
  speaksFor: string[]
}

export interface DmarcTotals {
  reports: number
  messages: number
  passing: number
  /** Start of the oldest stored report of the domain. */
  oldestAt: Date | null
}

/** Domains of the account's mailboxes; the caller decides which domains above them count too. */
const KNOWN_DOMAIN = `select distinct split_part(m.email, '@', 2) as domain from mailboxes m where m.account_id = $1`

const ADD = `insert into dmarc_reports (account_id, domain, org, report_id, begins_at, ends_at, policy, received_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (account_id, org, report_id, domain, begins_at) do nothing returning id`

const ADD_ROWS = `insert into dmarc_rows
    (account_id, report_id, position, source_ip, count, disposition, dkim, spf, header_from, envelope_from, auth)
  select $1, $2, $3 + n, ip, count, disposition, dkim, spf, header_from, envelope_from, auth
  from unnest($4::inet[], $5::bigint[], $6::text[], $7::text[], $8::text[], $9::text[], $10::text[], $11::jsonb[])
    with ordinality as given (ip, count, disposition, dkim, spf, header_from, envelope_from, auth, n)`

/** A report counts towards the period in which its own time range begins. */
const IN_TIME = `r.account_id = $1 and r.domain = $2 and r.begins_at >= $3 and r.begins_at < $4`

const SOURCES = `with found as (
    select w.source_ip as ip, sum(w.count) as messages,
      coalesce(sum(w.count) filter (where w.dkim = 'pass' or w.spf = 'pass'), 0) as passing,
      coalesce(sum(w.count) filter (where w.dkim = 'pass'), 0) as dkim,
      coalesce(sum(w.count) filter (where w.spf = 'pass'), 0) as spf,
      coalesce(sum(w.count) filter (where w.disposition = 'quarantine'), 0) as quarantined,
      coalesce(sum(w.count) filter (where w.disposition = 'reject'), 0) as rejected
    from dmarc_reports r join dmarc_rows w on w.account_id = r.account_id and w.report_id = r.id
    where ${IN_TIME} group by w.source_ip),
  seen as (
    select w.source_ip as ip, min(r.begins_at) as first_seen
    from dmarc_reports r join dmarc_rows w on w.account_id = r.account_id and w.report_id = r.id
    where r.account_id = $1 and r.domain = $2 and w.source_ip in (select ip from found) group by w.source_ip)
  select host(f.ip) as ip, f.messages::bigint, f.passing::bigint, f.dkim::bigint, f.spf::bigint, f.quarantined::bigint,
    f.rejected::bigint, s.first_seen as "firstSeenAt",
    array(select a.domain from dmarc_reports r join dmarc_rows w on w.account_id = r.account_id and w.report_id = r.id
        cross join lateral jsonb_to_recordset(w.auth) a (domain text, result text)
      where ${IN_TIME} and w.source_ip = f.ip and a.result = 'pass' and a.domain <> ''
      group by a.domain order by sum(w.count) desc, a.domain limit 3) as "speaksFor"
  from found f join seen s on s.ip = f.ip
  order by (f.passing < f.messages and s.first_seen >= $5) desc, f.messages - f.passing desc, f.messages desc, f.ip
  limit $6`

const TOTALS = `select count(distinct r.id) as reports, coalesce(sum(w.count), 0)::bigint as messages,
    coalesce(sum(w.count) filter (where w.dkim = 'pass' or w.spf = 'pass'), 0)::bigint as passing,
    (select min(x.begins_at) from dmarc_reports x where x.account_id = $1 and x.domain = $2) as "oldestAt"
  from dmarc_reports r left join dmarc_rows w on w.account_id = r.account_id and w.report_id = r.id
  where ${IN_TIME}`

const SLICE = 5_000

export interface DmarcSpan {
  from: Date
  to: Date
}

/** Aggregate reports from receiving mail servers. */
export const createDmarcReportsStore = (pool: Pool) => ({
  /** Domains of the account's mailboxes. */
  domainsOf: async (accountId: number): Promise<string[]> =>
    (await pool.query<{ domain: string }>(KNOWN_DOMAIN, [accountId])).rows.map(({ domain }) => domain),

  /** @returns false if it is already stored. */
  add: (report: NewDmarcReport, now: Date): Promise<boolean> =>
    inTransaction(pool, async (client) => {
      const { accountId, domain, org, reportId, beginsAt, endsAt, policy } = report
      const values = [accountId, domain, org, reportId, beginsAt, endsAt, policy, now]
      const id = (await client.query<{ id: number }>(ADD, values)).rows[0]?.id
      if (id === undefined) return false
      for (let from = 0; from < report.rows.length; from += SLICE)
        await addRows(client, { accountId, id, from }, report.rows.slice(from, from + SLICE))
      return true
    }),

  totals: async (accountId: number, domain: string, { from, to }: DmarcSpan): Promise<DmarcTotals> => {
    const { rows } = await pool.query<DmarcTotals>(TOTALS, [accountId, domain, from, to])
    return rows[0] ?? { reports: 0, messages: 0, passing: 0, oldestAt: null }
  },

  /** New failing sources first, then by number of failures. @param newSince when sources seen since count as new */
  sources: async (
    accountId: number,
    domain: string,
    { from, to }: DmarcSpan,
    newSince: Date,
    limit: number,
  ): Promise<DmarcSource[]> =>
    (await pool.query<DmarcSource>(SOURCES, [accountId, domain, from, to, newSince, limit])).rows,

  forget: async (before: Date): Promise<void> => {
    await pool.query('delete from dmarc_reports where received_at < $1', [before])
  },
})

async function addRows(
  client: PoolClient,
  { accountId, id, from }: { accountId: number; id: number; from: number },
  rows: NewDmarcReport['rows'],
): Promise<void> {
  await client.query(ADD_ROWS, [
    accountId,
    id,
    from - 1,
    rows.map(({ sourceIp }) => sourceIp),
    rows.map(({ count }) => count),
    rows.map(({ disposition }) => disposition),
    rows.map(({ dkim }) => dkim),
    rows.map(({ spf }) => spf),
    rows.map(({ headerFrom }) => headerFrom),
    rows.map(({ envelopeFrom }) => envelopeFrom),
    rows.map(({ auth }) => JSON.stringify(auth)),
  ])
}
