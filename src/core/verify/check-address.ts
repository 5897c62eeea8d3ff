import { setTimeout as sleep } from 'node:timers/promises'
import type { VerificationRun } from '../../db/verify/verifications-store.ts'
import { isLastTry } from '../../engine/verify/freshness.ts'
import type { Outcome, VerifyOptions } from '../../engine/verify/verification.ts'
import { verifyAddress } from '../../engine/verify/verifier.ts'
import { SECOND_MS } from '../../lib/process/clock.ts'
import type { EmailAddress } from '../../lib/addresses/email-address.ts'
import {
  answerBetweenTries,
  beginRuns,
  concludeRuns,
  giveBackRuns,
  addressKeyOf,
  revived,
  RUN_MS,
  RUNNING,
} from './verification-runs.ts'
import type { Checked } from './verification-runs.ts'
import type { VerifyNeeds } from './verify-needs.ts'

export interface CheckOptions {
  /** How long to wait; the run itself continues. */
  waitMs: number
  /** Aborted when nobody is waiting any more; the run itself continues. */
  signal: AbortSignal
  priority?: VerifyOptions['priority']
  /** Asks again even if a verdict is fresh: for retries that are due. */
  again?: boolean
}

/** A run that has not ended by then has died with its process. */
const DEAD_AFTER_MS = RUN_MS + 10 * SECOND_MS
const POLL_MS = 250

/**
 * The verdict on an address: a fresh one, or that of a run, which all simultaneous callers share (across processes). Callers
 * who cannot wait are told when to ask again, and the run continues.
 */
export async function checkAddress(
  context: VerifyNeeds,
  address: EmailAddress,
  options: CheckOptions,
): Promise<Checked> {
  const fresh = options.again === true ? null : await freshOutcome(context, address)
  if (fresh !== null) return { state: 'done', outcome: fresh }
  const { runs } = context.verification
  const known = runs.get(address.full) as Promise<Checked> | undefined
  const run = known ?? context.database.pool.apart(() => carryOut(context, address, options.priority ?? 'interactive'))
  if (known === undefined) remember(context, address, run)
  return (await patiently(run, options.waitMs, [options.signal, context.stopping.signal])) ?? RUNNING
}

async function freshOutcome(
  { store, clock }: Pick<VerifyNeeds, 'store' | 'clock'>,
  address: EmailAddress,
): Promise<Outcome | null> {
  const stored = await store.verifications.findFresh(addressKeyOf(address), clock.now())
  return stored === null ? null : revived(stored)
}

/** Others may join the run until it ends; it may fail after everybody has stopped waiting. */
function remember(context: VerifyNeeds, { full }: EmailAddress, run: Promise<Checked>): void {
  const { runs } = context.verification
  runs.set(full, run)
  run
    .catch((error: unknown) => context.log.warn({ err: error }, 'A verification failed.'))
    .finally(() => runs.delete(full))
}

/** Takes the run, or follows another process's until it ends. */
async function carryOut(
  context: VerifyNeeds,
  address: EmailAddress,
  priority: VerifyOptions['priority'] & string,
): Promise<Checked> {
  const { verifications } = context.store
  for (;;) {
    const run = (await beginRuns(context, [address], DEAD_AFTER_MS)).get(address.full)
    if (run !== undefined) return carryOn(context, address, run, priority)
    const other = (await verifications.findRuns([addressKeyOf(address)])).get(address.full)
    if (other?.state === 'waiting') return answerBetweenTries(other, context.clock.now())
    if (other !== undefined) await sleep(POLL_MS)
    const fresh = await freshOutcome(context, address)
    if (fresh !== null) return { state: 'done', outcome: fresh }
    if (context.stopping.signal.aborted) return RUNNING
  }
}

async function carryOn(
  context: VerifyNeeds,
  address: EmailAddress,
  run: VerificationRun,
  priority: VerifyOptions['priority'] & string,
): Promise<Checked> {
  const options = { deadlineMs: RUN_MS, signal: context.stopping.signal, priority, lastTry: isLastTry(run.tries) }
  const outcome = await verifyAddress(context.verification.needs, address, options).catch(async (error: unknown) => {
    await giveBackRuns(context, [{ address, run }])
    throw error
  })
  if (outcome.reason === 'no_network') {
    await giveBackRuns(context, [{ address, run }])
    return { state: 'done', outcome }
  }
  if (!context.stopping.signal.aborted)
    return (await concludeRuns(context, [{ address, run, outcome }])).get(address.full) ?? RUNNING
  // This process ended and cut the run short: the next attempt starts as if it had not happened.
  await giveBackRuns(context, [{ address, run }])
  return RUNNING
}

/** The result, or null if the time runs out or a signal aborts first. The work continues either way. */
export async function patiently<T>(work: Promise<T>, waitMs: number, signals: AbortSignal[]): Promise<T | null> {
  let tooLate: () => void = () => undefined
  const late = new Promise<null>((resolve) => (tooLate = () => resolve(null)))
  const timer = setTimeout(tooLate, waitMs) // unlike a signal's timer, it can be cleared: lists wait repeatedly
  for (const signal of signals) signal.addEventListener('abort', tooLate, { once: true })
  if (signals.some(({ aborted }) => aborted)) tooLate()
  return Promise.race([work, late]).finally(() => {
    clearTimeout(timer)
    for (const signal of signals) signal.removeEventListener('abort', tooLate)
  })
}
