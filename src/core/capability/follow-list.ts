import { setTimeout as sleep } from 'node:timers/promises'
import type { Part } from '../../context.ts'
import { SECOND_MS } from '../../lib/process/clock.ts'
import { isUnfinished } from '../../lib/process/job-kind.ts'
import { timeLimit } from '../../lib/process/with-deadline.ts'
import type { Answer } from './capability.ts'

/** Clients that get progress reports wait longer; the door's own deadline is 110 s. */
const WAIT_WITH_PROGRESS_MS = 105 * SECOND_MS
const POLL_MS = 250
const RETRY_AFTER_SECONDS = 10

/** A list that is worked through in the background. */
export interface FollowedList {
  status: 'queued' | 'running' | 'done' | 'cancelled' | 'stopped'
  total: number
  done: number
}

/**
 * The list when it has ended, or its state when the caller's time is up; meanwhile the caller is told how far it is.
 * @param again reads its state
 * @param what has been done to those that are done: `addresses checked`
 */
export async function followList<List extends FollowedList>(
  { config, stopping, progress, signal }: Part<'config' | 'progress' | 'signal' | 'stopping'>,
  started: List,
  again: () => Promise<List>,
  what: string,
): Promise<List> {
  const waitMs = progress === null ? config.verification.waitMs : WAIT_WITH_PROGRESS_MS
  using limit = timeLimit(waitMs, signal, stopping.signal)
  let list = started
  while (isUnfinished(list) && !limit.signal.aborted) {
    progress?.({ done: list.done, total: list.total, message: `${list.done} of ${list.total} ${what}.` })
    await sleep(POLL_MS, undefined, { signal: limit.signal }).catch(() => undefined)
    list = await again()
  }
  return list
}

/** What an answer about a list adds as long as there is more to come. */
export const moreToCome = (list: FollowedList): Pick<Answer, 'status' | 'retryAfterSeconds'> =>
  isUnfinished(list) ? { status: 202, retryAfterSeconds: RETRY_AFTER_SECONDS } : {}
