import type { Pool, PoolClient } from 'pg'
import type { NewestPlace } from '../../lib/input/newest-place.ts'
import { inTransaction } from '../database.ts'

export type CampaignStatus = 'draft' | 'planned' | 'active' | 'paused' | 'completed' | 'error' | 'archived'

export interface Campaign {
  id: number
  accountId: number
  userId: number
  ownerEmail: string | null
  name: string
  status: CampaignStatus
  preparing: boolean
  recipientsCount: number
  /** `YYYY-MM-DD` */
  startAt: string | null
  /** Seconds since midnight in `timeZone`; the end is inclusive. */
  timeStart: number
  timeEnd: number
  /** 0 is Sunday. */
  days: number[]
  timeZone: string
  tracked: boolean
  trackedLinks: boolean
  addUnsubscribeLink: boolean
  bccRecipient: string | null
  /** Whether it holds back mail to addresses not known to be good. */
  gate: 'gate' | 'skip_invalid'
  /** Which other statuses it may write to. */
  allow: string[]
  maxVerdictDays: number
  sendToFormer: boolean
  /** Verdicts from before this time are too old. */
  verifySince: Date | null
  /** From 0 to 1; null uses the default. */
  maxRisk: number | null
  /** Whether it brakes on bounces and keeps a pace. */
  brake: boolean
  slowed: boolean
  /** Why it was paused automatically, and the figures. */
  pauseReason: string | null
  pauseFacts: Record<string, unknown> | null
  startedAt: Date | null
  /** For a resumed campaign: the last recipient (by id) whose messages were planned again; null once all were. */
  replannedTo: number | null
  createdAt: Date
  updatedAt: Date
  mailboxIds: number[]
  /** The numbers of its steps, ascending. */
  steps: number[]
}

/** What can be changed in a campaign; an absent key leaves a value unchanged. */
export interface CampaignChange {
  name?: string
  status?: CampaignStatus
  preparing?: boolean
  startAt?: string | null
  timeStart?: number
  timeEnd?: number
  days?: readonly number[]
  timeZone?: string
  tracked?: boolean
  trackedLinks?: boolean
  addUnsubscribeLink?: boolean
  bccRecipient?: string | null
  gate?: Campaign['gate']
  allow?: readonly string[]
  maxVerdictDays?: number
  sendToFormer?: boolean
  maxRisk?: number | null
  brake?: boolean
  slowed?: boolean
  pauseReason?: string | null
  pauseFacts?: Record<string, unknown> | null
  brakeSince?: Date
  verifySince?: Date
  startedAt?: Date
  replannedTo?: number | null
  archivedAt?: Date
  mailboxIds?: readonly number[]
}

export interface NewCampaign extends CampaignChange {
  accountId: number
  userId: number
  name: string
  createdAt: Date
}

export interface CampaignFilter {
  started?: boolean | undefined
  archived?: boolean | undefined
  limit: number
  offset: number
}

/** Campaigns by name, newest first. */
export interface NamedCampaignsPage extends Pick<CampaignFilter, 'archived' | 'limit'> {
  /** Part of the name; null for all. */
  query: string | null
  after: NewestPlace | null
}

const CAMPAIGN = `s.id, s.account_id as "accountId", s.user_id as "userId", s.name, s.status, s.preparing,
  (select u.email from users u where u.account_id = s.account_id and u.id = s.user_id) as "ownerEmail",
  s.recipients_count as "recipientsCount", s.start_at as "startAt", s.schedule_time_start as "timeStart",
  s.schedule_time_end as "timeEnd", s.schedule_days as days, s.time_zone as "timeZone", s.tracked,
  s.tracked_links as "trackedLinks", s.add_unsubscribe_link as "addUnsubscribeLink", s.bcc_recipient as "bccRecipient",
  s.gate, s.allow, s.max_verdict_days as "maxVerdictDays", s.max_risk as "maxRisk", s.send_to_former as "sendToFormer",
  s.brake, s.slowed,
  s.verify_since as "verifySince", s.pause_reason as "pauseReason", s.pause_facts as "pauseFacts",
  s.started_at as "startedAt", s.replanned_to as "replannedTo", s.created_at as "createdAt", s.updated_at as "updatedAt",
  array(select e.mailbox_id from campaign_mailboxes e
    where e.account_id = s.account_id and e.campaign_id = s.id order by 1) as "mailboxIds",
  array(select t.step from campaign_steps t where t.account_id = s.account_id and t.campaign_id = s.id order by 1) as steps`

const FIND = `select ${CAMPAIGN} from campaigns s where s.account_id = $1 and s.id = $2`

const LIST = `select ${CAMPAIGN} from campaigns s where s.account_id = $1
    and ($2::boolean is null or (s.status <> 'draft') = $2) and ($3::boolean is null or (s.status = 'archived') = $3)
  order by s.created_at desc, s.id desc limit $4 offset $5`

const PAGE_NAMED = `select ${CAMPAIGN}, to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "exactAt"
  from campaigns s
  where s.account_id = $1 and ($2::boolean is null or (s.status = 'archived') = $2)
    and ($3::text is null or position(lower($3) in lower(s.name)) > 0)
    and ($4::timestamptz is null or (s.created_at, s.id) < ($4, $5::bigint))
  order by s.created_at desc, s.id desc limit $6`

const COLUMNS = {
  name: 'name',
  status: 'status',
  preparing: 'preparing',
  startAt: 'start_at',
  timeStart: 'schedule_time_start',
  timeEnd: 'schedule_time_end',
  days: 'schedule_days',
  timeZone: 'time_zone',
  tracked: 'tracked',
  trackedLinks: 'tracked_links',
  addUnsubscribeLink: 'add_unsubscribe_link',
  bccRecipient: 'bcc_recipient',
  gate: 'gate',
  allow: 'allow',
  maxVerdictDays: 'max_verdict_days',
  sendToFormer: 'send_to_former',
  maxRisk: 'max_risk',
  brake: 'brake',
  slowed: 'slowed',
  pauseReason: 'pause_reason',
  pauseFacts: 'pause_facts',
  brakeSince: 'brake_since',
  verifySince: 'verify_since',
  startedAt: 'started_at',
  replannedTo: 'replanned_to',
  archivedAt: 'archived_at',
} as const satisfies Partial<Record<keyof CampaignChange, string>>

/** Campaigns themselves; steps, recipients and messages have stores of their own. */
export const createCampaignsStore = (pool: Pool) => ({
  find: async (accountId: number, id: number): Promise<Campaign | null> =>
    (await pool.query<Campaign>({ name: 'campaign', text: FIND, values: [accountId, id] })).rows[0] ?? null,

  /** Newest first. */
  list: async (accountId: number, { started, archived, limit, offset }: CampaignFilter): Promise<Campaign[]> =>
    (await pool.query<Campaign>(LIST, [accountId, started ?? null, archived ?? null, limit, offset])).rows,

  /** Changes meanwhile do not shift its pages. `next` is null on the last one. */
  pageNamed: async (
    accountId: number,
    { query, archived, after, limit }: NamedCampaignsPage,
  ): Promise<{ campaigns: Campaign[]; next: NewestPlace | null }> => {
    const values = [accountId, archived ?? null, query, after?.at ?? null, after?.id ?? null, limit + 1]
    const { rows } = await pool.query<Campaign & { exactAt: string }>(PAGE_NAMED, values)
    const last = rows.length > limit ? rows[limit - 1] : undefined
    const next = last === undefined ? null : { at: last.exactAt, id: last.id }
    return { campaigns: rows.slice(0, limit), next }
  },

  /** Creates a campaign with an empty opening step. */
  create: (campaign: NewCampaign): Promise<Campaign> =>
    inTransaction(pool, async (client) => {
      const { accountId, userId, createdAt, ...content } = campaign
      const { columns, values } = columnsOf(content)
      const names = ['account_id', 'user_id', 'created_at', 'updated_at', ...columns]
      const places = names.map((_, index) => `$${index + 1}`)
      const insert = `insert into campaigns (${names.join(', ')}) values (${places.join(', ')}) returning id`
      const added = await client.query<{ id: number }>(insert, [accountId, userId, createdAt, createdAt, ...values])
      const id = added.rows[0]?.id ?? 0
      await client.query('insert into campaign_steps (account_id, campaign_id, step) values ($1, $2, 0)', [
        accountId,
        id,
      ])
      await setMailboxes(client, accountId, id, content.mailboxIds)
      return (await client.query<Campaign>(FIND, [accountId, id])).rows[0] as Campaign
    }),

  /**
   * Reads a campaign under its lock, lets `decide` choose the change, and returns the changed campaign; null when there is no
   * such campaign. If `decide` throws, nothing changes.
   */
  change: (
    accountId: number,
    id: number,
    now: Date,
    decide: (current: Campaign) => CampaignChange | null,
  ): Promise<Campaign | null> =>
    withLockedCampaign(pool, accountId, id, async (client, current) => {
      const change = decide(current)
      if (change === null) return current
      return writeCampaign(client, current, change, now)
    }),

  /**
   * Deletes a campaign and everything that belongs to it, unless `check` throws; returns it as it was, or null when there was
   * none.
   */
  remove: (accountId: number, id: number, check: (current: Campaign) => void): Promise<Campaign | null> =>
    withLockedCampaign(pool, accountId, id, async (client, current) => {
      check(current)
      await client.query('delete from campaigns where account_id = $1 and id = $2', [accountId, id])
      return current
    }),

  /** Those of these mailboxes that the account does not have. */
  unknownMailboxes: async (accountId: number, ids: readonly number[]): Promise<number[]> => {
    const text = `select id from unnest($2::bigint[]) given (id)
      where not exists (select 1 from mailboxes e where e.account_id = $1 and e.id = given.id
          and e.purpose = 'campaigns')`
    return (await pool.query<{ id: number }>(text, [accountId, ids])).rows.map(({ id }) => id)
  },

  /** The mailbox that new campaigns send from. */
  defaultMailboxes: async (accountId: number): Promise<number[]> => {
    const text = `select id from mailboxes where account_id = $1 and default_account and purpose = 'campaigns'
      order by id limit 1`
    return (await pool.query<{ id: number }>(text, [accountId])).rows.map(({ id }) => id)
  },
})

/**
 * Every change to a campaign, its steps, its recipients or its plan takes the lock of its row first: no count is lost, and
 * there are no deadlocks. Null when there is no such campaign.
 */
export const withLockedCampaign = <T>(
  pool: Pool,
  accountId: number,
  id: number,
  work: (client: PoolClient, campaign: Campaign) => Promise<T>,
): Promise<T | null> =>
  inTransaction(pool, async (client) => {
    await client.query('select 1 from campaigns where account_id = $1 and id = $2 for no key update', [accountId, id])
    // A separate statement, which sees what was done while this one waited.
    const { rows } = await client.query<Campaign>({ name: 'campaign', text: FIND, values: [accountId, id] })
    return rows[0] === undefined ? null : work(client, rows[0])
  })

/** Writes the change and returns the changed campaign. */
export async function writeCampaign(
  client: PoolClient,
  { accountId, id }: Pick<Campaign, 'accountId' | 'id'>,
  change: CampaignChange,
  now: Date,
): Promise<Campaign> {
  const { columns, values } = columnsOf(change)
  const sets = ['updated_at = $3', ...columns.map((column, index) => `${column} = $${index + 4}`)]
  const text = `update campaigns set ${sets.join(', ')} where account_id = $1 and id = $2`
  await client.query(text, [accountId, id, now, ...values])
  await setMailboxes(client, accountId, id, change.mailboxIds)
  return (await client.query<Campaign>(FIND, [accountId, id])).rows[0] as Campaign
}

function columnsOf(change: CampaignChange): { columns: string[]; values: unknown[] } {
  const given = Object.entries(COLUMNS).filter(([key]) => change[key as keyof CampaignChange] !== undefined)
  return {
    columns: given.map(([, column]) => column),
    values: given.map(([key]) => change[key as keyof CampaignChange]),
  }
}

async function setMailboxes(
  client: PoolClient,
  accountId: number,
  id: number,
  mailboxIds: readonly number[] | undefined,
): Promise<void> {
  if (mailboxIds === undefined) return
  await client.query('delete from campaign_mailboxes where account_id = $1 and campaign_id = $2', [accountId, id])
  const insert = `insert into campaign_mailboxes (account_id, campaign_id, mailbox_id)
    select $1, $2, e.id from mailboxes e where e.account_id = $1 and e.id = any($3)`
  await client.query(insert, [accountId, id, mailboxIds])
}
