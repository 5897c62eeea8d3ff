import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'

/** What pg-boss leaves behind if the database's clock runs ahead and is set right: by itself, it would wait for the wrong date. */

const LOOK_EVERY_MS = 60_000

/** Each pass over the schedules stores its time, and the next one waits until it is half a minute old. */
const PASSES = `update pgboss.version set cron_on = null, bam_on = null, flow_on = null, reindex_on = null, monitor_backoff_on = null
  where cron_on > now() + interval '1 hour'`

const QUEUES = `update pgboss.queue set monitor_claim_on = null, monitor_on = null, maintain_on = null
  where greatest(monitor_claim_on, monitor_on, maintain_on) > now()`

/** A job that was created or failed by then starts now; one whose process has died is found as soon as usual. */
const JOBS = [
  `update pgboss.job set start_after = now(), created_on = least(created_on, now())
    where state < 'active' and start_after > now() and (created_on > now() or state = 'retry')`,
  `update pgboss.job set started_on = least(started_on, now()), heartbeat_on = least(heartbeat_on, now())
    where state = 'active' and greatest(started_on, heartbeat_on) > now()`,
]

/** @returns whether a clock had run ahead. */
export async function correctQueueTimes(pool: Pool): Promise<boolean> {
  if ((await pool.query(PASSES)).rowCount === 0) return false
  for (const statement of [QUEUES, ...JOBS]) await pool.query(statement)
  return true
}

/** Looks every minute until `signal` fires. */
export async function keepQueueTimes(
  pool: Pool,
  signal: AbortSignal,
  told: (error: Error | null) => void,
): Promise<void> {
  while (!signal.aborted) {
    try {
      if (await correctQueueTimes(pool)) told(null)
    } catch (error) {
      told(error as Error)
    }
    await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}
