import type { VerificationRun } from '../../db/verify/verifications-store.ts'
import { isLastTry } from '../../engine/verify/freshness.ts'
import type { Slot } from '../../engine/verify/mx-slots.ts'
import type { Outcome } from '../../engine/verify/verification.ts'
import { verifyTogether } from '../../engine/verify/verifier.ts'
import type { Hosts, Question } from '../../engine/verify/verifier.ts'
import { SECOND_MS } from '../../lib/process/clock.ts'
import { withDeadline } from '../../lib/process/with-deadline.ts'
import { giveBackRuns, addressKeyOf, RUN_MS } from './verification-runs.ts'
import type { VerifyNeeds } from './verify-needs.ts'

/** An address to ask about, and the run that gives the right to. */
export interface OwnQuestion {
  address: Question['address']
  given: Question['given']
  run: VerificationRun
}

/** The runs of a process that died go to others after this. */
export const RUN_LEASE_MS = 60 * SECOND_MS
const RENEWAL_MS = 20 * SECOND_MS

/**
 * One session in a slot that has been entered; it is left here. While it lasts its runs are renewed, and an error gives them
 * back.
 * @returns outcomes by address; missing ones were not asked or not answered
 */
export async function converse(
  context: VerifyNeeds,
  own: readonly OwnQuestion[],
  at: { hosts: Hosts; slot: Slot },
  { untilAccepted = false }: { untilAccepted?: boolean } = {},
): Promise<Map<string, Outcome>> {
  const { store, clock, stopping } = context
  const keys = own.map(({ address }) => addressKeyOf(address))
  const renew = (): void =>
    void store.verifications.renew(keys, new Date(clock.now().getTime() + RUN_LEASE_MS)).catch(() => undefined)
  const renewal = setInterval(renew, RENEWAL_MS)
  const questions = own.map(({ address, given, run }) => ({ address, given, lastTry: isLastTry(run.tries) }))
  try {
    return await withDeadline(RUN_MS, stopping.signal, (signal) =>
      verifyTogether(context.verification.needs, questions, at, { signal, untilAccepted }),
    )
  } catch (error) {
    await giveBackRuns(context, own)
    throw error
  } finally {
    clearInterval(renewal)
  }
}
