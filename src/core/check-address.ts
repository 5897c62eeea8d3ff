import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import type { VerificationRun } from '../db/verifications-store.ts'
import {
  CALLERS_WAIT_MS,
  GIVEN_UP_AFTER_MS,
  isLastTry,
  keptForMs,
  nextTryAt,
  retryAfterSeconds,
} from '../engine/verify/freshness.ts'
import type { Outcome, VerifyOptions } from '../engine/verify/verification.ts'
import { verifyAddress } from '../engine/verify/verifier.ts'
import { SECOND_MS } from '../lib/clock.ts'
import type { EmailAddress } from '../lib/email-address.ts'
import { judge } from './learn-domain.ts'
import { verificationDesk } from './verification-desk.ts'

/** Where the verification of an address stands. */
export type Checked = { state: 'done'; outcome: Outcome } | { state: 'running'; retryAfterSeconds: number }

export interface CheckOptions {
  /** How long to wait; the run itself goes on. */
  waitMs: number
  /** Aborted when nobody waits any more; the run itself goes on. */
  signal: AbortSignal
  priority?: VerifyOptions['priority']
  /** Asks again though a verdict is fresh: for retries that are due. */
  again?: boolean
}

/** The name of the job that asks again; its data are `{ email }`. */
export const VERIFY_LATER_JOB = 'verify-later'

/** A dialogue may take this long, whoever waits for it. */
const RUN_MS = 120 * SECOND_MS
/** A run that has not ended by then died with its process. */
const DEAD_AFTER_MS = RUN_MS + 10 * SECOND_MS
const POLL_MS = 250
const RUNNING_RETRY_SECONDS = 5
/** Jobs look at their own clock: a little later is never too early. */
const JOB_MARGIN_SECONDS = 2

/**
 * The verdict on an address: one that is still fresh, or that of a run, which all who ask at once share (in all
 * processes). Whoever cannot wait is told when to ask again, and the run goes on.
 */
export async function checkAddress(context: Context, address: EmailAddress, options: CheckOptions): Promise<Checked> {
  const fresh = options.again === true ? null : await freshOutcome(context, address)
  if (fresh !== null) return { state: 'done', outcome: fresh }
  const { runs } = verificationDesk(context)
  const known = runs.get(address.full) as Promise<Checked> | undefined
  const run = known ?? carryOut(context, address, options.priority ?? 'interactive')
  if (known === undefined) remember(context, address, run)
  const running: Checked = { state: 'running', retryAfterSeconds: RUNNING_RETRY_SECONDS }
  return (await patiently(run, options.waitMs, [options.signal, context.stopping.signal])) ?? running
}

const keyOf = ({ domain, full }: EmailAddress) => ({ domain, value: full })

async function freshOutcome({ store, clock }: Context, address: EmailAddress): Promise<Outcome | null> {
  const stored = await store.verifications.findFresh(keyOf(address), clock.now())
  return stored === null ? null : revived(stored)
}

/** Dates are text in JSON. */
function revived(stored: unknown): Outcome {
  const outcome = stored as Omit<Outcome, 'checkedAt'> & { checkedAt: string }
  return { ...outcome, checkedAt: new Date(outcome.checkedAt) }
}

/** Others may join the run until it ends; it may fail when nobody waits for it any more. */
function remember(context: Context, { full }: EmailAddress, run: Promise<Checked>): void {
  const { runs } = verificationDesk(context)
  runs.set(full, run)
  run
    .catch((error: unknown) => context.log.warn({ err: error }, 'A verification failed.'))
    .finally(() => runs.delete(full))
}

/** Takes the run, or follows the one of another process until that has ended. */
async function carryOut(
  context: Context,
  address: EmailAddress,
  priority: VerifyOptions['priority'] & string,
): Promise<Checked> {
  const { verifications } = context.store
  for (;;) {
    const now = context.clock.now()
    const run = await verifications.begin(keyOf(address), now, {
      deadAt: new Date(now.getTime() + DEAD_AFTER_MS),
      forgottenBefore: new Date(now.getTime() - GIVEN_UP_AFTER_MS),
    })
    if (run !== null) return carryOn(context, address, run, priority)
    const other = await verifications.findRun(keyOf(address))
    if (other?.state === 'waiting') return answerBetweenTries(other, now)
    if (other !== null) await sleep(POLL_MS)
    const fresh = await freshOutcome(context, address)
    if (fresh !== null) return { state: 'done', outcome: fresh }
    if (context.stopping.signal.aborted) return { state: 'running', retryAfterSeconds: RUNNING_RETRY_SECONDS }
  }
}

async function carryOn(
  context: Context,
  address: EmailAddress,
  run: VerificationRun,
  priority: VerifyOptions['priority'] & string,
): Promise<Checked> {
  const options = { deadlineMs: RUN_MS, signal: context.stopping.signal, priority, lastTry: isLastTry(run.tries) }
  const outcome = await verifyAddress(verificationDesk(context).needs, address, options).catch(
    async (error: unknown) => {
      await giveBack(context, address, run)
      throw error
    },
  )
  const now = context.clock.now()
  const dueAt = nextTryAt(outcome, run.startedAt, run.tries, now)
  if (context.stopping.signal.aborted) return giveBack(context, address, run)
  if (dueAt === null || outcome.retry === 'temporary') await keep(context, address, outcome)
  if (dueAt === null) {
    await context.store.verifications.end(keyOf(address))
    return { state: 'done', outcome }
  }
  await context.store.verifications.wait(keyOf(address), dueAt, outcome)
  await askLater(context, address, run.tries, dueAt, now)
  return answerBetweenTries({ ...run, dueAt, outcome }, now)
}

/** A run cut short by the end of this process: the next try is as if it had not been. */
async function giveBack(context: Context, address: EmailAddress, run: VerificationRun): Promise<Checked> {
  const { verifications } = context.store
  if (run.outcome === null) await verifications.end(keyOf(address))
  else await verifications.wait(keyOf(address), context.clock.now(), run.outcome)
  return { state: 'running', retryAfterSeconds: RUNNING_RETRY_SECONDS }
}

/** While a retry is to be expected soon, callers wait for it; later they get what the last try came to. */
function answerBetweenTries({ startedAt, dueAt, outcome }: VerificationRun, now: Date): Checked {
  const last = revived(outcome)
  const isEarly = now.getTime() - startedAt.getTime() < CALLERS_WAIT_MS
  if (last.retry !== 'temporary' && isEarly)
    return { state: 'running', retryAfterSeconds: retryAfterSeconds(dueAt, now) }
  return { state: 'done', outcome: last }
}

async function keep(context: Context, address: EmailAddress, outcome: Outcome): Promise<void> {
  const keptMs = keptForMs(outcome)
  if (keptMs === 0) return
  const { checkedAt, status } = outcome
  const freshUntil = new Date(checkedAt.getTime() + keptMs)
  const { verifications, ingest } = context.store
  const inIndex = await verifications.keep({ ...keyOf(address), status, outcome, checkedAt, freshUntil })
  if (inIndex) await ingest.judgeAgain([keyOf(address)], judge(context))
}

async function askLater(
  { queue }: Context,
  { full: email }: EmailAddress,
  tries: number,
  dueAt: Date,
  now: Date,
): Promise<void> {
  const startAfterSeconds = Math.ceil((dueAt.getTime() - now.getTime()) / SECOND_MS) + JOB_MARGIN_SECONDS
  const expireInSeconds = 2 * (DEAD_AFTER_MS / SECOND_MS)
  await queue.send(
    VERIFY_LATER_JOB,
    { email },
    { singletonKey: `${email} ${tries}`, startAfterSeconds, expireInSeconds },
  )
}

/** The result, or null when the time is over or a signal comes first. The work goes on either way. */
async function patiently<T>(work: Promise<T>, waitMs: number, signals: AbortSignal[]): Promise<T | null> {
  let tooLate: () => void = () => undefined
  const late = new Promise<null>((resolve) => (tooLate = () => resolve(null)))
  const timer = setTimeout(tooLate, waitMs) // unlike a signal's, it can be cleared: lists ask again and again
  for (const signal of signals) signal.addEventListener('abort', tooLate, { once: true })
  if (signals.some(({ aborted }) => aborted)) tooLate()
  return Promise.race([work, late]).finally(() => {
    clearTimeout(timer)
    for (const signal of signals) signal.removeEventListener('abort', tooLate)
  })
}
