import { EVERY_MINUTE, NO_PAYLOAD } from '../../lib/process/job-kind.ts'
import { DAY_MS, MINUTE_MS } from '../../lib/process/clock.ts'
import type { Part } from '../../context.ts'
import type { GrantNeeds } from './grant-needs.ts'
import { renewToken } from './token-for.ts'
import { job } from '../capability/job.ts'

const AT_ONCE = 8
const GRANTS_A_LOOK = 500
/** Early enough that nobody has to wait. */
const SOON_MS = 5 * MINUTE_MS

type Needs = GrantNeeds & Part<never, 'mailboxConnects'>

/** Fetches tokens before they are needed, retries what failed, and removes connections without a consent. */
export const RefreshTokens = job({
  name: 'refresh-tokens',
  payload: NO_PAYLOAD,
  concurrency: 1,
  schedule: EVERY_MINUTE,
  run: (context: Needs, _, signal) => refreshTokens(context, signal),
})

/** One round. Any number of processes may run it: each grant is refreshed by one of them. */
export async function refreshTokens(context: Needs, signal: AbortSignal): Promise<void> {
  const { store, clock, log } = context
  const now = clock.now()
  const due = await store.mailboxGrants.due(now, new Date(now.getTime() + SOON_MS), GRANTS_A_LOOK)
  const queue = due.values()
  const refresh = async (): Promise<void> => {
    for (const grant of queue) {
      if (signal.aborted) return
      try {
        await renewToken(context, grant)
      } catch (error) {
        log.error({ err: error, accountId: grant.accountId }, 'The token of a mailbox could not be refreshed.')
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, refresh))
  await store.mailboxConnects.tidy(now, new Date(now.getTime() - DAY_MS))
}
