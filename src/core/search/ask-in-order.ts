import { lookUpAddress } from '../../engine/verify/verifier.ts'
import type { EmailAddress } from '../../lib/addresses/email-address.ts'
import { withDeadline } from '../../lib/process/with-deadline.ts'
import { converse, RUN_LEASE_MS } from '../verify/shared-session.ts'
import { beginRuns, concludeRuns, giveBackRuns } from '../verify/verification-runs.ts'
import type { VerifyNeeds } from '../verify/verify-needs.ts'

/**
 * Asks about addresses of one domain, in order and in one session, until one is accepted; the verdicts are stored, where all
 * callers find them. Leaves out addresses that have a verdict or that others are asking about.
 * @param waitMs how long to wait for a slot at the mail servers
 */
export async function askInOrder(
  context: VerifyNeeds,
  addresses: readonly EmailAddress[],
  waitMs: number,
): Promise<void> {
  const open = await withoutVerdict(context, addresses)
  const [first] = open
  // A single address is checked by its caller.
  if (first === undefined || open.length === 1 || first !== addresses[0]) return
  const { needs } = context.verification
  await withDeadline(waitMs, context.stopping.signal, async (signal) => {
    const looked = await lookUpAddress(needs, first, signal)
    if (looked.outcome !== null) return
    const { hosts } = looked
    const slot = await needs.slots.enter(hosts.group, { signal, priority: 'interactive' })
    if (slot.outcome !== 'entered') return
    const runs = await beginRuns(context, open, RUN_LEASE_MS)
    const own = []
    for (const address of open) {
      const run = runs.get(address.full)
      const known = run === undefined ? null : await lookUpAddress(needs, address, signal)
      if (run !== undefined && known?.outcome === null) own.push({ address, run, given: known.given })
    }
    if (own.length === 0) return slot.leave({ report: 'unused' })
    const outcomes = await converse(context, own, { hosts, slot }, { untilAccepted: true })
    if (context.stopping.signal.aborted) return giveBackRuns(context, own)
    const tried = own.flatMap((one) => {
      const outcome = outcomes.get(one.address.full)
      return outcome === undefined ? [] : [{ ...one, outcome }]
    })
    await concludeRuns(context, tried)
    await giveBackRuns(
      context,
      own.filter(({ address }) => !outcomes.has(address.full)),
    )
  })
}

async function withoutVerdict(
  { store, clock }: Pick<VerifyNeeds, 'store' | 'clock'>,
  addresses: readonly EmailAddress[],
): Promise<EmailAddress[]> {
  const now = clock.now()
  const found = await Promise.all(
    addresses.map(({ domain, full }) => store.verifications.findFresh({ domain, value: full }, now)),
  )
  return addresses.filter((_, index) => found[index] === null)
}
