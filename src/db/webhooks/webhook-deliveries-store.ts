import type { Pool } from 'pg'
import { inTransaction } from '../database.ts'
import { settledTotal } from '../../lib/input/settled-total.ts'

export interface WebhookEvent {
  eventId: string
  event: string
  /** The body as signed and sent. */
  payload: string
  /** The body with the texts of emails, for webhooks set up to receive them. */
  payloadWithText: string | null
  leadId: number | null
  campaignId: number | null
  leadsListIds: readonly number[]
  watchId: number | null
}

export interface WebhookDelivery {
  id: number
  webhookId: number
  eventId: string
  event: string
  status: 'pending' | 'success' | 'error'
  attempts: number
  /** Time of the next attempt; null when there is none. */
  nextAttemptAt: Date | null
  responseStatus: number | null
  problem: string | null
  createdAt: Date
  finishedAt: Date | null
}

/** One attempt to be made, with everything it needs. */
export interface DueDelivery {
  accountId: number
  id: number
  webhookId: number
  eventId: string
  payload: string
  leadId: number | null
  /** Including this one. */
  attempts: number
  targetUrl: string
  secretSealed: Buffer
  previousSecretSealed: Buffer | null
  previousUntil: Date | null
  failingSince: Date | null
}

export interface DeliveryOutcome {
  status: 'pending' | 'success' | 'error'
  responseStatus: number | null
  problem: string | null
  /** Time of the next attempt, while pending. */
  dueAt: Date
  /** Whether the webhook is disabled. */
  disables: boolean
}

const DELIVERY = `id, webhook_id as "webhookId", event_id as "eventId", event, status, attempts,
  case when status = 'pending' then due_at end as "nextAttemptAt", response_status as "responseStatus", problem,
  created_at as "createdAt", finished_at as "finishedAt"`

/** Waits for a webhook that is being removed and leaves it out; all others are notified. */
const PUBLISH = `insert into webhook_deliveries
    (account_id, webhook_id, event_id, event, payload, lead_id, due_at, created_at)
  select w.account_id, w.id, e.event_id, e.event,
    case when w.include_text then coalesce(e.payload_with_text, e.payload) else e.payload end, e.lead_id, $3, $3
  from jsonb_to_recordset($2::jsonb) as e
    (event_id text, event text, payload text, payload_with_text text, lead_id bigint, campaign_id bigint, leads_list_ids bigint[],
      watch_id bigint)
  join webhooks w on w.account_id = $1 and w.event = e.event and w.disabled_at is null
    and (w.filter_kind is null
      or (w.filter_kind = 'sequence' and w.filter_id = e.campaign_id)
      or (w.filter_kind = 'leads_list' and w.filter_id = any (e.leads_list_ids))
      or (w.filter_kind = 'watch' and w.filter_id = e.watch_id))
  for key share of w
  returning lead_id as "leadId", event`

const SYNC_STATUS = 'update leads set sync_status = $3 where account_id = $1 and id = any ($2::bigint[])'

/** The oldest due delivery of the webhooks and accounts that this process does not already keep busy. */
const TAKE = `with due as (
    select account_id, id from webhook_deliveries
    where status = 'pending' and due_at <= $1 and webhook_id <> all ($3::bigint[]) and account_id <> all ($4::int[])
    order by due_at for update skip locked limit 1)
  update webhook_deliveries d set due_at = $2, attempts = d.attempts + 1
  from due, webhooks w
  where d.account_id = due.account_id and d.id = due.id and w.account_id = d.account_id and w.id = d.webhook_id
  returning d.account_id as "accountId", d.id, d.webhook_id as "webhookId", d.event_id as "eventId", d.payload,
    d.lead_id as "leadId", d.attempts, w.target_url as "targetUrl", w.secret_sealed as "secretSealed",
    w.previous_secret_sealed as "previousSecretSealed", w.previous_until as "previousUntil",
    w.failing_since as "failingSince"`

const PUT_OFF = `update webhook_deliveries
  set due_at = greatest(due_at, $5), attempts = attempts - case when id = $3 then 1 else 0 end
  where account_id = $1 and webhook_id = $2 and status = 'pending' and (id = $3 or due_at <= $4)`

const HOLD = `update webhook_deliveries set due_at = $3, problem = $4, attempts = attempts - 1
  where account_id = $1 and id = $2 and status = 'pending'`

const SETTLE = `update webhook_deliveries set status = $3, response_status = $4, problem = $5, due_at = $6, finished_at = $7
  where account_id = $1 and id = $2 and status = 'pending' returning event`

const SUCCEEDED =
  'update webhooks set failing_since = null where account_id = $1 and id = $2 and failing_since is not null'
const FAILED = `update webhooks set failing_since = coalesce(failing_since, $3), disabled_at = case when $4 then $3 end
  where account_id = $1 and id = $2 and disabled_at is null`
const GIVE_UP = `update webhook_deliveries set status = 'error', finished_at = $3, problem = $4
  where account_id = $1 and webhook_id = $2 and status = 'pending'`

const AGAIN = `update webhook_deliveries set status = 'pending', due_at = $4, finished_at = null, attempts = 0
  where account_id = $1 and webhook_id = $2 and id = $3 and status <> 'pending' returning ${DELIVERY}`

/** The outbox of webhooks: pending deliveries, and the log of past ones. */
export const createWebhookDeliveriesStore = (pool: Pool) => ({
  /** Adds events to the outbox, once for each webhook that listens. @returns the number of deliveries. */
  publish: async (accountId: number, events: readonly WebhookEvent[], now: Date): Promise<number> => {
    const records = events.map((event) => ({
      event_id: event.eventId,
      event: event.event,
      payload: event.payload,
      payload_with_text: event.payloadWithText,
      lead_id: event.leadId,
      campaign_id: event.campaignId,
      leads_list_ids: event.leadsListIds,
      watch_id: event.watchId,
    }))
    const text = JSON.stringify(records)
    const { rows } = await pool.query<{ leadId: number | null; event: string }>(PUBLISH, [accountId, text, now])
    const leads = rows.filter(({ event }) => event === SYNCING_EVENT).map(({ leadId }) => leadId)
    if (leads.length > 0) await pool.query(SYNC_STATUS, [accountId, leads, 'pending'])
    return rows.length
  },

  /** Takes one delivery until `leasedUntil`; null when nothing is due. */
  takeDue: async (
    now: Date,
    leasedUntil: Date,
    busy: { webhooks: readonly number[]; accounts: readonly number[] },
  ): Promise<DueDelivery | null> =>
    (await pool.query<DueDelivery>(TAKE, [now, leasedUntil, busy.webhooks, busy.accounts])).rows[0] ?? null,

  /** Returns the delivery and postpones everything due for its webhook; this does not count as an attempt. */
  putOff: async ({ accountId, id, webhookId }: DueDelivery, now: Date, until: Date): Promise<void> =>
    void (await pool.query(PUT_OFF, [accountId, webhookId, id, now, until])),

  /** Returns a delivery that could not be attempted, with the reason; this does not count as an attempt. */
  hold: async ({ accountId, id }: DueDelivery, problem: string, until: Date): Promise<void> =>
    void (await pool.query(HOLD, [accountId, id, until, problem])),

  settle: async (delivery: DueDelivery, outcome: DeliveryOutcome, now: Date): Promise<void> =>
    inTransaction(pool, async (client) => {
      const { accountId, id, webhookId, leadId } = delivery
      const { status, responseStatus, problem, dueAt, disables } = outcome
      const finishedAt = status === 'pending' ? null : now
      const values = [accountId, id, status, responseStatus, problem, dueAt, finishedAt]
      const settled = await client.query<{ event: string }>(SETTLE, values)
      if (status === 'success') await client.query(SUCCEEDED, [accountId, webhookId])
      else await client.query(FAILED, [accountId, webhookId, now, disables])
      if (disables) await client.query(GIVE_UP, [accountId, webhookId, now, 'The webhook was disabled.'])
      if (leadId !== null && settled.rows[0]?.event === SYNCING_EVENT && status !== 'pending')
        await client.query(SYNC_STATUS, [accountId, [leadId], status])
    }),

  /** Newest first. */
  log: async (
    accountId: number,
    webhookId: number,
    { limit, offset, since }: { limit: number; offset: number; since: Date },
  ): Promise<{ deliveries: WebhookDelivery[]; total: number }> => {
    const where = 'from webhook_deliveries where account_id = $1 and webhook_id = $2 and created_at >= $3'
    const [rows, count] = await Promise.all([
      pool.query<WebhookDelivery>(`select ${DELIVERY} ${where} order by id desc limit $4 offset $5`, [
        accountId,
        webhookId,
        since,
        limit,
        offset,
      ]),
      pool.query<{ total: number }>(`select count(*) as total ${where}`, [accountId, webhookId, since]),
    ])
    const total = settledTotal(count.rows[0]?.total ?? 0, rows.rows.length, { limit, offset })
    return { deliveries: rows.rows, total }
  },

  /** Makes a finished delivery due again, with all its attempts; null when there is no such delivery. */
  again: async (accountId: number, webhookId: number, id: number, now: Date): Promise<WebhookDelivery | null> =>
    (await pool.query<WebhookDelivery>(AGAIN, [accountId, webhookId, id, now])).rows[0] ?? null,

  /** A delivery to one webhook only, whatever it listens to; null when it has been removed meanwhile. */
  addTest: async (
    accountId: number,
    webhookId: number,
    { eventId, event, payload }: Pick<WebhookEvent, 'eventId' | 'event' | 'payload'>,
    now: Date,
  ): Promise<WebhookDelivery | null> => {
    const text = `insert into webhook_deliveries (account_id, webhook_id, event_id, event, payload, due_at, created_at)
      select account_id, id, $3, $4, $5, $6, $6 from webhooks where account_id = $1 and id = $2 for key share
      returning ${DELIVERY}`
    const { rows } = await pool.query<WebhookDelivery>(text, [accountId, webhookId, eventId, event, payload, now])
    return rows[0] ?? null
  },

  /** Forgets log entries from before a date; pending deliveries stay. */
  forget: async (before: Date): Promise<void> => {
    await pool.query(`delete from webhook_deliveries where created_at < $1 and status <> 'pending'`, [before])
  },
})

/** The event whose delivery status becomes a lead's `sync_status`. */
const SYNCING_EVENT = 'lead.created'
