import type { Context } from '../context.ts'
import type { ChargeRequest } from '../db/billing-store.ts'
import type { BulkTurn, OpenBulkRow } from '../db/bulk-lanes-store.ts'
import type { Outcome } from '../engine/verify/verification.ts'
import { malformedOutcome } from '../engine/verify/verifier.ts'
import { readAddress } from '../lib/address-syntax.ts'
import { MINUTE_MS, SECOND_MS } from '../lib/clock.ts'
import { checkAddress } from './check-address.ts'
import { groupLane } from './bulk-lanes.ts'
import { isAddressClaimed } from './claims.ts'
import { chargeOf } from './credits.ts'
import { isPriced, VERIFICATION_PRICE, verificationRequest } from './verify-email.ts'

/** Addresses of one turn; then it is another lane's. */
const TURN_ROWS = 8
/** As many as a lane lets connect at once. */
const ROWS_AT_ONCE = 2
/** As long as a dialogue may take. */
const WAIT_MS = 2 * MINUTE_MS
/** Where the servers rest, or our time ran out in their queue, the address is asked about again; so often. */
const MAX_TRIES = 6
const PAUSE_MS = MINUTE_MS

/** One turn of a lane: asks about a few addresses, stores and charges the answers, and goes to the end of the queue. */
export async function takeBulkTurn(context: Context, turn: BulkTurn, signal: AbortSignal): Promise<void> {
  const { bulkLanes } = context.store
  const better = await groupLane(context, turn.lane)
  if (better !== null) return bulkLanes.join(turn, better, context.clock.now())
  const rows = (await bulkLanes.openRows(turn, context.clock.now(), TURN_ROWS)).values()
  const worker = async (): Promise<void> => {
    for (const row of rows) {
      if (signal.aborted) return
      await answerRow(context, turn, row, signal)
    }
  }
  await Promise.all(Array.from({ length: ROWS_AT_ONCE }, worker))
  if (!signal.aborted) await bulkLanes.endTurn(turn, context.clock.now())
}

async function answerRow(context: Context, turn: BulkTurn, row: OpenBulkRow, signal: AbortSignal): Promise<void> {
  const reading = readAddress(row.email)
  if (reading.kind === 'none') return settle(context, turn, row, malformedOutcome(row.email, context.clock.now()), null)
  const value = reading.kind === 'address' ? reading.address.full : reading.email
  if (reading.kind === 'address' && (await isAddressClaimed(context, reading.address)))
    return withhold(context, turn, row, 'claimed_email')
  const charge = chargeOf({ ...context, principal: turn }, verificationRequest(value))
  if (!(await context.store.billing.canPay(charge))) return withhold(context, turn, row, 'too_many_requests')
  if (reading.kind === 'malformed')
    return settle(context, turn, row, malformedOutcome(value, context.clock.now()), charge)
  const checked = await checkAddress(context, reading.address, { waitMs: WAIT_MS, signal, priority: 'bulk' })
  if (signal.aborted) return // What was cut short is no answer.
  if (checked.state === 'running') return postpone(context, turn, row, checked.retryAfterSeconds * SECOND_MS, row.tries)
  if (isPassing(checked.outcome) && row.tries < MAX_TRIES) return postpone(context, turn, row, PAUSE_MS, row.tries + 1)
  return settle(context, turn, row, checked.outcome, charge)
}

/** Says nothing about the address yet. Who has blocked us is not asked again soon: that is the answer. */
const isPassing = ({ resting, reason }: Outcome): boolean =>
  reason === 'out_of_time' || (resting && reason !== 'blocked_by_server')

async function settle(
  { store, clock }: Context,
  { jobId }: BulkTurn,
  { position }: OpenBulkRow,
  outcome: Outcome,
  charge: ChargeRequest | null,
): Promise<void> {
  await store.bulk.settle({
    jobId,
    position,
    settledAt: clock.now(),
    outcome: { ...outcome, transcript: [] },
    error: null,
    charge: isPriced(outcome) && charge !== null ? { ...charge, credits: VERIFICATION_PRICE } : null,
  })
}

const withhold = (
  { store, clock }: Context,
  { jobId }: BulkTurn,
  { position }: OpenBulkRow,
  error: 'claimed_email' | 'too_many_requests',
): Promise<void> => store.bulk.settle({ jobId, position, settledAt: clock.now(), outcome: null, error, charge: null })

const postpone = (
  { store, clock }: Context,
  { jobId }: BulkTurn,
  { position }: OpenBulkRow,
  pauseMs: number,
  tries: number,
): Promise<void> => store.bulkLanes.postpone(jobId, position, new Date(clock.now().getTime() + pauseMs), tries)
