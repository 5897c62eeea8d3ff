import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../context.ts'
import { sendDueMessages } from '../core/campaigns/send-due-messages.ts'
import { SECOND_MS } from '../lib/process/clock.ts'

/** Gaps are a minute by default: nobody sees two seconds. */
const LOOK_EVERY_MS = 2 * SECOND_MS

/** Looks for due messages until the process stops; every process does, and they share the mailboxes. */
export function startSending(context: Context): void {
  void keepSending(context)
}

async function keepSending(context: Context): Promise<void> {
  const { signal } = context.stopping
  while (!signal.aborted) {
    try {
      await sendDueMessages(context)
    } catch (error) {
      if (!signal.aborted) context.log.error({ err: error }, 'Due messages could not be sent.')
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
