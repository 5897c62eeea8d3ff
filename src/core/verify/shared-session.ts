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

/** An address to ask about, and the run that grants the right to. */
export interface OwnQuestion {
  address: Question['address']
  given: Question['given']
  run: VerificationRun
}

/** After this, the runs of a dead process go to others. */
export const RUN_LEASE_MS = 60 * SECOND_MS
const RENEWAL_MS = 20 * SECOND_MS

/**
 * Runs one session in a slot that was entered, and leaves the slot. Meanwhile its runs are renewed; after an error they are
 * given back.
 * @returns outcomes by address; addresses not asked about or not answered are missing
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
