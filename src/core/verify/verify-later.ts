import { readAddress } from '../../lib/addresses/address-syntax.ts'
import { MINUTE_MS } from '../../lib/process/clock.ts'
import { job } from '../capability/job.ts'
import { isAddressOptedOut } from '../optouts/opted-out.ts'
import { checkAddress } from './check-address.ts'
import { ASKED_AGAIN } from './verification-runs.ts'
import type { VerifyNeeds } from './verify-needs.ts'

/** The longest that a dialogue may take. */
const WAIT_MS = 2 * MINUTE_MS
/** Without a network, nothing was asked. */
const NETWORK_PAUSE_SECONDS = 60

/** Asks again if mail servers wanted that, with the same sender, recipient and address of ours. */
export const VerifyLater = job({
  ...ASKED_AGAIN,
  concurrency: 4,
  run: (context: VerifyNeeds, { email }, signal) => verifyLater(context, email, signal),
})

async function verifyLater(context: VerifyNeeds, email: string, signal: AbortSignal): Promise<void> {
  const reading = readAddress(email)
  if (reading.kind !== 'address' || (await isAddressOptedOut(context, reading.address))) return
  const checked = await checkAddress(context, reading.address, {
    waitMs: WAIT_MS,
    signal,
    priority: 'bulk',
    again: true,
  })
  if (checked.state === 'done' && checked.outcome.reason === 'no_network')
    await context.queue.send(VerifyLater, { email }, { startAfterSeconds: NETWORK_PAUSE_SECONDS })
  // If this process is ending, another one continues.
  signal.throwIfAborted()
}
