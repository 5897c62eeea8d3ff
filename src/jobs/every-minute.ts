import type { Part } from '../context.ts'
import { job } from '../core/capability/job.ts'
import type { JobKind } from '../lib/process/job-kind.ts'
import { NO_PAYLOAD } from '../lib/process/job-kind.ts'

type Needs = Part<'clock' | 'queue', 'minuteLook'>
type Kinds = readonly Pick<JobKind<object>, 'name' | 'payload'>[]

/** Of the one look for all kinds. */
const CRON = '*/1 * * * *'

/**
 * One look per minute for all kinds of frequent jobs, whatever the number of processes. A dozen empty jobs a minute would be
 * most of an idle installation's database load.
 */
export const everyMinute = (kinds: Kinds) =>
  job({
    name: 'every-minute',
    payload: NO_PAYLOAD,
    concurrency: 1,
    schedule: CRON,
    run: (needs: Needs) => sendWhatHasWork(needs, kinds),
  })

/** Sends a job of each kind that may have something to do. */
export async function sendWhatHasWork({ store, clock, queue }: Needs, kinds: Kinds): Promise<void> {
  const idle = await store.minuteLook.idle(clock.now())
  for (const kind of kinds) if (!idle.has(kind.name)) await queue.send(kind, {}, { singletonKey: 'scheduled' })
}

/**
 * Sends a job of each kind that an earlier process may have left something to do. Its key is not that of scheduled ones, which
 * the job of a process that died holds for a while.
 */
export async function sendWhatWasLeft({ store, queue }: Omit<Needs, 'clock'>, kinds: Kinds): Promise<void> {
  const idle = await store.minuteLook.idleAtStart()
  for (const kind of kinds) if (!idle.has(kind.name)) await queue.send(kind, {})
}
