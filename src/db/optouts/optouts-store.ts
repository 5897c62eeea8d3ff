import { OPTED_OUT } from '../../errors.ts'
import type { Pool, PoolClient } from 'pg'
import { domainOfAddress } from '../../lib/addresses/email-address.ts'
import { inTransaction } from '../database.ts'
import { REF_OF_NOBODY } from '../search/find-jobs-store.ts'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'
import { FORGET_COMPANY_BODIES, forgetObserved, holdSites, namesOfOwner } from '../changes/forget-observed.ts'
import { forgetShared, sharedOfSite, sharedPeople } from '../changes/person-links.ts'
import type { KnownName } from '../changes/forget-observed.ts'
import { settledTotal } from '../../lib/input/settled-total.ts'

export interface Optout {
  id: number
  kind: 'email' | 'domain'
  /** Only for domains: a person's address is stored as a keyed hash. */
  domain: string | null
  reason: string | null
  createdAt: Date
}

export interface NewOptout {
  kind: 'email' | 'domain'
  digest: Buffer
  domain: string | null
  reason: string | null
  /** The address or domain whose data is now deleted; never stored. */
  subject: string
  /** For an address: the names under which sites know its owner. */
  people?: readonly KnownName[]
}

/** Lists still running detect it themselves; the row stays, so that results keep their order. */
export const forgetInLists = (which: string): string =>
  `update bulk_rows set email = '', domain = '', outcome = null, error = '${OPTED_OUT}' where ${which} and (
    settled_at is not null or exists (select from bulk_jobs j where j.account_id = bulk_rows.account_id
      and j.id = bulk_rows.job_id and j.status in ('cancelled', 'stopped')))`

/** Nothing is kept about people who were searched for: neither the query nor the result. */
export const forgetInFinds = (which: string): string =>
  `update find_rows set ${NOBODY_ASKED} where email is not null and ${which}`

const NOBODY_ASKED = `ref = ${REF_OF_NOBODY}, asked = '{}', status = 'opted_out', outcome = null, domain = null,
  email = null, lead_id = null`

/** People searched for under these names without success: $1 sites, $2 names. */
const FORGET_SEARCHES = `update find_rows set ${NOBODY_ASKED} from unnest($1::text[], $2::text[]) known (site, name)
  where (status is not null or exists (select from find_jobs j where j.account_id = find_rows.account_id
      and j.id = find_rows.job_id and j.status in ('stopped', 'cancelled')))
    and lower(coalesce(asked ->> 'full_name', concat_ws(' ', asked ->> 'first_name', asked ->> 'last_name'))) = lower(name)
    and (lower(asked ->> 'domain') = site or outcome ->> 'domain' = site)`

const DROP_ADDRESS = `delete from addresses where domain = $1 and value = $2
  returning visible, type, coalesce(seniority, '') as seniority, coalesce(department, '') as department, decision_maker as "decisionMaker"`
const DROP_COUNT = `update address_counts set total = total - 1
  where domain = $1 and type = $2 and seniority = $3 and department = $4 and decision_maker = $5`
const DROP_TOTALS = ['domains', 'companies'].map(
  (table) => `update ${table} set personal_count = personal_count - ($2 = 'personal')::int,
    generic_count = generic_count - ($2 = 'generic')::int where domain = $1`,
)

interface DroppedAddress {
  visible: boolean
  type: string
  seniority: string
  department: string
  decisionMaker: boolean
}

/** Removes an address from the index and from its counts. */
async function dropAddress(client: PoolClient, domain: string, value: string): Promise<void> {
  const { rows } = await client.query<DroppedAddress>(DROP_ADDRESS, [domain, value])
  const [dropped] = rows
  if (dropped?.visible !== true) return
  const { type, seniority, department, decisionMaker } = dropped
  await client.query(DROP_COUNT, [domain, type, seniority, department, decisionMaker])
  for (const statement of DROP_TOTALS) await client.query(statement, [domain, type])
}

/**
 * Pages are stored by their own domains: those that name address $2 of domain $1, or any address of the domain $1 or of
 * subdomains matching the pattern $2.
 */
const SITES_NAMING = {
  email: 'select distinct source_domain as site from sources where domain = $1 and value = $2',
  domain: 'select distinct source_domain as site from sources where domain = $1 or domain like $2',
}
/** $3 these sites. */
const FORGET_ON_PAGES = {
  email: 'delete from page_addresses where source_domain = any($3) and domain = $1 and value = $2',
  domain: `delete from page_addresses where source_domain = any($3) and (domain = $1 or domain like $2)`,
}

const FORGET_ADDRESS = [
  'delete from sources where domain = $1 and value = $2',
  'delete from search_walks where domain = $1 and $2::text is not null',
  'delete from verifications where domain = $1 and value = $2',
  'delete from verification_runs where domain = $1 and value = $2',
  forgetInLists('domain = $1 and email = $2'),
  forgetInFinds('domain = $1 and email = $2'),
]

const KEEP_OUT_PEOPLE = `insert into optout_people (optout_id, digest) select $1, d from unnest($2::bytea[]) d on conflict do nothing`

/** An opted-out domain includes the addresses of its subdomains. */
const FORGET_DOMAIN = [
  'sources',
  'addresses',
  'address_counts',
  'pages',
  'company_names',
  'linked_domains',
  'verifications',
  'verification_runs',
  'crawls',
  'domains',
  'companies',
  'logos',
  'search_walks',
  'person_observations',
  'roster_pages',
  'person_links',
  'site_observations',
  'changes',
  'unsettled_sites',
  'watches',
]
  .map((table) => `delete from ${table} where domain = $1 or domain like $2`)
  .concat(
    'delete from page_addresses where source_domain = $1 or source_domain like $2',
    FORGET_COMPANY_BODIES,
    forgetInLists('(domain = $1 or domain like $2)'),
    forgetInFinds('(domain = $1 or domain like $2)'),
  )

/**
 * Jobs that ask a mail server again, or did so within a day: $1 the address. Before its first start, a database has no such
 * table.
 */
const HAS_JOBS = `select to_regclass('pgboss.job') is not null as has`
const FORGET_JOBS = `delete from pgboss.job where name = 'verify-later' and data ->> 'email' = $1`

/** Saving a lead checks for opt-outs in the same statement: blocked here, that statement sees the opt-out. */
const HOLD_LEADS = 'lock table leads in share row exclusive mode'

const HOLD_OPTOUTS = `select pg_advisory_xact_lock(${ADVISORY_LOCKS.optouts})`

/** Companies that list an address: $1 and $2 are patterns of addresses, or one address twice. */
const NAMING = `select domain from companies
  where emails <> '{}' and exists (select from unnest(emails) email where email like $1 or email like $2)`
const FORGET_NAMED = `update companies
  set emails = array(select email from unnest(emails) email where email not like $1 and email not like $2) where domain = any($3)`
/** Sends no further mail there, and deletes what mentions the addresses; $1 and $2 as above. */
const FORGET_MENTIONS = [
  `with stopped as (
    update campaign_recipients set state = 'stopped', stopped_by = 'opted_out'
    where (email like $1 or email like $2) and state in ('waiting', 'scheduled') returning account_id, id)
  update messages m set status = 'canceled' from stopped s
  where m.account_id = s.account_id and m.recipient_id = s.id and m.status = 'scheduled'`,
  'update campaigns set bcc_recipient = null where lower(bcc_recipient) like $1 or lower(bcc_recipient) like $2',
  'delete from leads where email like $1 or email like $2',
  'delete from conversations where email like $1 or email like $2',
  `delete from mails where from_email like $1 or from_email like $2 or to_email like $1 or to_email like $2
    or reply_to like $1 or reply_to like $2`,
  `update answer_marks k set note = null from campaign_recipients r
    join messages m on m.account_id = r.account_id and m.recipient_id = r.id
    where (r.email like $1 or r.email like $2) and k.account_id = m.account_id and k.message_id = m.id and k.note is not null`,
]

const LIFT = 'delete from optouts where digest = $1'
const READ_ANEW = 'update pages set etag = null, last_modified = null, content_hash = null where domain = $1'

const SETTLE_REQUESTS = `update optout_requests set decided_at = now(), decision = 'granted'
  where subject_hash = $1 and decided_at is null`

const AMONG = `select digest from optouts where digest = any($1)
  union select subject_hash from optout_requests where account_id = $2 and subject_hash = any($1)`

/** Without such a request, which few accounts have, nothing else is read. */
const unsubscribed = (account: string, domain: string): string => `select email from unsubscribes
  where account_id = ${account} and (${domain}::text is null or split_part(email, '@', 2) = ${domain})
    and exists (select from optout_requests where account_id = ${account} and decided_at is null)
  order by created_at desc, email limit 10000`
const UNSUBSCRIBED = unsubscribed('$1', '$2')

const AMONG_AT = `select digest, null as email from (${AMONG}) opted_out
  union all select null, email from (${unsubscribed('$2', '$3')}) unsubscribed`

const OPTOUTS = `select id, kind, domain, reason, created_at as "createdAt" from optouts`

/** The opt-outs. Adding one removes what is stored in the same transaction. */
export const createOptoutsStore = (pool: Pool) => ({
  /**
   * Which of these keyed hashes have opted out.
   * @param accountId also includes requests made only to this account.
   */
  among: async (digests: readonly Buffer[], accountId: number | null = null): Promise<Buffer[]> => {
    if (digests.length === 0) return []
    const { rows } = await pool.query<{ digest: Buffer }>(AMONG, [digests, accountId])
    return rows.map((row) => row.digest)
  },

  /** Addresses, of one domain or all, that no longer get mail from an account which is asked, in vain so far, to forget somebody. */
  unsubscribed: async (accountId: number, domain: string | null = null): Promise<string[]> => {
    const query = { name: 'unsubscribed', text: UNSUBSCRIBED, values: [accountId, domain] }
    return (await pool.query<{ email: string }>(query)).rows.map(({ email }) => email)
  },

  /** `among` and `unsubscribed` at a domain, in one round trip. */
  amongAt: async (
    digests: readonly Buffer[],
    accountId: number,
    domain: string,
  ): Promise<{ digests: Buffer[]; unsubscribed: string[] }> => {
    const query = { name: 'optouts-at', text: AMONG_AT, values: [digests, accountId, domain] }
    const { rows } = await pool.query<{ digest: Buffer | null; email: string | null }>(query)
    return {
      digests: rows.flatMap(({ digest }) => digest ?? []),
      unsubscribed: rows.flatMap(({ email }) => email ?? []),
    }
  },

  /** Whether one of these domains (a domain and its parents) has opted out. */
  hasDomain: async (domains: readonly string[]): Promise<boolean> => {
    const { rowCount } = await pool.query({
      name: 'optouts-domain',
      text: `select 1 from optouts where kind = 'domain' and domain = any($1) limit 1`,
      values: [domains],
    })
    return rowCount === 1
  },

  /**
   * Blocks other opt-outs and the saving of leads until the transaction of the call has ended. Callers that change leads before
   * adding an opt-out must start with it, or two of them would deadlock.
   */
  hold: async (): Promise<void> => {
    await pool.query(HOLD_OPTOUTS)
    await pool.query(HOLD_LEADS)
  },

  /** Stores an opt-out and removes its subject everywhere; an existing one keeps its id. */
  add: async ({ kind, digest, domain, reason, subject, people = [] }: NewOptout): Promise<number> =>
    inTransaction(pool, async (client) => {
      await client.query(HOLD_OPTOUTS)
      const values = kind === 'email' ? [domainOfAddress(subject), subject] : [subject, `%.${likeLiteral(subject)}`]
      const shared = await (domain === null
        ? sharedPeople(client, people)
        : sharedOfSite(client, domain, values[1] ?? ''))
      const sites = domain === null ? people.map((known) => known.domain) : [domain]
      await holdSites(client, [...sites, ...shared.map((person) => person.domain)])
      const { rows } = await client.query<{ id: number }>(
        `insert into optouts (kind, digest, domain, reason) values ($1, $2, $3, $4)
          on conflict (digest) do update set reason = coalesce(excluded.reason, optouts.reason) returning id`,
        [kind, digest, domain, reason],
      )
      const { rows: naming } = await client.query<{ site: string }>(SITES_NAMING[kind], values)
      await client.query(FORGET_ON_PAGES[kind], [...values, naming.map(({ site }) => site)])
      if (kind === 'domain') await forgetShared(client, shared)
      if (kind === 'email') await dropAddress(client, domainOfAddress(subject), subject)
      for (const statement of kind === 'email' ? FORGET_ADDRESS : FORGET_DOMAIN) await client.query(statement, values)
      if (kind === 'email') {
        await forgetObserved(client, subject, people)
        await client.query(FORGET_SEARCHES, [people.map((known) => known.domain), people.map(({ name }) => name)])
        const { rows: jobs } = await client.query<{ has: boolean }>(HAS_JOBS)
        if (jobs[0]?.has === true) await client.query(FORGET_JOBS, [subject])
        await client.query(KEEP_OUT_PEOPLE, [rows[0]?.id ?? 0, people.map((known) => known.digest)])
      }
      await client.query(SETTLE_REQUESTS, [digest])
      await client.query(HOLD_LEADS)
      const literal = likeLiteral(subject)
      const addresses = kind === 'email' ? [literal, literal] : [`%@${literal}`, `%.${literal}`]
      const { rows: companies } = await client.query<{ domain: string }>(NAMING, addresses)
      if (companies.length > 0) await client.query(FORGET_NAMED, [...addresses, companies.map(({ domain }) => domain)])
      for (const statement of FORGET_MENTIONS) await client.query(statement, addresses)
      return rows[0]?.id ?? 0
    }),

  /** `key` is null if only the index has the name. */
  namesOf: (domain: string, address: string) => namesOfOwner(pool, domain, address),

  list: async (): Promise<Optout[]> => (await pool.query<Optout>(`${OPTOUTS} order by id`)).rows,

  /** Newest first. */
  page: async ({ limit, offset }: { limit: number; offset: number }): Promise<{ optouts: Optout[]; total: number }> => {
    const { rows } = await pool.query<Optout>(`${OPTOUTS} order by id desc limit $1 offset $2`, [limit, offset])
    const counted = await pool.query<{ total: number }>('select count(*) as total from optouts')
    return { optouts: rows, total: settledTotal(counted.rows[0]?.total ?? 0, rows.length, { limit, offset }) }
  },

  /** Lifts an opt-out; the next crawl reads the pages of the site again, changed or not. False when there is none. */
  remove: (digest: Buffer, site: string): Promise<boolean> =>
    inTransaction(pool, async (client) => {
      const isLifted = (await client.query(LIFT, [digest])).rowCount === 1
      if (isLifted) await client.query(READ_ANEW, [site])
      return isLifted
    }),
})

const likeLiteral = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
