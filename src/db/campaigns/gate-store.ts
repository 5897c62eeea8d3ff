import type { Pool } from 'pg'
import { whoLeft } from './who-left.ts'
import type { KeysOfName } from './who-left.ts'
import { askBesideVerdicts, besideVerdicts } from '../beside-verdicts.ts'
import type { Beside } from '../beside.ts'

/** A first email of a gated campaign, and what is known about its address. */
export interface GatedMessage {
  accountId: number
  id: number
  campaignId: number
  email: string
  heldBy: string | null
  allow: string[]
  maxVerdictDays: number
  maxRisk: number | null
  verifySince: Date | null
  verdict: { status: string; isAnswered: boolean } | null
  checkedAt: Date | null
  /** Its owner has left the company, and the campaign does not write to such people. */
  hasLeft: boolean
}

/** Recipients for whom the same is known. */
export interface VerdictGroup {
  status: string | null
  isAnswered: boolean
  /** The latest check in the group. */
  checkedAt: Date | null
  hasLeft: boolean
  count: number
}

const ANSWERED = `coalesce((v.outcome ->> 'smtpCheck')::boolean, false)`
const MESSAGE = `m.account_id as "accountId", m.id, m.campaign_id as "campaignId", r.email, l.first_name || ' ' || l.last_name as name, m.held_by as "heldBy", s.allow,
    s.max_verdict_days as "maxVerdictDays", s.max_risk as "maxRisk", s.verify_since as "verifySince", v.checked_at as "checkedAt",
    s.send_to_former as "sendsToFormer", case when v.value is not null then jsonb_build_object('status', v.status, 'isAnswered', ${ANSWERED}) end as verdict`
const OF_RECIPIENT = `join campaign_recipients r on r.account_id = m.account_id and r.id = m.recipient_id
    left join leads l on l.account_id = r.account_id and l.id = r.lead_id`
const joined = (verdicts: string): string =>
  `left join ${verdicts} on v.domain = split_part(r.email, '@', 2) and v.value = r.email`

/** Maximum per campaign and mailbox, so that others get their turn too. */
const SLICE = 200

/** First emails that are due soon and not yet held. */
const soon = (what: string, verdicts: string): string => `select ${what} from campaigns s
    join campaign_mailboxes b on b.account_id = s.account_id and b.campaign_id = s.id
    cross join lateral (select x.* from messages x where x.mailbox_id = b.mailbox_id and x.campaign_id = s.id
      and x.status = 'scheduled' and x.due_at <= $1 and x.held_by is null and not exists (select 1 from messages p
        where p.account_id = x.account_id and p.recipient_id = x.recipient_id and p.step < x.step)
      order by x.due_at, x.id limit ${SLICE}) m
    ${OF_RECIPIENT} ${verdicts}
  where s.gate = 'gate' and s.status in ('planned', 'active') limit $2`
const SOON = besideVerdicts(3, (verdicts) => soon(MESSAGE, joined(verdicts)))
const EMAILS_SOON = soon('r.email', '')

const held = (what: string, verdicts: string): string => `select ${what} from messages m
    join campaigns s on s.account_id = m.account_id and s.id = m.campaign_id and s.status in ('planned', 'active')
    ${OF_RECIPIENT} ${verdicts}
  where m.held_by is not null and m.status = 'scheduled'`
const HELD = { text: held('r.email', ''), values: [] }
const IS_FRESH = `(v.checked_at >= $1::timestamptz - make_interval(days => s.max_verdict_days)
      and (s.verify_since is null or v.checked_at >= s.verify_since)) is true`

/** Those waiting for a verdict; each turn starts with a different tenth of them. */
const TO_VERIFY = besideVerdicts(
  4,
  (verdicts) => `${held(MESSAGE, joined(verdicts))}
    and m.held_by in ('unverified', 'old', 'unverifiable') and not ${IS_FRESH}
  order by (m.id + $3) % 10, m.id limit $2`,
)

/** Those about which more is known than when they were held. */
const TO_JUDGE = besideVerdicts(
  3,
  (verdicts) => `${held(MESSAGE, joined(verdicts))}
    and ${IS_FRESH} and (m.held_by in ('unverified', 'old', 'unverifiable', 'risk')
    or (m.held_by in ('accept_all', 'unknown') and v.status in ('valid', 'invalid'))) limit $2`,
)

const HOLD = `update messages m set held_by = h.by from unnest($1::integer[], $2::bigint[], $3::text[]) h (account, id, by)
  where m.account_id = h.account and m.id = h.id and m.status = 'scheduled'`

const RELEASED = `held_by = null, due_at = coalesce(held_due_at, due_at), held_due_at = null`
const RELEASE = `update messages m set ${RELEASED} from unnest($1::integer[], $2::bigint[]) h (account, id)
  where m.account_id = h.account and m.id = h.id and m.status = 'scheduled'`
const RELEASE_CAMPAIGN = `update messages set ${RELEASED}
  where account_id = $1 and campaign_id = $2 and held_by is not null and status = 'scheduled'`

const HELD_OF = `select held_by as by, count(*)::int as count from messages
  where account_id = $1 and campaign_id = $2 and held_by is not null and status = 'scheduled' group by 1 order by 2 desc, 1`

/** Whether some wait because mail servers could not be reached. */
const HAS_UNVERIFIABLE = `select 1 from messages
  where account_id = $1 and held_by is not null and held_by = 'unverifiable' and status = 'scheduled' limit 1`

/** Recipients waiting in a campaign that does not write to people who left, after a given one. */
const MAY_HAVE_LEFT = `select r.id, r.email, l.first_name || ' ' || l.last_name as name from campaigns s
    join campaign_recipients r on r.account_id = s.account_id and r.campaign_id = s.id
    left join leads l on l.account_id = r.account_id and l.id = r.lead_id
  where s.account_id = $1 and s.id = $2 and not s.send_to_former and r.state = 'waiting' and r.id > $3
  order by r.id limit $4`
/** How many of them are read at a time. */
const ASKED_AT_ONCE = 10_000

const EMAILS_WAITING = `select email from campaign_recipients where account_id = $1 and campaign_id = $2 and state = 'waiting'`

/** Recipients waiting for a first email, by what is known about them; $4 those of them who have left. */
const WAITING = besideVerdicts(
  5,
  (verdicts) => `select v.status, coalesce(${ANSWERED} and v.value is not null, false) as "isAnswered",
    max(v.checked_at) as "checkedAt", gone.email is not null as "hasLeft", count(*)::int as count
  from campaign_recipients r ${joined(verdicts)}
    left join (select distinct email from unnest($4::text[]) email) gone on gone.email = r.email
  where r.account_id = $1 and r.campaign_id = $2 and r.state = 'waiting'
  group by 1, 2, 4, v.checked_at < $3::timestamptz`,
)

/** Some of those waiting for a first email, with the verdicts on their addresses. */
const EXPECTED = besideVerdicts(
  4,
  (verdicts) => `select r.email, v.status from campaign_recipients r ${joined(verdicts)}
  where r.account_id = $1 and r.campaign_id = $2 and r.state = 'waiting' and v.status is distinct from 'invalid'
  order by r.id limit $3`,
)

type Unasked = Omit<GatedMessage, 'hasLeft'> & { name: string | null; sendsToFormer: boolean }

/** Runs a statement for messages, and looks up which of their recipients have left. */
async function gated(
  pool: Pool,
  isDistributed: boolean,
  asked: { statement: Beside; values: unknown[]; emails: { text: string; values: unknown[] } },
  keysOf: KeysOfName,
): Promise<GatedMessage[]> {
  const rows = await askBesideVerdicts<Unasked>(pool, isDistributed, asked)
  const gone = await whoLeft(
    pool,
    rows.filter(({ sendsToFormer }) => !sendsToFormer),
    keysOf,
  )
  return rows.map(({ sendsToFormer, ...message }) => ({
    ...message,
    hasLeft: !sendsToFormer && gone.has(message.email),
  }))
}

async function goneOf(pool: Pool, accountId: number, campaignId: number, keysOf: KeysOfName): Promise<string[]> {
  const gone: string[] = []
  for (let behind = 0; ;) {
    const values = [accountId, campaignId, behind, ASKED_AT_ONCE]
    const { rows } = await pool.query<{ id: number; email: string; name: string | null }>(MAY_HAVE_LEFT, values)
    for (const email of await whoLeft(pool, rows, keysOf)) gone.push(email)
    if (rows.length < ASKED_AT_ONCE) return gone
    behind = rows.at(-1)?.id ?? behind
  }
}

/** Which first emails are held, and why. */
export const createGateStore = (pool: Pool, isDistributed: boolean) => ({
  /** First emails of gated campaigns that are due by then. */
  soon: (until: Date, limit: number, keysOf: KeysOfName): Promise<GatedMessage[]> => {
    const values = [until, limit]
    return gated(pool, isDistributed, { statement: SOON, values, emails: { text: EMAILS_SOON, values } }, keysOf)
  },

  /** @param turn decides which of them come first. */
  toVerify: (now: Date, limit: number, turn: number, keysOf: KeysOfName): Promise<GatedMessage[]> =>
    gated(pool, isDistributed, { statement: TO_VERIFY, values: [now, limit, turn], emails: HELD }, keysOf),

  toJudge: (now: Date, limit: number, keysOf: KeysOfName): Promise<GatedMessage[]> =>
    gated(pool, isDistributed, { statement: TO_JUDGE, values: [now, limit], emails: HELD }, keysOf),

  /** Holds these from now on, or changes the reason. */
  hold: async (held: readonly { accountId: number; id: number; by: string }[]): Promise<void> => {
    if (held.length === 0) return
    const values = [held.map(({ accountId }) => accountId), held.map(({ id }) => id), held.map(({ by }) => by)]
    await pool.query(HOLD, values)
  },

  /** These are sent in their turn, unless something else prevents it by then. */
  release: async (messages: readonly { accountId: number; id: number }[]): Promise<void> => {
    if (messages.length === 0) return
    await pool.query(RELEASE, [messages.map(({ accountId }) => accountId), messages.map(({ id }) => id)])
  },

  /** Everything a campaign holds is judged again. */
  releaseCampaign: async (accountId: number, campaignId: number): Promise<void> =>
    void (await pool.query(RELEASE_CAMPAIGN, [accountId, campaignId])),

  /** Whether campaigns of the account may not start while a domain is not ready. */
  isStrict: async (accountId: number): Promise<boolean> => {
    const text = `select guard = 'strict' as strict from accounts where id = $1`
    return (await pool.query<{ strict: boolean }>(text, [accountId])).rows[0]?.strict ?? false
  },

  /** Some of those who wait and are not known to be invalid. */
  expected: (
    accountId: number,
    campaignId: number,
    limit: number,
  ): Promise<{ email: string; status: string | null }[]> => {
    const emails = { text: EMAILS_WAITING, values: [accountId, campaignId] }
    return askBesideVerdicts<{ email: string; status: string | null }>(pool, isDistributed, {
      statement: EXPECTED,
      values: [...emails.values, limit],
      emails,
    })
  },

  setGuard: async (accountId: number, guard: 'warn' | 'strict'): Promise<void> =>
    void (await pool.query('update accounts set guard = $2 where id = $1', [accountId, guard])),

  /** First emails that a campaign holds back, by reason. */
  heldOf: async (accountId: number, campaignId: number): Promise<{ by: string; count: number }[]> =>
    (await pool.query<{ by: string; count: number }>(HELD_OF, [accountId, campaignId])).rows,

  hasUnverifiable: async (accountId: number): Promise<boolean> =>
    ((await pool.query(HAS_UNVERIFIABLE, [accountId])).rowCount ?? 0) > 0,

  /** @param freshSince earlier verdicts form a group of their own. */
  waiting: async (
    accountId: number,
    campaignId: number,
    freshSince: Date,
    keysOf: KeysOfName,
  ): Promise<VerdictGroup[]> => {
    const emails = { text: EMAILS_WAITING, values: [accountId, campaignId] }
    const values = [...emails.values, freshSince, await goneOf(pool, accountId, campaignId, keysOf)]
    return askBesideVerdicts<VerdictGroup>(pool, isDistributed, { statement: WAITING, values, emails })
  },
})
