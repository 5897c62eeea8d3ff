import type { OPTED_OUT } from '../../errors.ts'
import type { ChargeRequest } from '../../db/accounts/billing-store.ts'
import type { BulkLease, OpenBulkRow } from '../../db/verify/bulk-queues-store.ts'
import type { BulkSettlement } from '../../db/verify/bulk-store.ts'
import type { Outcome } from '../../engine/verify/verification.ts'
import type { Hosts, Question } from '../../engine/verify/verifier.ts'
import { MINUTE_MS, SECOND_MS } from '../../lib/process/clock.ts'
import { chargeOf, creditsLeft, dayOf } from '../billing/credits.ts'
import { asKnownHere } from './bounce-risks.ts'
import { settleRows, stopList } from './end-of-list.ts'
import { isPriced, VERIFICATION_PRICE, verificationRequest } from './verify-email.ts'
import type { VerifyNeeds } from './verify-needs.ts'

/** A row that needs a mail server to be asked. */
export interface AskedRow {
  row: OpenBulkRow
  address: Question['address']
  hosts: Hosts
  given: Question['given']
}

/** How many attempts there are, and how long to wait, if servers are resting or want fewer questions from us. */
const MAX_TRIES = 6
const PAUSE_MS = MINUTE_MS
const NETWORK_PAUSE_MS = 15 * SECOND_MS

/** An answer; an entry that was not an address is free. */
export const answerOf = (
  context: VerifyNeeds,
  lease: BulkLease,
  { position }: OpenBulkRow,
  outcome: Outcome,
  isFree = false,
): BulkSettlement => ({
  position,
  outcome: { ...outcome, transcript: [] },
  error: null,
  charge: isFree || !isPriced(outcome) ? null : priceOf(context, lease, outcome.email),
})

export const withheld = (position: number, error: typeof OPTED_OUT): BulkSettlement => ({
  position,
  outcome: null,
  error,
  charge: null,
})

const priceOf = (context: VerifyNeeds, lease: BulkLease, email: string): ChargeRequest =>
  chargeOf({ ...context, principal: lease }, verificationRequest(email))

/**
 * The rows that can be paid for, by the account and within the list's limit, so that no server is asked in vain. If there are
 * none, the list is stopped.
 */
export async function payableRows(
  context: VerifyNeeds,
  lease: BulkLease,
  asked: readonly AskedRow[],
): Promise<readonly AskedRow[]> {
  if (asked.length === 0) return asked
  const { billing, bulk } = context.store
  const limit = await bulk.creditsLeft(lease)
  const within = limit === null ? asked : asked.slice(0, Math.floor(limit / VERIFICATION_PRICE))
  if (within.length === 0) {
    await stopList(context, lease, 'max_credits')
    return []
  }
  const day = await dayOf({ ...context, principal: lease })
  const today = day === null ? within : within.slice(0, Math.floor(day.left / VERIFICATION_PRICE))
  if (today.length === 0) {
    await stopList(context, lease, 'daily_limit')
    return []
  }
  const left = await creditsLeft({ ...context, principal: lease })
  if (left === null || left >= today.length * VERIFICATION_PRICE) return today
  const payable: AskedRow[] = []
  for (const one of today) if (await billing.canPay(priceOf(context, lease, one.address.full))) payable.push(one)
  if (payable.length === 0) await stopList(context, lease, 'credits_used_up')
  return payable
}

/** When to ask again if an outcome says nothing about the address yet; null if it is an answer. */
export function pauseAfter(
  { resting, reason }: Outcome,
  { position, tries }: OpenBulkRow,
  now: Date,
): { position: number; dueAt: Date; tries: number } | null {
  // Retried for as long as it lasts: nothing is asked, and nobody pays.
  if (reason === 'no_network') return { position, dueAt: new Date(now.getTime() + NETWORK_PAUSE_MS), tries }
  // A server that has blocked us is not asked again soon: that is the answer.
  const isPassing = reason === 'out_of_time' || reason === 'rate_limited' || (resting && reason !== 'blocked_by_server')
  return isPassing && tries < MAX_TRIES
    ? { position, dueAt: new Date(now.getTime() + PAUSE_MS), tries: tries + 1 }
    : null
}

/** Stores answers, and for rows without one, when to ask again. */
export async function settleOrPause(
  context: VerifyNeeds,
  lease: BulkLease,
  found: readonly { row: OpenBulkRow; outcome: Outcome }[],
): Promise<void> {
  const { bulkQueues } = context.store
  const now = context.clock.now()
  const paused = found.flatMap(({ row, outcome }) => pauseAfter(outcome, row, now) ?? [])
  const positions = new Set(paused.map(({ position }) => position))
  const answers = found.filter(({ row }) => !positions.has(row.position))
  const known = await asKnownHere(
    context,
    lease.accountId,
    answers.map(({ outcome }) => outcome),
  )
  await settleRows(
    context,
    lease,
    now,
    answers.map(({ row, outcome }, index) => answerOf(context, lease, row, known[index] ?? outcome)),
  )
  await bulkQueues.postpone(lease, paused)
}
