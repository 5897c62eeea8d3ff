import type { Pool, PoolClient } from 'pg'
import { inTransaction } from '../database.ts'
import { domainOfAddress } from '../../lib/addresses/email-address.ts'
import { askBesideVerdicts, besideVerdicts } from '../beside-verdicts.ts'

/** The outcome of one message, with what was known about its recipient when it was sent. */
export interface SettledSend {
  accountId: number
  verdict: string
  /** The operator of the mail servers; null if they were not asked. */
  mxGroup: string | null
  domain: string
  evidence: string
  bounced: boolean
  sentAt: Date
}

/** What sends are counted by. */
export interface OutcomeKey {
  level: 'verdict' | 'group' | 'domain'
  verdict: string
  /** Empty for the level of verdicts. */
  key: string
}

export interface OutcomeCount extends OutcomeKey {
  accountId: number
  evidence: string
  sends: number
  bounces: number
  recentSends: number
  recentBounces: number
  at: Date
}

/** What an account's own mail has revealed about an address. */
export interface OwnAddressFacts {
  email: string
  /** The operator of its mail servers, according to the last verification. */
  mxGroup: string | null
  /** When a person last answered. */
  answeredAt: Date | null
  /** When a server last said that the address does not exist. */
  bouncedAt: Date | null
}

const COUNT = `account_id as "accountId", level, verdict, key, evidence, n as sends, b as bounces,
  recent_n as "recentSends", recent_b as "recentBounces", updated_at as at`

/** Lets only one process count at a time. */
const LOCK_MARK = `select settled_to as "settledTo", answered_to as "answeredTo" from send_outcome_mark for update`

/** The last of the next $3 messages leased after $1 and no later than $2. */
const SETTLED_BOUND = `select max(x.leased_at) as bound from (select m.leased_at from messages m
  where m.leased_at > $1 and m.leased_at <= $2 order by m.leased_at limit $3) x`
const ANSWERED_BOUND = `select max(x.replied_at) as bound from (select m.replied_at from messages m
  where m.replied_at > $1 and m.replied_at <= $2 order by m.replied_at limit $3) x`

/** Leaves out messages that say nothing about the address: refused by policy, uncertain, failed, without a verdict. */
const TELLING = `m.verdict in ('valid', 'webmail', 'accept_all', 'unknown', 'disposable')
  and (m.failure_kind = 'address' or m.replied_at is not null
    or (m.status = 'sent' and m.bounced_at is null and m.failure_kind is null))`
const SEND = `select m.account_id as "accountId", m.verdict, m.mx_group as "mxGroup", split_part(r.email, '@', 2) as domain,
    coalesce(m.evidence, 'none') as evidence, m.failure_kind is not distinct from 'address' and m.replied_at is null as bounced,
    m.leased_at as "sentAt"
  from messages m join campaign_recipients r on r.account_id = m.account_id and r.id = m.recipient_id`

/** Leased after $1 and no later than $2; those answered by $3 were counted then. */
const SETTLED = `${SEND} where m.leased_at > $1 and m.leased_at <= $2 and ${TELLING}
    and (m.replied_at is null or m.replied_at > $3)
  order by m.leased_at, m.account_id, m.id`
/** Answered after $1 and no later than $2, among those leased after $3. */
const ANSWERED = `${SEND} where m.replied_at > $1 and m.replied_at <= $2 and m.leased_at > $3 and ${TELLING}
  order by m.leased_at, m.account_id, m.id`

const COUNTS_OF = `select ${COUNT} from send_outcomes where (account_id, level, verdict, key) in
  (select * from unnest($1::integer[], $2::text[], $3::text[], $4::text[]))`

const KEEP_COUNTS = `insert into send_outcomes as o
    (account_id, level, verdict, key, evidence, n, b, recent_n, recent_b, updated_at)
  select * from unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::text[], $6::real[], $7::real[], $8::real[],
    $9::real[], $10::timestamptz[])
  on conflict (account_id, level, verdict, key, evidence) do update set n = excluded.n, b = excluded.b,
    recent_n = excluded.recent_n, recent_b = excluded.recent_b, updated_at = excluded.updated_at`

const MOVE_SETTLED = 'update send_outcome_mark set settled_to = $1'
const MOVE_ANSWERED = 'update send_outcome_mark set answered_to = $1'

const KNOWN_COUNTS = `select ${COUNT} from send_outcomes o
  where (o.account_id = $1 or $2) and (o.level, o.verdict, o.key) in (select * from unnest($3::text[], $4::text[], $5::text[]))`

const OWN_FACTS = besideVerdicts(
  4,
  (verdicts) => `select g.email, v.outcome ->> 'mxGroup' as "mxGroup", f."answeredAt", f."bouncedAt"
  from unnest($2::text[], $3::text[]) g (email, domain)
  left join ${verdicts} on v.domain = g.domain and v.value = g.email
  cross join lateral (select max(m.replied_at) as "answeredAt",
      max(m.bounced_at) filter (where m.failure_kind = 'address') as "bouncedAt"
    from campaign_recipients r join messages m on m.account_id = r.account_id and m.recipient_id = r.id
    where r.email = g.email and r.account_id = $1) f`,
)

interface Mark {
  settledTo: Date
  answeredTo: Date
}

/** Which messages are counted now. */
export interface OutcomeBounds {
  /** Messages leased by then have had enough time to bounce. */
  settledTo: Date
  /** All answers until then have been recorded. */
  answeredTo: Date
}

/** Adds sends to the counts they belong to. */
export type CountSends = (counts: readonly OutcomeCount[], sends: readonly SettledSend[]) => OutcomeCount[]

/** Outcomes of sent mail, counted by verdict, operator and domain. */
export const createSendOutcomesStore = (pool: Pool, isDistributed: boolean) => ({
  /**
   * Counts the next messages that are settled or were answered, each only once, however often this is called.
   * @returns how many of them are telling.
   */
  countSlice: (bounds: OutcomeBounds, limit: number, keysOf: (send: SettledSend) => OutcomeKey[], add: CountSends) =>
    inTransaction(pool, async (client): Promise<number | 'all_counted'> => {
      const mark = (await client.query<Mark>(LOCK_MARK)).rows[0]
      if (mark === undefined) return 'all_counted'
      const next =
        (await settledSends(client, mark, bounds, limit)) ?? (await answeredSends(client, mark, bounds, limit))
      if (next === null) return 'all_counted'
      const { sends, move, to } = next
      if (sends.length > 0) await keep(client, add(await countsOf(client, sends, keysOf), sends))
      await client.query(move, [to])
      return sends.length
    }),

  /** @param isShared whether to include what other accounts' mail has revealed. */
  counts: async (accountId: number, isShared: boolean, keys: readonly OutcomeKey[]): Promise<OutcomeCount[]> => {
    const columns = [keys.map(({ level }) => level), keys.map(({ verdict }) => verdict), keys.map(({ key }) => key)]
    const query = { name: 'outcome-counts', text: KNOWN_COUNTS, values: [accountId, isShared, ...columns] }
    return (await pool.query<OutcomeCount>(query)).rows
  },

  /** In no particular order; one result per address. Each address must be given only once. */
  ownFacts: (accountId: number, emails: readonly string[]): Promise<OwnAddressFacts[]> => {
    const values = [accountId, emails, emails.map(domainOfAddress)]
    return askBesideVerdicts<OwnAddressFacts>(pool, isDistributed, {
      name: 'own-address-facts',
      statement: OWN_FACTS,
      values,
      emails,
    })
  },
})

interface Slice {
  sends: SettledSend[]
  move: string
  to: Date
}

async function settledSends(
  client: PoolClient,
  { settledTo, answeredTo }: Mark,
  bounds: OutcomeBounds,
  limit: number,
): Promise<Slice | null> {
  const to = await boundOf(client, SETTLED_BOUND, [settledTo, bounds.settledTo, limit])
  if (to === null) return null
  const { rows } = await client.query<SettledSend>(SETTLED, [settledTo, to, answeredTo])
  return { sends: rows, move: MOVE_SETTLED, to }
}

async function answeredSends(
  client: PoolClient,
  { settledTo, answeredTo }: Mark,
  bounds: OutcomeBounds,
  limit: number,
): Promise<Slice | null> {
  const to = await boundOf(client, ANSWERED_BOUND, [answeredTo, bounds.answeredTo, limit])
  if (to === null) return null
  const { rows } = await client.query<SettledSend>(ANSWERED, [answeredTo, to, settledTo])
  return { sends: rows, move: MOVE_ANSWERED, to }
}

async function boundOf(client: PoolClient, text: string, values: unknown[]): Promise<Date | null> {
  const { rows } = await client.query<{ bound: Date | null }>(text, values)
  return rows[0]?.bound ?? null
}

async function countsOf(
  client: PoolClient,
  sends: readonly SettledSend[],
  keysOf: (send: SettledSend) => OutcomeKey[],
): Promise<OutcomeCount[]> {
  const keys = new Map<string, OutcomeKey & { accountId: number }>()
  for (const send of sends)
    for (const one of keysOf(send))
      keys.set([send.accountId, one.level, one.verdict, one.key].join(' '), { ...one, accountId: send.accountId })
  const all = [...keys.values()]
  const columns = [all.map(({ accountId }) => accountId), all.map(({ level }) => level)]
  const values = [...columns, all.map(({ verdict }) => verdict), all.map(({ key }) => key)]
  return (await client.query<OutcomeCount>(COUNTS_OF, values)).rows
}

async function keep(client: PoolClient, counts: readonly OutcomeCount[]): Promise<void> {
  await client.query(KEEP_COUNTS, [
    counts.map(({ accountId }) => accountId),
    counts.map(({ level }) => level),
    counts.map(({ verdict }) => verdict),
    counts.map(({ key }) => key),
    counts.map(({ evidence }) => evidence),
    counts.map(({ sends }) => sends),
    counts.map(({ bounces }) => bounces),
    counts.map(({ recentSends }) => recentSends),
    counts.map(({ recentBounces }) => recentBounces),
    counts.map(({ at }) => at),
  ])
}
