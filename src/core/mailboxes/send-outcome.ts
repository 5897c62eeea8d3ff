import type { Part } from '../../context.ts'
import { MINUTE_MS } from '../../lib/process/clock.ts'
import { keepTrying } from '../../lib/process/keep-trying.ts'

/** Longer than a database restarts. After that, the message counts as one that may or may not have been sent. */
const TRIES_FOR_MS = MINUTE_MS
/** One that could not be prepared must not be leased again at once, in case it is the reason. */
const LATER_MS = MINUTE_MS

/** Stores what a mail server did, as soon as the database takes it: only this process knows, and nobody may ask the server again. */
export const storeOutcome = <T>({ stopping }: Part<'stopping'>, store: () => Promise<T>): Promise<T> =>
  keepTrying(store, { forMs: TRIES_FOR_MS, signal: stopping.signal })

/** Does what comes before a server is contacted. If it fails, nothing has been sent, and the mail is released for later. */
export async function orLater<T>(
  context: Part<'clock' | 'log' | 'stopping'>,
  { accountId }: { accountId: number },
  { work, release }: { work: () => Promise<T>; release: (dueAt: Date) => Promise<unknown> },
): Promise<T | null> {
  try {
    return await work()
  } catch (error) {
    context.log.error({ err: error, accountId }, 'An email could not be prepared; it is tried again.')
    await storeOutcome(context, () => release(new Date(context.clock.now().getTime() + LATER_MS)))
    return null
  }
}
