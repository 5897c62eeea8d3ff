import type { Context } from '../../context.ts'
import { EVERY_MINUTE } from '../../lib/process/job-kind.ts'
import type { JobKind } from '../../lib/process/job-kind.ts'

/** Work that is done in the background, by any process that works. */
export interface JobDefinition<Payload extends object, Needs> extends JobKind<Payload> {
  /** How many jobs of this kind one process does at a time. */
  concurrency: number
  /** Jobs without a payload that run on a schedule: cron expression, UTC. `EVERY_MINUTE` looks first whether there is something to do. */
  schedule?: string
  /** Another job without a payload when a process starts: what a former one has left need not wait for the schedule. */
  atStart?: boolean
  /** Throws when the job is not done: it is then tried again. `signal` comes when it takes too long or the process stops. */
  run: (needs: Needs, payload: Payload, signal: AbortSignal) => Promise<unknown>
}

export interface Job<Payload extends object, Needs> extends JobKind<Payload> {
  schedule: string | undefined
  /** Has this process do such jobs. */
  start: (needs: Needs & Pick<Context, 'queue'>) => Promise<void>
}

/**
 * Defines a kind of job: its name, what it carries and what it does. It is sent by `queue.send(Definition, payload)`, and
 * done by processes whose worker lists it.
 */
export function job<Payload extends object, Needs>(definition: JobDefinition<Payload, Needs>): Job<Payload, Needs> {
  const { name, payload, concurrency, schedule, atStart, run } = definition
  const kind = { name, payload }
  return {
    ...kind,
    schedule,
    start: async (needs) => {
      const { queue } = needs
      await queue.work(kind, { concurrency }, async (given, { signal }) => void (await run(needs, given, signal)))
      if (schedule === EVERY_MINUTE) await queue.unschedule(name)
      else if (schedule !== undefined) await queue.schedule(kind, schedule)
      if (atStart === true) await queue.send(kind, payload.parse({}))
    },
  }
}
