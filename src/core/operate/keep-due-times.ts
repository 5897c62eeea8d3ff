import { setTimeout as sleep } from 'node:timers/promises'
import type { Part } from '../../context.ts'
import { clocksDiffer, MINUTE_MS } from '../../lib/process/clock.ts'

type Needs = Part<'clock' | 'log', 'dueTimes'>

/** Looks at the clock every minute until `signal` fires. */
export async function keepDueTimes(context: Needs, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await correctDueTimes(context)
    } catch (error) {
      if (!signal.aborted) context.log.error({ err: error }, 'The clocks could not be compared.')
    }
    await sleep(MINUTE_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/**
 * After a clock ran ahead and was set right: webhooks, visits, lists and sessions would otherwise wait, or last, until the wrong
 * date. A process whose own clock is not the database's corrects nothing, because others may be right.
 */
export async function correctDueTimes({ store, clock, log }: Needs): Promise<void> {
  const now = clock.now()
  const databaseNow = await store.dueTimes.databaseNow()
  const isWrong = clocksDiffer(now, databaseNow)
  const latest = await store.dueTimes.mark(now, isWrong && now > databaseNow ? databaseNow : null)
  if (isWrong) {
    log.warn({ now, databaseNow }, 'The clocks of this machine and the database differ: synchronise them with NTP.')
    return
  }
  if (latest <= now || !clocksDiffer(latest, now)) return
  const rows = await store.dueTimes.correct(now)
  if (rows > 0) log.warn({ latest, rows }, 'A clock had run ahead: times that came from it have been corrected.')
}
