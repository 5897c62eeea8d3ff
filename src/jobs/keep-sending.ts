import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { sendDueMessages } from '../core/campaigns/send-due-messages.ts'
import { SECOND_MS } from '../lib/process/clock.ts'

/**
 * Pause after each look: windows and limits may hold due messages back. Gaps are a minute by default, so two seconds do not
 * matter.
 */
const AGAIN_AFTER_MS = 2 * SECOND_MS
/** How soon messages left behind by a dead process are found. */
const LOOK_AT_LEAST_MS = 30 * SECOND_MS

/** Looks for due messages until the process stops; every process does so, and they share the mailboxes. */
export function startSending(context: Context): void {
  void keepSending(context)
}

async function keepSending(context: Context): Promise<void> {
  const { signal } = context.stopping
  const due = context.queue.due('mails')
  while (!signal.aborted) {
    await due.wait(LOOK_AT_LEAST_MS, signal)
    try {
      if ((await sendDueMessages(context)) > 0) due.wake()
    } catch (error) {
      if (!signal.aborted) context.log.error({ err: error }, 'Due messages could not be sent.')
    }
    await sleep(AGAIN_AFTER_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
