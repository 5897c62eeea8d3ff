import type { Pool } from 'pg'
import { inTransaction } from '../database.ts'
import { errorCode } from '../../lib/text/error-code.ts'

export type WebhookFilter = 'sequence' | 'leads_list' | 'watch'

export interface Webhook {
  id: number
  targetUrl: string
  event: string
  filterKind: WebhookFilter | null
  filterId: number | null
  /** Whether it receives the texts of emails. */
  includeText: boolean
}

/** The state of a webhook. */
export interface WebhookState {
  id: number
  createdAt: Date
  failingSince: Date | null
  disabledAt: Date | null
}

export type WebhookChanges = Omit<Webhook, 'id'>

const WEBHOOK = `id, target_url as "targetUrl", event, filter_kind as "filterKind", filter_id as "filterId",
  include_text as "includeText"`

const ADD = `insert into webhooks (account_id, target_url, event, filter_kind, filter_id, secret_sealed, created_at,
    include_text)
  values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning ${WEBHOOK}`

const SAME = `select 1 from webhooks where account_id = $1 and target_url = $2 and event = $3
  and filter_kind is not distinct from $4 and filter_id is not distinct from $5`
const COUNT = 'select count(*)::int as total from webhooks where account_id = $1'

const LIST = `select ${WEBHOOK} from webhooks where account_id = $1 order by id desc limit $2 offset $3`

const STATES = `select id, created_at as "createdAt", failing_since as "failingSince", disabled_at as "disabledAt"
  from webhooks where account_id = $1 order by id desc`

/** A changed webhook starts over: earlier failures say nothing about its new target. */
const CHANGE = `update webhooks set target_url = $3, event = $4, filter_kind = $5, filter_id = $6, include_text = $7,
    failing_since = null, disabled_at = null
  where account_id = $1 and id = $2 returning ${WEBHOOK}`

const ROTATE = `update webhooks set previous_secret_sealed = secret_sealed, previous_until = $4, secret_sealed = $3
  where account_id = $1 and id = $2 returning ${WEBHOOK}`

const FILTERED = {
  sequence: 'select 1 from campaigns where account_id = $1 and id = $2',
  leads_list: 'select 1 from leads_lists where account_id = $1 and id = $2',
  watch: 'select 1 from watches where account_id = $1 and id = $2',
} as const satisfies Record<WebhookFilter, string>

const UNIQUE_VIOLATION = '23505'

/** The webhooks of accounts. Secrets never appear in the clear here. */
export const createWebhooksStore = (pool: Pool) => ({
  /** The account that operators work in. */
  firstAccount: async (): Promise<number> =>
    (await pool.query<{ id: number }>('select min(id) as id from accounts')).rows[0]?.id ?? 0,

  /** @returns null when the account already has the same webhook, `too_many` when it has `most`. */
  add: (
    accountId: number,
    wanted: WebhookChanges,
    secretSealed: Buffer,
    { now, most }: { now: Date; most: number },
  ): Promise<Webhook | null | 'too_many'> =>
    inTransaction(pool, async (client) => {
      await client.query('select 1 from accounts where id = $1 for no key update', [accountId])
      const { targetUrl, event, filterKind, filterId } = wanted
      const given = [accountId, targetUrl, event, filterKind, filterId]
      if ((await client.query(SAME, given)).rows.length > 0) return null
      const counted = await client.query<{ total: number }>(COUNT, [accountId])
      if ((counted.rows[0]?.total ?? 0) >= most) return 'too_many'
      return (await client.query<Webhook>(ADD, [...given, secretSealed, now, wanted.includeText])).rows[0] ?? null
    }),

  list: async (
    accountId: number,
    { limit, offset }: { limit: number; offset: number },
  ): Promise<{ webhooks: Webhook[]; total: number }> => {
    const [rows, count] = await Promise.all([
      pool.query<Webhook>(LIST, [accountId, limit, offset]),
      pool.query<{ total: number }>(COUNT, [accountId]),
    ])
    return { webhooks: rows.rows, total: count.rows[0]?.total ?? 0 }
  },

  /** Newest first. */
  states: async (accountId: number): Promise<WebhookState[]> =>
    (await pool.query<WebhookState>(STATES, [accountId])).rows,

  find: async (accountId: number, id: number): Promise<Webhook | null> => {
    const text = `select ${WEBHOOK} from webhooks where account_id = $1 and id = $2`
    return (await pool.query<Webhook>(text, [accountId, id])).rows[0] ?? null
  },

  /** Whether the object of a filter exists. */
  knows: async (accountId: number, kind: WebhookFilter, id: number): Promise<boolean> =>
    (await pool.query(FILTERED[kind], [accountId, id])).rows.length > 0,

  /** @returns null when there is no such webhook, `taken` when an identical one exists. */
  change: async (accountId: number, id: number, wanted: WebhookChanges): Promise<Webhook | null | 'taken'> => {
    const values = [
      accountId,
      id,
      wanted.targetUrl,
      wanted.event,
      wanted.filterKind,
      wanted.filterId,
      wanted.includeText,
    ]
    try {
      return (await pool.query<Webhook>(CHANGE, values)).rows[0] ?? null
    } catch (error) {
      if (errorCode(error) === UNIQUE_VIOLATION) return 'taken'
      throw error
    }
  },

  /** The previous secret keeps signing until `previousUntil`. */
  rotateSecret: async (
    accountId: number,
    id: number,
    secretSealed: Buffer,
    previousUntil: Date,
  ): Promise<Webhook | null> =>
    (await pool.query<Webhook>(ROTATE, [accountId, id, secretSealed, previousUntil])).rows[0] ?? null,

  remove: async (accountId: number, id: number): Promise<Webhook | null> => {
    const text = `delete from webhooks where account_id = $1 and id = $2 returning ${WEBHOOK}`
    return (await pool.query<Webhook>(text, [accountId, id])).rows[0] ?? null
  },
})
