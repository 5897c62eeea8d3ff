import type { PoolClient } from 'pg'
import { MINUTE_MS } from '../../lib/process/clock.ts'
import { createTtlMap } from '../../lib/process/ttl-map.ts'
import { inTransaction } from '../database.ts'
import type { WholeCallPool } from '../calls/whole-call-pool.ts'

export interface ChargeRequest {
  accountId: number
  /** First day of the billing period, `YYYY-MM-DD`. */
  startsOn: string
  /** The same effective request always has the same fingerprint. */
  fingerprint: Buffer
  kind: 'search' | 'verification'
  /** The smallest price of the call, in credits. */
  credits: number
  /** Credits of the period, or null without a limit. */
  allowance: number | null
  /** The app or limited key that makes the call, and what it may spend from `since` on. */
  spender?: { id: string; allowance: number | null; since: Date }
}

/**
 * Which allowance of a list is used up: the account's credits, the list's own limit, or the daily limit of the spender that
 * started it.
 */
export type StopReason = 'credits_used_up' | 'max_credits' | 'daily_limit'

/** `reserved_elsewhere`: an identical call has reserved it, and has not ended. */
export type Reserved = 'reserved' | 'reserved_elsewhere' | 'already_charged' | 'insufficient' | 'daily_limit'

export interface Usage {
  creditsUsed: number
  searchCreditsUsed: number
  verificationsUsed: number
}

const NOTHING_USED: Usage = { creditsUsed: 0, searchCreditsUsed: 0, verificationsUsed: 0 }

/** Looks before it inserts: an insert that meets an existing row waits for everyone who is charging to it. */
const OPEN_PERIOD = `insert into billing_periods (account_id, starts_on) select $1::integer, $2::date
  where not exists (select 1 from billing_periods where account_id = $1 and starts_on = $2) on conflict do nothing`

const ENTER_CHARGE = `insert into charges (account_id, starts_on, fingerprint, kind, credits, app) values ($1, $2, $3, $4, $5, $6)
  on conflict do nothing`

/** Read while the period is locked, so that two calls of one spender cannot both take its last credit. */
const SPENT = `select coalesce(sum(credits), 0) as spent from charges
  where account_id = $1 and app = $2 and created_at >= $3`

/** The one statement that decides: two calls can never both take the last credit. */
const TAKE_CREDITS = `update billing_periods set credits_used = credits_used + $3,
    search_credits_used = search_credits_used + case when $4 = 'search' then $3 else 0 end
  where account_id = $1 and starts_on = $2 and ($5::numeric is null or credits_used + $3 <= $5)
  returning credits_used`

const SPENT_ON = `case when kind = 'search' then credits else 0 end, case when kind = 'verification' then credits else 0 end`
const ADD_TO_DAY =
  'set searches = d.searches + excluded.searches, verifications = d.verifications + excluded.verifications'

/** Moves a charge from the reserved amount to the final price, never beyond the allowance. */
const SETTLE = `with open as (
    select c.credits, c.kind, least($4 - c.credits, coalesce($5::numeric - p.credits_used, $4)) as extra
    from charges c join billing_periods p using (account_id, starts_on)
    where account_id = $1 and starts_on = $2 and fingerprint = $3 and not settled for update),
  paid as (
    update billing_periods p set credits_used = credits_used + extra,
      search_credits_used = search_credits_used + case when kind = 'search' then extra else 0 end,
      verifications_used = verifications_used + case when kind = 'verification' then 1 else 0 end
    from open where account_id = $1 and starts_on = $2 returning credits_used),
  settled as (
    update charges c set settled = true, credits = c.credits + extra from open, paid
    where account_id = $1 and starts_on = $2 and fingerprint = $3
    returning c.kind, c.credits, c.created_at, credits_used),
  noted as (
    insert into usage_days as d (account_id, day, searches, verifications)
    select $1, (created_at at time zone 'UTC')::date, ${SPENT_ON} from settled
    on conflict (account_id, day) do update ${ADD_TO_DAY})
  select credits as charged, credits_used as used from settled`

/** Returns exactly what was reserved. */
const REFUND = `with gone as (
    delete from charges where account_id = $1 and starts_on = $2 and fingerprint = $3 and not settled returning credits, kind)
  update billing_periods p set credits_used = p.credits_used - gone.credits,
    search_credits_used = p.search_credits_used - case when gone.kind = 'search' then gone.credits else 0 end
  from gone where p.account_id = $1 and p.starts_on = $2`

/** A call that died between reserving and settling delivered nothing: its reservation is refunded. */
const REFUND_ABANDONED = `with gone as (
    delete from charges where not settled and created_at < $1 returning account_id, starts_on, credits, kind),
  sums as (
    select account_id, starts_on, sum(credits) as credits, coalesce(sum(credits) filter (where kind = 'search'), 0) as search
    from gone group by account_id, starts_on)
  update billing_periods p set credits_used = p.credits_used - sums.credits, search_credits_used = p.search_credits_used - sums.search
  from sums where p.account_id = sums.account_id and p.starts_on = sums.starts_on`

const USAGE = `select credits_used as "creditsUsed", search_credits_used as "searchCreditsUsed",
  verifications_used as "verificationsUsed" from billing_periods where account_id = $1 and starts_on = $2`

const IS_SETTLED = 'select 1 from charges where account_id = $1 and starts_on = $2 and fingerprint = $3 and settled'

const DROP_CHARGE = 'delete from charges where account_id = $1 and starts_on = $2 and fingerprint = $3'

type ChargeKey = Pick<ChargeRequest, 'accountId' | 'startsOn' | 'fingerprint'>

/** A settled charge stays settled: repeated calls need not ask the ledger each time. */
const PAID_KEPT_MS = 10 * MINUTE_MS
const MAX_PAID = 100_000

const CAN_PAY = `select coalesce((select p.credits_used from billing_periods p where account_id = $1 and starts_on = $2), 0) + $4 <= $5
  or exists (select 1 from charges where account_id = $1 and starts_on = $2 and fingerprint = $3) as "canPay"`

/** The credits ledger: reserve before the work, settle or refund after it. */
export const createBillingStore = (pool: WholeCallPool) => {
  const paid = createTtlMap<true>(PAID_KEPT_MS, MAX_PAID)
  return {
    /** Reserves the smallest price; one conditional update decides whether the balance allows it. */
    reserve: async (charge: ChargeRequest): Promise<Reserved> => {
      if (paid.get(idOf(charge)) === true) return 'already_charged'
      const outcome = await inTransaction(pool, (client) => enterCharge(client, charge))
      if (outcome === 'already_charged') paid.set(idOf(charge), true)
      return outcome
    },

    /**
     * Charges the final price of a call that has been reserved, by whichever call.
     * @returns what was charged, and what the period has cost so far; null if nothing is reserved.
     */
    settle: async (charge: ChargeRequest, credits: number): Promise<{ charged: number; used: number } | null> => {
      const values = [...keyOf(charge), credits, charge.allowance]
      const { rows } = await pool.query<{ charged: number; used: number }>(SETTLE, values)
      if (rows[0] === undefined) return null
      pool.onceWritten(() => paid.set(idOf(charge), true))
      return rows[0]
    },

    refund: async (charge: ChargeKey): Promise<void> => {
      await pool.query(REFUND, keyOf(charge))
    },

    /** Whether the charge fits the allowance now, or has already been made. */
    canPay: async (charge: ChargeRequest): Promise<boolean> => {
      if (charge.allowance === null) return true
      const values = [...keyOf(charge), charge.credits, charge.allowance]
      return (await pool.query<{ canPay: boolean }>(CAN_PAY, values)).rows[0]?.canPay ?? false
    },

    /** Credits charged to a spender since that moment. */
    spent: (accountId: number, spender: { id: string; since: Date }): Promise<number> =>
      spentBy(pool, accountId, spender),

    refundAbandoned: async (before: Date): Promise<void> => {
      await pool.query(REFUND_ABANDONED, [before])
    },

    usage: async (accountId: number, startsOn: string): Promise<Usage> => {
      const { rows } = await pool.query<Usage>({ name: 'billing-usage', text: USAGE, values: [accountId, startsOn] })
      return rows[0] ?? NOTHING_USED
    },
  }
}

const keyOf = ({ accountId, startsOn, fingerprint }: ChargeKey): unknown[] => [accountId, startsOn, fingerprint]

const idOf = ({ accountId, startsOn, fingerprint }: ChargeKey): string =>
  `${accountId} ${startsOn} ${fingerprint.toString('base64')}`

async function enterCharge(client: PoolClient, charge: ChargeRequest): Promise<Reserved> {
  const { accountId, startsOn, kind, credits, allowance, spender } = charge
  await client.query(OPEN_PERIOD, [accountId, startsOn])
  const entered = await client.query(ENTER_CHARGE, [...keyOf(charge), kind, credits, spender?.id ?? null])
  if (entered.rowCount === 0) {
    const settled = await client.query(IS_SETTLED, keyOf(charge))
    return settled.rowCount === 0 ? 'reserved_elsewhere' : 'already_charged'
  }
  const taken = await client.query(TAKE_CREDITS, [accountId, startsOn, credits, kind, allowance])
  if (taken.rowCount === 0) {
    await client.query(DROP_CHARGE, keyOf(charge))
    return 'insufficient'
  }
  if (await isWithinDay(client, charge)) return 'reserved'
  await client.query(REFUND, keyOf(charge))
  return 'daily_limit'
}

/** Whoever reserved it may still get it back: whoever delivers first settles it. */
const isOpen = (reserved: Reserved): boolean => reserved === 'reserved' || reserved === 'reserved_elsewhere'

async function spentBy(
  connection: WholeCallPool | PoolClient,
  accountId: number,
  { id, since }: { id: string; since: Date },
): Promise<number> {
  const { rows } = await connection.query<{ spent: number }>(SPENT, [accountId, id, since])
  return rows[0]?.spent ?? 0
}

/** Whether the spender, including this charge, is still within its daily limit. */
async function isWithinDay(client: PoolClient, { accountId, spender }: ChargeRequest): Promise<boolean> {
  if (spender === undefined || spender.allowance === null) return true
  return (await spentBy(client, accountId, spender)) <= spender.allowance
}

export interface ManyCharged {
  charged: number
  unpaid: ReadonlySet<ChargeRequest>
  /** Whether some were not paid because their spender has reached its daily limit. */
  isDayOver: boolean
}

const ENTER_SETTLED = `insert into charges (account_id, starts_on, fingerprint, kind, credits, app, settled)
  select $1, $2, fingerprint, $4, $5, $6, true from unnest($3::bytea[]) fingerprint
  on conflict do nothing returning fingerprint`

/** $3 is the sum. */
const TAKE_FOR_MANY = `update billing_periods set credits_used = credits_used + $3::numeric,
    search_credits_used = search_credits_used + case when $4 = 'search' then $3::numeric else 0 end,
    verifications_used = verifications_used + case when $4 = 'verification' then $6::integer else 0 end
  where account_id = $1 and starts_on = $2 and ($5::numeric is null or credits_used + $3::numeric <= $5)`

/** $2 is the sum of the charges just entered. */
const NOTE_MANY = `insert into usage_days as d (account_id, day, searches, verifications)
  select $1::integer, (now() at time zone 'UTC')::date, ${SPENT_ON} from (select $2::numeric as credits, $3::text as kind) many
  on conflict (account_id, day) do update ${ADD_TO_DAY}`

/**
 * Charges, within the caller's transaction, what is known to be due, without reserving. All charges have the same account,
 * period, kind, price and spender.
 * @returns the credits charged, without those already paid before, the charges that cannot be paid, and why.
 */
export async function chargeAllAtOnce(client: PoolClient, charges: readonly ChargeRequest[]): Promise<ManyCharged> {
  const [first] = charges
  if (first === undefined) return { charged: 0, unpaid: new Set(), isDayOver: false }
  const { accountId, startsOn, kind, credits, allowance } = first
  await client.query({ name: 'billing-open', text: OPEN_PERIOD, values: [accountId, startsOn] })
  const fingerprints = charges.map(({ fingerprint }) => fingerprint).sort((a, b) => a.compare(b))
  const values = [accountId, startsOn, fingerprints, kind, credits, first.spender?.id ?? null]
  const entered = await client.query<{ fingerprint: Buffer }>({ name: 'billing-enter', text: ENTER_SETTLED, values })
  const count = entered.rows.length
  if (count === 0) return { charged: 0, unpaid: new Set(), isDayOver: false }
  const taking = (sum: number, number: number) => [accountId, startsOn, sum, kind, allowance, number]
  const taken = await client.query({
    name: 'billing-take',
    text: TAKE_FOR_MANY,
    values: taking(count * credits, count),
  })
  if (taken.rowCount !== 0) {
    if (await isWithinDay(client, first)) {
      await client.query({ name: 'billing-day', text: NOTE_MANY, values: [accountId, count * credits, kind] })
      return { charged: count * credits, unpaid: new Set(), isDayOver: false }
    }
    await client.query({ name: 'billing-take', text: TAKE_FOR_MANY, values: taking(-count * credits, -count) })
  }
  for (const { fingerprint } of entered.rows) await client.query(DROP_CHARGE, [accountId, startsOn, fingerprint])
  return chargeOneByOne(client, charges)
}

/** Charges as far as the balance goes. */
async function chargeOneByOne(client: PoolClient, charges: readonly ChargeRequest[]): Promise<ManyCharged> {
  const unpaid = new Set<ChargeRequest>()
  let charged = 0
  let isDayOver = false
  for (const charge of charges) {
    const entered = await enterCharge(client, charge)
    if (entered === 'insufficient' || entered === 'daily_limit') unpaid.add(charge)
    isDayOver ||= entered === 'daily_limit'
    if (!isOpen(entered)) continue
    await client.query(SETTLE, [...keyOf(charge), charge.credits, charge.allowance])
    charged += charge.credits
  }
  return { charged, unpaid, isDayOver }
}

/**
 * Charges, within the caller's transaction, one thing that is known to be due; what was already paid in the period is free.
 * @param left what remains of a limit of the caller's own; null without one
 * @returns the credits charged, or what prevents it; the caller must then roll back.
 */
export async function chargeWithin(
  client: PoolClient,
  charge: ChargeRequest,
  left: number | null,
): Promise<{ charged: number } | { refused: 'credits_used_up' | 'max_credits' | 'daily_limit' }> {
  const entered = await enterCharge(client, charge)
  if (entered === 'insufficient') return { refused: 'credits_used_up' }
  if (entered === 'daily_limit') return { refused: 'daily_limit' }
  if (!isOpen(entered)) return { charged: 0 }
  if (left !== null && left < charge.credits) return { refused: 'max_credits' }
  await client.query(SETTLE, [...keyOf(charge), charge.credits, charge.allowance])
  return { charged: charge.credits }
}
