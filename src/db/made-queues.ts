import { isDeepStrictEqual } from 'node:util'
import type { PgBoss } from 'pg-boss'

/** Never deleted by pg-boss, which does so in one statement however many there are: `ForgetEndedJobs` deletes in slices. */
const ENDED = { deleteAfterSeconds: 0 }

const QUEUE_DEFAULTS = {
  policy: 'exclusive', // one waiting or running job per key
  notify: true,
  retryLimit: 3,
  retryDelay: 1,
  retryDelayMax: 300,
  retryBackoff: true, // doubles the delay each time
  ...ENDED,
}

/**
 * A queue must be created before it is used, and schedules must be stored; each process makes sure of both once. What an
 * earlier start has already set up is only read, which saves almost all of several hundred statements.
 */
export function rememberMade(boss: PgBoss, heartbeatSeconds: number) {
  const queues = new Map<string, Promise<void>>()
  const schedules = new Map<string, string>()
  const ensureQueue = async (name: string): Promise<void> => {
    const made = queues.get(name) ?? boss.createQueue(name, { ...QUEUE_DEFAULTS, heartbeatSeconds })
    queues.set(name, made)
    await made.catch((error: unknown) => {
      queues.delete(name)
      throw error
    })
  }
  const ensureSchedule = async (name: string, cron: string, data: object): Promise<void> => {
    if (schedules.get(name) === scheduleText(cron, data)) return
    await boss.schedule(name, cron, data, SCHEDULED)
  }
  const endSchedule = async (name: string): Promise<void> => {
    if (schedules.delete(name)) await boss.unschedule(name)
  }
  const readMade = async (): Promise<void> => {
    for (const { name, deleteAfterSeconds } of await boss.getQueues()) {
      queues.set(name, Promise.resolve())
      if (deleteAfterSeconds !== ENDED.deleteAfterSeconds && !isOfBoss(name)) await boss.updateQueue(name, ENDED)
    }
    for (const { name, cron, timezone, data, options } of await boss.getSchedules()) {
      if (timezone === 'UTC' && isDeepStrictEqual(options, SCHEDULED)) schedules.set(name, scheduleText(cron, data))
    }
  }
  return { ensureQueue, ensureSchedule, endSchedule, readMade }
}

/** Queues that pg-boss uses itself. */
export const isOfBoss = (name: string): boolean => name.startsWith('__pgboss__')

/** A machine that is off or asleep at the hour, as laptops are at night, does the work once it is back; pg-boss would skip it. */
const SCHEDULED = { singletonKey: 'scheduled', missed: 'once' } as const

const scheduleText = (cron: string, data: object | null | undefined): string => JSON.stringify([cron, data])
