import type { PoolClient } from 'pg'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'
import type { DueCandidate } from './due-candidate.ts'
import { whoLeft } from './who-left.ts'
import type { KeysOfName } from './who-left.ts'

/** What decides about a message besides its campaign's times, read in the transaction that leases it. Nothing here waits. */

export interface AddressVerdict {
  status: string
  checkedAt: Date
  isAnswered: boolean
}

export interface TakenUp {
  count: number
  oldest: Date | null
}

/** Each part is null if it does not apply to the campaign or mailbox. */
export interface GuardFacts {
  gate: { verdict: AddressVerdict | null; hasLeft: boolean } | null
  caps: { day: TakenUp; week: TakenUp } | null
  pace: { company: { isBusy: boolean; nextSendAt: Date | null; firsts: Date[] } | null; lately: Date[] } | null
  first: { sent: number; bounced: number; recent: Date[] } | 'busy' | null
}

export interface GuardWindows {
  /** Since when emails of a mailbox count towards its daily and weekly cap. */
  daySince: Date
  weekSince: Date
  /** Since when emails to one address count. */
  latelySince: Date
  /** Since when a bounce may still arrive. */
  recentSince: Date
  /** The number of first emails that are sent with more care. */
  firstSends: number
  /** The company that the address belongs to; null if strangers share the domain. */
  company: string | null
  keysOf: KeysOfName
}

/** Whether anything besides its times decides about it. */
export const isGuarded = ({ gate, brake, ramp, weeklyLimit }: DueCandidate): boolean =>
  gate === 'gate' || brake || ramp === 'auto' || weeklyLimit !== null

const VERDICT = `select v.status, v.checked_at as "checkedAt",
    coalesce((v.outcome ->> 'smtpCheck')::boolean, false) as "isAnswered"
  from verifications v where v.domain = $1 and v.value = $2`

const NAME = `select l.first_name || ' ' || l.last_name as name from campaign_recipients r
    join leads l on l.account_id = r.account_id and l.id = r.lead_id
  where r.account_id = $1 and r.id = $2`

const TAKEN = `select coalesce(sum(t.mails) filter (where t.at >= $3), 0)::int as "dayCount",
    min(t.at) filter (where t.at >= $3) as "dayOldest", coalesce(sum(t.mails), 0)::int as "weekCount", min(t.at) as "weekOldest"
  from (select m.leased_at as at, 1 + m.copies as mails from messages m
      where m.account_id = $1 and m.mailbox_id = $2 and m.leased_at >= $4
    union all select x.leased_at, 1 from test_mails x
      where x.account_id = $1 and x.mailbox_id = $2 and x.leased_at >= $4
    union all select r.leased_at, 1 from mails r
      where r.account_id = $1 and r.mailbox_id = $2 and r.leased_at >= $4) t`

const TRY_COMPANY = `select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.company}, hashtext($1 || ' ' || $2)) as free`
const COMPANY = `select next_send_at as "nextSendAt", firsts from recipient_domains where account_id = $1 and domain = $2`
const COMPANY_SENT = `insert into recipient_domains (account_id, domain, next_send_at, firsts) values ($1, $2, $3, $4)
  on conflict (account_id, domain) do update set next_send_at = excluded.next_send_at, firsts = excluded.firsts`

const LATELY = `select m.leased_at as at from campaign_recipients r
    join messages m on m.account_id = r.account_id and m.recipient_id = r.id
  where r.account_id = $1 and r.email = $2 and m.leased_at >= $3 and m.status in ('sending', 'sent', 'uncertain')
  order by 1 desc limit 10`

/** What a campaign has sent since it started or was resumed, counted only up to a limit. */
const BEGUN = `select count(*)::int as sent from (select 1 from messages m
  where m.account_id = $1 and m.campaign_id = $2 and m.leased_at is not null
    and m.leased_at > coalesce($3::timestamptz, '-infinity') limit $4) x`
const TRY_FIRST = `select pg_try_advisory_xact_lock(${ADVISORY_LOCKS.firstSends}, $1) as free`
const FIRST = `select count(*)::int as sent, (count(*) filter (where m.bounced_at is not null and m.failure_kind = 'address'))::int as bounced,
    coalesce(array_agg(m.leased_at order by m.leased_at) filter (where m.leased_at > $4 and m.bounced_at is null
      and m.status in ('sending', 'sent', 'uncertain')), '{}') as recent
  from messages m where m.account_id = $1 and m.campaign_id = $2 and m.leased_at is not null
    and m.leased_at > coalesce($3::timestamptz, '-infinity')`

/** Reads what governs the campaign and the mailbox of a candidate. Locks taken here end with the transaction. */
export async function readGuard(
  client: PoolClient,
  candidate: DueCandidate,
  windows: GuardWindows,
): Promise<GuardFacts> {
  return {
    gate: candidate.gate === 'gate' ? await gateFacts(client, candidate, windows.keysOf) : null,
    caps: candidate.ramp === 'auto' || candidate.weeklyLimit !== null ? await taken(client, candidate, windows) : null,
    first: candidate.brake ? await firstSends(client, candidate, windows) : null,
    pace: candidate.brake ? await pace(client, candidate, windows) : null,
  }
}

async function gateFacts(client: PoolClient, candidate: DueCandidate, keysOf: KeysOfName) {
  const { accountId, recipientId, email } = candidate
  const verdict = await verdictOf(client, email)
  if (candidate.sendToFormer) return { verdict, hasLeft: false }
  const query = { name: 'guard-name', text: NAME, values: [accountId, recipientId] }
  const name = (await client.query<{ name: string | null }>(query)).rows[0]?.name ?? null
  return { verdict, hasLeft: (await whoLeft(client, [{ email, name }], keysOf)).size > 0 }
}

async function verdictOf(client: PoolClient, email: string): Promise<AddressVerdict | null> {
  const values = [email.slice(email.lastIndexOf('@') + 1), email]
  return (await client.query<AddressVerdict>({ name: 'guard-verdict', text: VERDICT, values })).rows[0] ?? null
}

async function taken(client: PoolClient, { accountId, mailboxId }: DueCandidate, windows: GuardWindows) {
  const values = [accountId, mailboxId, windows.daySince, windows.weekSince]
  const { rows } = await client.query<{
    dayCount: number
    dayOldest: Date | null
    weekCount: number
    weekOldest: Date | null
  }>({ name: 'guard-caps', text: TAKEN, values })
  const [row] = rows
  return {
    day: { count: row?.dayCount ?? 0, oldest: row?.dayOldest ?? null },
    week: { count: row?.weekCount ?? 0, oldest: row?.weekOldest ?? null },
  }
}

/** Takes the lock before reading: each query is a separate statement, which sees what was done under the lock before. */
async function pace(client: PoolClient, { accountId, email }: DueCandidate, { company, latelySince }: GuardWindows) {
  const { rows } = await client.query<{ at: Date }>({
    name: 'guard-lately',
    text: LATELY,
    values: [accountId, email, latelySince],
  })
  const lately = rows.map(({ at }) => at)
  if (company === null) return { company: null, lately }
  const values = [accountId, company]
  const free = await client.query<{ free: boolean }>({ name: 'guard-company-lock', text: TRY_COMPANY, values })
  if (free.rows[0]?.free !== true) return { company: { isBusy: true, nextSendAt: null, firsts: [] }, lately }
  const known = await client.query<{ nextSendAt: Date; firsts: Date[] }>({
    name: 'guard-company',
    text: COMPANY,
    values,
  })
  const { nextSendAt = null, firsts = [] } = known.rows[0] ?? {}
  return { company: { isBusy: false, nextSendAt, firsts }, lately }
}

async function firstSends(
  client: PoolClient,
  { accountId, campaignId, brakeSince }: DueCandidate,
  { firstSends: limit, recentSince }: GuardWindows,
): Promise<GuardFacts['first']> {
  const values = [accountId, campaignId, brakeSince]
  const begun = { name: 'guard-begun', text: BEGUN, values: [...values, limit] }
  if (((await client.query<{ sent: number }>(begun)).rows[0]?.sent ?? 0) >= limit) return null
  const lock = { name: 'guard-first-lock', text: TRY_FIRST, values: [campaignId] }
  if ((await client.query<{ free: boolean }>(lock)).rows[0]?.free !== true) return 'busy'
  const question = { name: 'guard-first', text: FIRST, values: [...values, recentSince] }
  const { rows } = await client.query<{ sent: number; bounced: number; recent: Date[] }>(question)
  return rows[0] ?? null
}

/** Records an email to a company, under the lock that `readGuard` took. */
export async function noteCompany(
  client: PoolClient,
  accountId: number,
  { domain, nextSendAt, firsts }: { domain: string; nextSendAt: Date; firsts: readonly Date[] },
): Promise<void> {
  await client.query({
    name: 'guard-company-sent',
    text: COMPANY_SENT,
    values: [accountId, domain, nextSendAt, firsts],
  })
}
