import type { Context } from '../context.ts'
import { checkAddress } from '../core/verify/check-address.ts'
import { isAddressOptedOut } from '../core/optouts/opted-out.ts'
import { VERIFY_LATER_JOB } from '../core/verify/verification-runs.ts'
import { MINUTE_MS } from '../lib/process/clock.ts'
import { readAddress } from '../lib/addresses/address-syntax.ts'

const CONCURRENCY = 4
/** As long as a dialogue may take. */
const WAIT_MS = 2 * MINUTE_MS
/** Without a network here nothing was asked. */
const NETWORK_PAUSE_SECONDS = 60

/** Asks again what mail servers wanted asked again, with the same sender, recipient and address of ours. */
export async function startVerifyLater(context: Context): Promise<void> {
  await context.queue.work<{ email: string }>(VERIFY_LATER_JOB, { concurrency: CONCURRENCY }, ({ email }, { signal }) =>
    verifyLater(context, email, signal),
  )
}

async function verifyLater(context: Context, email: string, signal: AbortSignal): Promise<void> {
  const reading = readAddress(email)
  if (reading.kind !== 'address' || (await isAddressOptedOut(context, reading.address))) return
  const checked = await checkAddress(context, reading.address, {
    waitMs: WAIT_MS,
    signal,
    priority: 'bulk',
    again: true,
  })
  if (checked.state === 'done' && checked.outcome.reason === 'no_network')
    await context.queue.send(VERIFY_LATER_JOB, { email }, { startAfterSeconds: NETWORK_PAUSE_SECONDS })
  // What the end of this process cut short is done by another.
  signal.throwIfAborted()
}
