import type { Context } from '../../context.ts'
import { EVERY_MINUTE } from '../../lib/process/job-kind.ts'
import type { JobKind } from '../../lib/process/job-kind.ts'

/** Work done in the background, by any worker process. */
export interface JobDefinition<Payload extends object, Needs> extends JobKind<Payload> {
  /** How many jobs of this kind one process runs at a time. */
  concurrency: number
  /** When jobs without a payload run: a cron expression in UTC. `EVERY_MINUTE` first checks whether there is anything to do. */
  schedule?: string
  /** Also run when a process starts, if an earlier one left something: it need not wait for the schedule. */
  atStart?: boolean
  /** Throws if the job is not done, which is then retried. `signal` aborts if it takes too long or the process stops. */
  run: (needs: Needs, payload: Payload, signal: AbortSignal) => Promise<unknown>
}

export interface Job<Payload extends object, Needs> extends JobKind<Payload> {
  schedule: string | undefined
  atStart: boolean
  /** Makes this process run jobs of this kind. */
  start: (needs: Needs & Pick<Context, 'queue'>) => Promise<void>
}

/**
 * Defines a kind of job: its name, its payload and what it does. `queue.send(Definition, payload)` sends one, and processes
 * whose worker lists it run it.
 */
export function job<Payload extends object, Needs>(definition: JobDefinition<Payload, Needs>): Job<Payload, Needs> {
  const { name, payload, concurrency, schedule, atStart = false, run } = definition
  const kind = { name, payload }
  return {
    ...kind,
    schedule,
    atStart,
    start: async (needs) => {
      const { queue } = needs
      await queue.work(kind, { concurrency }, async (given, { signal }) => void (await run(needs, given, signal)))
      if (schedule === EVERY_MINUTE) await queue.unschedule(name)
      else if (schedule !== undefined) await queue.schedule(kind, schedule)
    },
  }
}
