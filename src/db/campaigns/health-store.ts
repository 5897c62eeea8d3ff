import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../database.ts'
import { usedSince } from './outbox-statements.ts'
import { askBesideVerdicts, besideVerdicts } from '../beside-verdicts.ts'

export type StoredBand = 'healthy' | 'watch' | 'strained' | 'stopped'

/** The health of a mailbox, judged by the responses to its emails. */
export interface MailboxHealth {
  id: number
  userId: number
  email: string
  sendingStatus: 'active' | 'paused' | 'warming'
  ramp: 'off' | 'auto'
  rampCap: number | null
  rampPlace: number
  dailyLimit: number
  weeklyLimit: number | null
  smtpHost: string
  band: StoredBand
  bandSince: Date | null
  bandFacts: Record<string, unknown> | null
  healthSince: Date | null
  stops: number
  restUntil: Date | null
  restReason: string | null
  /** Whether its bounces are read at all. */
  isRead: boolean
  bouncesIn25: number
  policyIn20: number
  policyIn50: number
  /** In the last 30 days, or since counting started anew. */
  sent: number
  bounced: number
  refused: number
  complained: number
  replied: number
  /** All that counts towards its daily cap, including tests, replies and blind copies. */
  sentInDay: number
}

/** How a mailbox changes; `rest` and `sendingStatus` null leave them unchanged. */
export interface HealthChange {
  band: StoredBand
  bandSince: Date
  bandFacts: Record<string, unknown> | null
  /** Since when emails count from now on; null leaves it unchanged. */
  healthSince: Date | null
  stops: number
  rest: { until: Date | null; reason: string | null } | null
  sendingStatus: 'active' | 'paused' | null
}

/** An email `m` that was handed over, or refused because of its content or recipient. */
const COUNTS = `(m.status in ('sent', 'uncertain') or m.failure_kind in ('address', 'policy'))`

/** The latest such emails since a moment, and their places among them. */
const latest = (most: number, whose: string, since: string): string => `(
    select m.failure_kind, row_number() over (order by m.leased_at desc, m.id desc) as place from messages m
    where ${whose} and m.leased_at is not null and ${COUNTS} and m.leased_at > coalesce(${since}, '-infinity')
    order by m.leased_at desc, m.id desc limit ${most}) x`

const HEALTH = `select e.id, e.user_id as "userId", e.email, e.sending_status as "sendingStatus", e.ramp, e.ramp_cap as "rampCap",
    e.ramp_place as "rampPlace", e.daily_limit as "dailyLimit", e.weekly_limit as "weeklyLimit",
    coalesce(e.smtp_host, '') as "smtpHost", e.band, e.band_since as "bandSince", e.band_facts as "bandFacts", e.health_since as "healthSince",
    e.stops, e.rest_until as "restUntil", e.rest_reason as "restReason", e.imap_host is not null as "isRead",
    last.bounces as "bouncesIn25", last.policy20 as "policyIn20", last.policy50 as "policyIn50",
    month.sent, month.bounced, month.refused, month.complained, month.replied,
    (${usedSince('e.id', `($3::timestamptz - interval '24 hours')`)})::int as "sentInDay"
  from mailboxes e
  cross join lateral (select (count(*) filter (where x.place <= 25 and x.failure_kind = 'address'))::int as bounces,
      (count(*) filter (where x.place <= 20 and x.failure_kind = 'policy'))::int as policy20,
      (count(*) filter (where x.failure_kind = 'policy'))::int as policy50
    from ${latest(50, 'm.account_id = e.account_id and m.mailbox_id = e.id', 'e.health_since')}) last
  cross join lateral (select count(*)::int as sent, (count(*) filter (where m.failure_kind = 'address'))::int as bounced,
      (count(*) filter (where m.failure_kind = 'policy'))::int as refused,
      (count(*) filter (where m.complained_at is not null))::int as complained,
      (count(*) filter (where m.replied_at is not null))::int as replied
    from messages m where m.account_id = e.account_id and m.mailbox_id = e.id and ${COUNTS}
      and m.leased_at > greatest(e.health_since, $3::timestamptz - interval '30 days')) month
  where e.account_id = $1 and e.id = $2`

const CHANGE = `update mailboxes set band = $3, band_since = $4, band_facts = $5, health_since = coalesce($6, health_since),
    stops = $7, rest_until = case when $8 then $9 else rest_until end, rest_reason = case when $8 then $10 else rest_reason end,
    sending_status = coalesce($11, sending_status)
  where account_id = $1 and id = $2`

/** Mailboxes whose band may change: those with a recent negative response, and those that are not healthy. */
const TO_JUDGE = `select e.account_id as "accountId", e.id from mailboxes e
  where e.ramp = 'auto' and (e.band <> 'healthy' or exists (select 1 from messages m
    where m.account_id = e.account_id and m.mailbox_id = e.id and m.leased_at >= $1
      and (m.failure_kind in ('address', 'policy') or m.complained_at is not null)))
  order by 1, 2 limit $2`

const CAMPAIGN = `select s.brake, s.status, s.user_id as "userId", s.name, total.sent, last.bounces25 as "bouncesIn25",
    last.bounces100 as "bouncesIn100", s.slowed
  from campaigns s
  cross join lateral (select count(*)::int as sent from messages m where m.account_id = s.account_id and m.campaign_id = s.id
    and m.leased_at is not null and ${COUNTS} and m.leased_at > coalesce(s.brake_since, '-infinity')) total
  cross join lateral (select (count(*) filter (where x.place <= 25 and x.failure_kind = 'address'))::int as bounces25,
      (count(*) filter (where x.failure_kind = 'address'))::int as bounces100
    from ${latest(100, 'm.account_id = s.account_id and m.campaign_id = s.id', 's.brake_since')}) last
  where s.account_id = $1 and s.id = $2`

/** Campaigns with a brake and a recent bounce, in case the process that noticed it has died. */
const CAMPAIGNS_TO_JUDGE = `select s.account_id as "accountId", s.id from campaigns s
  where s.status = 'active' and s.brake and exists (select 1 from messages m where m.account_id = s.account_id
    and m.campaign_id = s.id and m.leased_at >= $1 and m.failure_kind = 'address')
  order by 1, 2 limit $2`

const BY_VERDICT = besideVerdicts(
  3,
  (verdicts) => `select coalesce(v.status, 'unverified') as verdict, count(*)::int as count
  from campaign_recipients r left join ${verdicts}
    on v.domain = split_part(r.email, '@', 2) and v.value = r.email
  where r.account_id = $1 and r.campaign_id = $2 group by 1 order by 2 desc`,
)
const RECIPIENTS = 'select email from campaign_recipients where account_id = $1 and campaign_id = $2'

export interface CampaignHealth {
  brake: boolean
  status: string
  userId: number
  name: string
  sent: number
  bouncesIn25: number
  bouncesIn100: number
  slowed: boolean
}

interface Key {
  accountId: number
  id: number
}

/** Negative responses, counted by mailbox and by campaign. */
export const createHealthStore = (pool: Pool, isDistributed: boolean) => ({
  mailbox: (accountId: number, id: number, now: Date): Promise<MailboxHealth | null> => find(pool, accountId, id, now),

  /** Judges a mailbox under the lock of its row; null if nothing changes. */
  judgeMailbox: (
    accountId: number,
    id: number,
    now: Date,
    judge: (health: MailboxHealth) => HealthChange | null,
  ): Promise<{ before: MailboxHealth; change: HealthChange } | null> =>
    inTransaction(pool, async (client) => {
      await client.query('select 1 from mailboxes where account_id = $1 and id = $2 for no key update', [accountId, id])
      const before = await find(client, accountId, id, now)
      const change = before === null ? null : judge(before)
      if (before === null || change === null) return null
      const { band, bandSince, bandFacts, healthSince, stops, rest, sendingStatus } = change
      const facts = bandFacts === null ? null : JSON.stringify(bandFacts)
      const resting = [rest !== null, rest?.until ?? null, rest?.reason ?? null]
      await client.query(CHANGE, [accountId, id, band, bandSince, facts, healthSince, stops, ...resting, sendingStatus])
      return { before, change }
    }),

  mailboxesToJudge: async (since: Date, limit: number): Promise<Key[]> =>
    (await pool.query<Key>(TO_JUDGE, [since, limit])).rows,

  campaign: async (accountId: number, id: number): Promise<CampaignHealth | null> =>
    (await pool.query<CampaignHealth>(CAMPAIGN, [accountId, id])).rows[0] ?? null,

  campaignsToJudge: async (since: Date, limit: number): Promise<Key[]> =>
    (await pool.query<Key>(CAMPAIGNS_TO_JUDGE, [since, limit])).rows,

  /** The number of a campaign's recipients per verdict. */
  byVerdict: (accountId: number, id: number): Promise<{ verdict: string; count: number }[]> => {
    const values = [accountId, id]
    const emails = { text: RECIPIENTS, values }
    return askBesideVerdicts<{ verdict: string; count: number }>(pool, isDistributed, {
      statement: BY_VERDICT,
      values,
      emails,
    })
  },
})

async function find(
  client: Pool | PoolClient,
  accountId: number,
  id: number,
  now: Date,
): Promise<MailboxHealth | null> {
  return (await client.query<MailboxHealth>(HEALTH, [accountId, id, now])).rows[0] ?? null
}
