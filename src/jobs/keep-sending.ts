import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { sendDueMessages } from '../core/campaigns/send-due-messages.ts'
import { SECOND_MS } from '../lib/process/clock.ts'

/** Where what is due may not leave yet, by windows and limits. Gaps are a minute by default: nobody sees two seconds. */
const AGAIN_AFTER_MS = 2 * SECOND_MS
/** What a process left behind that died is found by looking. */
const LOOK_AT_LEAST_MS = 30 * SECOND_MS

/** Looks for due messages until the process stops; every process does, and they share the mailboxes. */
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
