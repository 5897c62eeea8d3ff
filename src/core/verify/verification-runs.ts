import { z } from 'zod'
import type { VerificationRun } from '../../db/verify/verifications-store.ts'
import {
  CALLERS_WAIT_MS,
  GIVEN_UP_AFTER_MS,
  keptForMs,
  nextTryAt,
  retryAfterSeconds,
} from '../../engine/verify/freshness.ts'
import type { Outcome } from '../../engine/verify/verification.ts'
import { SECOND_MS } from '../../lib/process/clock.ts'
import type { EmailAddress } from '../../lib/addresses/email-address.ts'
import type { JobKind } from '../../lib/process/job-kind.ts'
import { judge } from '../crawl/learn-domain.ts'
import { lookAgain } from '../crawl/watched-visits.ts'
import type { VerifyNeeds } from './verify-needs.ts'

/** Runs: who asks about an address, when it is asked about again, and what happens to the outcome. */

/** The state of an address's verification. */
export type Checked =
  | { state: 'done'; outcome: Outcome }
  /** `newsAt` is when there will be more to say, if known. */
  | { state: 'running'; retryAfterSeconds: number; newsAt?: Date }

/** Jobs that ask again; `VerifyLater`, which uses this file, runs them. */
export const ASKED_AGAIN: JobKind<{ email: string }> = {
  name: 'verify-later',
  payload: z.object({ email: z.string() }),
}

/** A dialogue may take this long, however long its caller waits. */
export const RUN_MS = 120 * SECOND_MS
/** Somebody is asking right now. */
export const RUNNING: Checked = { state: 'running', retryAfterSeconds: 5 }
/** Jobs use their own clock: starting a little later ensures that they are never early. */
const JOB_MARGIN_SECONDS = 2
const JOB_EXPIRES_SECONDS = (2 * RUN_MS) / SECOND_MS

/** One attempt at an address. */
export interface Tried {
  address: EmailAddress
  run: VerificationRun
  outcome: Outcome
}

export const addressKeyOf = ({ domain, full }: EmailAddress) => ({ domain, value: full })

/** In JSON, dates are text. */
export function revived(stored: unknown): Outcome {
  const outcome = stored as Omit<Outcome, 'checkedAt'> & { checkedAt: string }
  return { ...outcome, checkedAt: new Date(outcome.checkedAt) }
}

/** Takes the right to ask about addresses until `deadAfterMs` from now. @returns this process's runs, by address */
export function beginRuns(
  { store, clock }: Pick<VerifyNeeds, 'store' | 'clock'>,
  addresses: readonly EmailAddress[],
  deadAfterMs: number,
): Promise<Map<string, VerificationRun>> {
  const now = clock.now()
  return store.verifications.begin(addresses.map(addressKeyOf), now, {
    deadAt: new Date(now.getTime() + deadAfterMs),
    forgottenBefore: new Date(now.getTime() - GIVEN_UP_AFTER_MS),
  })
}

/** Returns runs without a result: the next attempt starts as if they had not happened. */
export async function giveBackRuns(
  { store, clock }: Pick<VerifyNeeds, 'store' | 'clock'>,
  given: readonly { address: EmailAddress; run: VerificationRun }[],
): Promise<void> {
  const untried = given.filter(({ run }) => run.outcome === null)
  if (untried.length > 0) await store.verifications.end(untried.map(({ address }) => addressKeyOf(address)))
  for (const { address, run } of given)
    if (run.outcome !== null) await store.verifications.wait(addressKeyOf(address), clock.now(), run.outcome)
}

/**
 * Ends runs or schedules them again: stores what is decided, and sends a job for what is not.
 * @param isAskedAgain whether the caller itself asks again at that time, so that no job is needed
 */
export async function concludeRuns(
  context: VerifyNeeds,
  tried: readonly Tried[],
  isAskedAgain: (run: VerificationRun, dueAt: Date) => boolean = () => false,
): Promise<Map<string, Checked>> {
  const now = context.clock.now()
  const next = tried.map((one) => ({ ...one, dueAt: nextTryAt(one.outcome, one.run.startedAt, one.run.tries, now) }))
  await keepVerdicts(
    context,
    next.filter(({ dueAt, outcome }) => dueAt === null || outcome.retry === 'temporary'),
  )
  const ended = next.filter(({ dueAt }) => dueAt === null)
  if (ended.length > 0) await context.store.verifications.end(ended.map(({ address }) => addressKeyOf(address)))
  const concluded = new Map<string, Checked>(
    ended.map(({ address, outcome }) => [address.full, { state: 'done', outcome }]),
  )
  for (const { address, run, outcome, dueAt } of next) {
    if (dueAt === null) continue
    await context.store.verifications.wait(addressKeyOf(address), dueAt, outcome)
    if (!isAskedAgain(run, dueAt)) await askLater(context, address, run.tries, dueAt, now)
    concluded.set(address.full, answerBetweenTries({ ...run, dueAt, outcome }, now))
  }
  return concluded
}

/** If a retry is due soon, callers wait for it; otherwise they get the result of the last attempt. */
export function answerBetweenTries({ startedAt, dueAt, outcome }: VerificationRun, now: Date): Checked {
  const last = revived(outcome)
  const patientUntil = startedAt.getTime() + CALLERS_WAIT_MS
  if (last.retry !== 'temporary' && now.getTime() < patientUntil) {
    const newsAt = new Date(Math.min(dueAt.getTime(), patientUntil))
    return { state: 'running', retryAfterSeconds: retryAfterSeconds(dueAt, now), newsAt }
  }
  return { state: 'done', outcome: last }
}

/** Stores verdicts for as long as they are valid, and shows them with addresses in the index. */
export async function keepVerdicts(
  context: VerifyNeeds,
  found: readonly { address: EmailAddress; outcome: Outcome }[],
): Promise<void> {
  const verdicts = found.flatMap(({ address, outcome }) => {
    const keptMs = keptForMs(outcome)
    const { checkedAt, status } = outcome
    const freshUntil = new Date(checkedAt.getTime() + keptMs)
    return keptMs === 0 ? [] : [{ ...addressKeyOf(address), status, outcome, checkedAt, freshUntil }]
  })
  if (verdicts.length === 0) return
  const { verifications, ingest } = context.store
  const inIndex = await verifications.keep(verdicts)
  if (inIndex.length === 0) return
  const refused = new Set(verdicts.flatMap(({ status, value }) => (status === 'invalid' ? [value] : [])))
  await lookAgain(
    context,
    inIndex.filter(({ value }) => refused.has(value)),
  )
  await ingest.judgeAgain(inIndex, judge(context))
}

async function askLater(
  { queue }: Pick<VerifyNeeds, 'queue'>,
  { full: email }: EmailAddress,
  tries: number,
  dueAt: Date,
  now: Date,
): Promise<void> {
  const startAfterSeconds = Math.ceil((dueAt.getTime() - now.getTime()) / SECOND_MS) + JOB_MARGIN_SECONDS
  const singletonKey = `${email} ${tries}`
  await queue.send(ASKED_AGAIN, { email }, { singletonKey, startAfterSeconds, expireInSeconds: JOB_EXPIRES_SECONDS })
}
