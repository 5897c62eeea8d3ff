import type { Pool, PoolClient } from 'pg'
import { nothingPending } from './nothing-pending.ts'
import {
  ADD,
  CANCEL_OF,
  CANCEL_REST,
  FINISHED,
  FIRST_DUE,
  LEADS_PENDING,
  MAILBOXES,
  NEXT_PLAN,
  OPEN_RECIPIENTS,
  PLAN_AGAIN,
  SCHEDULED,
  STANDING,
  TIDY,
  TIMES,
  USABLE,
  WAITING,
} from './plan-statements.ts'
import { withLockedCampaign, writeCampaign } from './campaigns-store.ts'
import type { Campaign, CampaignChange } from './campaigns-store.ts'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'

/** A mailbox that a plan may use. */
export interface PlanMailbox {
  id: number
  dailyLimit: number
  /** The time zone in which it counts its days. */
  timeZone: string
  gapSeconds: number
  /** {days, start_time, end_time, time_zone} as written; null leaves it to the campaign. */
  sendingSchedule: unknown
}

/** When mailboxes (by id) recently sent or will send, in milliseconds since 1970. */
export type MailboxTimes = ReadonlyMap<number, readonly number[]>

export interface WaitingRecipient {
  id: number
  mailboxId: number | null
  /** The last step that has a message; null if none has. */
  lastStep: number | null
  /** When that message was sent, or should have been. */
  lastAt: Date | null
}

export interface PlanFacts {
  campaign: Campaign
  steps: { step: number; waitDays: number }[]
  mailboxes: PlanMailbox[]
  waiting: WaitingRecipient[]
}

/** One of the parts in which a campaign is planned. */
export interface PlanSlice extends PlanFacts {
  /** Its number among the plans of the account. */
  version: number
  /** Times taken by other plans and by earlier slices of this one. */
  readTimes: () => Promise<MailboxTimes>
}

export interface PlannedSlice {
  /** How many recipients were considered. */
  taken: number
  settled: number
  /** The id after which there may be more. */
  next: number | null
}

export interface PlanRow {
  recipientId: number
  mailboxId: number
  step: number
  dueAt: number
}

/** The state of a campaign. */
export interface Standing {
  /** Whether recipients are waiting for a plan. */
  waiting: boolean
  /** Whether a message is still to be sent, or being sent. */
  open: boolean
  /** Whether one of its mailboxes can be used. */
  mailbox: boolean
}

/** Sent messages count towards the day they were sent, which began less than this long ago in any time zone. */
const LATELY_MS = 2 * 24 * 3_600_000

export const createMessagePlanStore = (pool: Pool) => ({
  /**
   * Plans the messages of some waiting recipients in one transaction: with several workers, and after a crash, each message
   * exists only once. In a resumed campaign, their scheduled messages are planned again.
   * @param after the `next` of the previous slice; 0 for the first.
   * @param plan decides; recipients without a row who have steps left keep waiting. It may run twice.
   * @returns null when there is no such campaign.
   */
  planSlice: (
    accountId: number,
    campaignId: number,
    { limit, after, now }: { limit: number; after: number; now: Date },
    plan: (slice: PlanSlice) => Promise<{ rows: readonly PlanRow[]; finished: readonly number[] }>,
  ): Promise<PlannedSlice | null> =>
    withLockedCampaign(pool, accountId, campaignId, async (client, campaign) => {
      if (campaign.status !== 'planned' && campaign.status !== 'active') return { taken: 0, settled: 0, next: null }
      await client.query('select pg_advisory_xact_lock($1, $2)', [ADVISORY_LOCKS.planning, accountId])
      const part = await nextPart(client, campaign, after, limit)
      const facts = await planFacts(client, campaign, part)
      const version = await client.query<{ version: number }>(NEXT_PLAN, [accountId])
      const { rows, finished } = await plan({
        ...facts,
        version: version.rows[0]?.version ?? 0,
        readTimes: () => readTimes(client, facts, part.to, now),
      })
      const planned = await addMessages(client, campaign, rows)
      if (finished.length > 0) await client.query(FINISHED, [accountId, finished])
      const settled = planned + finished.length
      const taken = part.again?.length ?? facts.waiting.length
      const last = part.again?.at(-1) ?? facts.waiting.at(-1)?.id ?? after
      const next = taken === limit && (settled > 0 || part.again !== null) ? last : null
      if (part.again !== null) await writeCampaign(client, campaign, { replannedTo: next }, now)
      if (next === null) await writeCampaign(client, campaign, { preparing: false }, now)
      return { taken, settled, next }
    }),

  /**
   * Cancels what is scheduled for some recipients of an archived campaign; nothing is sent to them meanwhile.
   * @returns whether there may be more.
   */
  cancelSlice: async (accountId: number, campaignId: number, limit: number, now: Date): Promise<boolean> => {
    const more = await withLockedCampaign(pool, accountId, campaignId, async (client, campaign) => {
      if (campaign.status !== 'archived' || !campaign.preparing) return false
      const { rows } = await client.query<{ id: number }>(OPEN_RECIPIENTS, [accountId, campaignId, 0, limit])
      const ids = rows.map(({ id }) => id)
      for (const statement of CANCEL_OF) await client.query(statement, [accountId, campaignId, ids])
      await nothingPending(client, accountId, ids)
      if (ids.length === limit) return true
      await client.query(CANCEL_REST, [accountId, campaignId])
      await writeCampaign(client, campaign, { preparing: false }, now)
      return false
    })
    return more ?? false
  },

  /** Campaigns that may have something to plan, start, end or cancel. */
  underWay: async (): Promise<{ accountId: number; id: number }[]> => {
    const text = `select account_id as "accountId", id from campaigns where status in ('planned', 'active', 'error')
      union all select account_id, id from campaigns where status = 'archived' and preparing order by 1, 2`
    return (await pool.query<{ accountId: number; id: number }>(text)).rows
  },

  /** Reads a campaign under its lock and lets `decide` choose the change; null when there is no such campaign. */
  settle: (
    accountId: number,
    campaignId: number,
    now: Date,
    decide: (campaign: Campaign, standing: Standing) => CampaignChange | null,
  ): Promise<Campaign | null> =>
    withLockedCampaign(pool, accountId, campaignId, async (client, campaign) => {
      const standing = await standingOf(client, accountId, campaignId)
      const change = decide(campaign, standing)
      return change === null ? campaign : writeCampaign(client, campaign, change, now)
    }),

  /**
   * Changes the state of a campaign according to the facts; if `decide` throws, nothing changes. Null when there is no such
   * campaign.
   */
  run: (
    accountId: number,
    campaignId: number,
    now: Date,
    decide: (facts: RunFacts) => CampaignChange | null,
  ): Promise<Campaign | null> =>
    withLockedCampaign(pool, accountId, campaignId, async (client, campaign) => {
      const change = decide(await runFacts(client, campaign))
      return change === null ? campaign : writeCampaign(client, campaign, change, now)
    }),

  /** When the first scheduled message is due. */
  firstDue: async (accountId: number, campaignId: number): Promise<Date | null> => {
    const { rows } = await pool.query<{ at: Date | null }>(FIRST_DUE, [accountId, campaignId])
    return rows[0]?.at ?? null
  },

  /** The facts that a start would find. */
  startFacts: async (campaign: Campaign): Promise<RunFacts> => runFacts(pool, campaign),

  /** The facts from which the first waiting recipients would be planned. */
  facts: async (campaign: Campaign, limit: number, now: Date): Promise<PlanFacts & { times: MailboxTimes }> => {
    const facts = await planFacts(pool, campaign, { after: 0, to: LAST_ID, limit, again: null })
    return { ...facts, times: await readTimes(pool, facts, LAST_ID, now) }
  },
})

/** Recipients after `after` up to `to`; scheduled messages of those in `again` are planned again. */
interface Part {
  after: number
  to: number
  limit: number
  again: number[] | null
}

const LAST_ID = Number.MAX_SAFE_INTEGER

async function nextPart(client: PoolClient, campaign: Campaign, after: number, limit: number): Promise<Part> {
  const { accountId, id, replannedTo } = campaign
  if (replannedTo === null) return { after, to: LAST_ID, limit, again: null }
  const { rows } = await client.query<{ id: number }>(OPEN_RECIPIENTS, [accountId, id, replannedTo, limit])
  const again = rows.map((row) => row.id)
  for (const statement of PLAN_AGAIN) await client.query(statement, [accountId, id, again])
  return { after: replannedTo, to: again.at(-1) ?? replannedTo, limit, again }
}

export interface RunFacts {
  campaign: Campaign
  /** Number of recipients without a plan. */
  waiting: number
  steps: { step: number; subject: string | null; body: string | null; messageFormat: 'text' | 'html' }[]
  /** Slugs of the account's custom attributes, which texts may refer to. */
  slugs: string[]
  /** Addresses of the mailboxes that can be used. */
  mailboxes: string[]
  /** The hours of each of them as stored; null for one without hours of its own. */
  mailboxHours: unknown[]
}

type Queryable = Pick<Pool | PoolClient, 'query'>

async function runFacts(queryable: Queryable, campaign: Campaign): Promise<RunFacts> {
  const values = [campaign.accountId, campaign.id]
  const text = `select (select count(*) from campaign_recipients r
      where r.account_id = $1 and r.campaign_id = $2 and r.state = 'waiting') as waiting,
    (select coalesce(json_agg(json_build_object('step', t.step, 'subject', t.subject, 'body', t.body,
        'messageFormat', t.message_format) order by t.step), '[]')
      from campaign_steps t where t.account_id = $1 and t.campaign_id = $2) as steps,
    array(select c.slug from leads_custom_attributes c where c.account_id = $1 order by c.slug) as slugs,
    array(select e.email from campaign_mailboxes b
        join mailboxes e on e.account_id = b.account_id and e.id = b.mailbox_id
      where b.account_id = $1 and b.campaign_id = $2 and ${USABLE} order by e.id) as mailboxes,
    (select coalesce(json_agg(e.sending_schedule order by e.id), '[]') from campaign_mailboxes b
        join mailboxes e on e.account_id = b.account_id and e.id = b.mailbox_id
      where b.account_id = $1 and b.campaign_id = $2 and ${USABLE}) as "mailboxHours"`
  const { rows } = await queryable.query<Omit<RunFacts, 'campaign'>>(text, values)
  return { campaign, ...(rows[0] as Omit<RunFacts, 'campaign'>) }
}

async function planFacts(queryable: Queryable, campaign: Campaign, { after, to, limit }: Part): Promise<PlanFacts> {
  const { accountId, id } = campaign
  const waiting = await queryable.query<WaitingRecipient>(WAITING, [accountId, id, after, to, limit])
  const mailboxes = await queryable.query<PlanMailbox>(MAILBOXES, [accountId, id])
  const text = `select step, wait_days as "waitDays" from campaign_steps where account_id = $1 and campaign_id = $2 order by step`
  const steps = await queryable.query<{ step: number; waitDays: number }>(text, [accountId, id])
  return { campaign, steps: steps.rows, mailboxes: mailboxes.rows, waiting: waiting.rows }
}

/** @param to the last recipient whose messages count in a resumed campaign. */
async function readTimes(
  queryable: Queryable,
  { campaign, mailboxes }: PlanFacts,
  to: number,
  now: Date,
): Promise<MailboxTimes> {
  const { accountId, id, replannedTo } = campaign
  const since = new Date(now.getTime() - LATELY_MS)
  const values = [accountId, mailboxes.map((mailbox) => mailbox.id), since, id, replannedTo === null ? null : to]
  const { rows } = await queryable.query<{ id: number; times: number[] }>(TIMES, values)
  return new Map(rows.map((row) => [row.id, row.times]))
}

/** @returns the number of recipients. */
async function addMessages(client: PoolClient, { accountId, id }: Campaign, rows: readonly PlanRow[]): Promise<number> {
  if (rows.length === 0) return 0
  await client.query(ADD, [
    accountId,
    id,
    rows.map(({ recipientId }) => recipientId),
    rows.map(({ step }) => step),
    rows.map(({ mailboxId }) => mailboxId),
    rows.map(({ dueAt }) => dueAt),
  ])
  const mailboxOf = new Map(rows.map(({ recipientId, mailboxId }) => [recipientId, mailboxId]))
  const pairs = [accountId, [...mailboxOf.keys()], [...mailboxOf.values()]]
  const { rows: scheduled } = await client.query<{ leadId: number | null }>(SCHEDULED, pairs)
  await client.query(LEADS_PENDING, [accountId, scheduled.map(({ leadId }) => leadId)])
  return scheduled.length
}

async function standingOf(client: PoolClient, accountId: number, campaignId: number): Promise<Standing> {
  const read = async (): Promise<Standing> => {
    const { rows } = await client.query<Standing>(STANDING, [accountId, campaignId])
    return rows[0] as Standing
  }
  const standing = await read()
  if (standing.open) return standing
  const { rowCount } = await client.query(TIDY, [accountId, campaignId])
  return rowCount === 0 ? standing : read()
}
