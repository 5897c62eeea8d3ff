import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'pg'
import { PgBoss, type Job } from 'pg-boss'
import type { Logger } from 'pino'
import type { JobKind } from '../lib/process/job-kind.ts'
import type { Database } from './database.ts'
import { createWorkLook } from './due-work.ts'
import { isOfBoss, rememberMade } from './made-queues.ts'
import { keepQueueTimes } from './queue-clock.ts'
import { unhurried } from './session-settings.ts'
import { throughPooler } from './through-pooler.ts'
import type { DueWork, WorkKind } from './due-work.ts'

interface SendOptions {
  /** While a job of this queue with the same key waits or runs, no other is accepted. */
  singletonKey?: string
  startAfterSeconds?: number
  /** Further attempts after a failure, or after the death of a worker. */
  retryLimit?: number
  /** Longest duration of one attempt. */
  expireInSeconds?: number
}

export interface JobContext {
  id: string
  /** Aborted when the job has taken too long or was given to another worker, or when the process stops. */
  signal: AbortSignal
}

/** Throws when the job is not done: it is then tried again. */
type JobHandler<Payload> = (payload: Payload, context: JobContext) => Promise<void>

interface QueueCounts {
  ready: number
  deferred: number
  active: number
  failed: number
}

export interface JobQueue {
  start: () => Promise<void>
  /** @returns the job's id, or null if one with the same key waits or runs. */
  send: <Payload extends object>(
    kind: JobKind<Payload>,
    payload: NoInfer<Payload>,
    options?: SendOptions,
  ) => Promise<string | null>
  /** A job whose payload does not match its kind fails and is logged. */
  work: <Payload extends object>(
    kind: JobKind<Payload>,
    options: { concurrency: number },
    handler: JobHandler<Payload>,
  ) => Promise<void>
  /** Wakes loops that do work other than jobs. */
  due: (kind: WorkKind) => DueWork
  /** Work that continues on its own until `signal` ends it; `stop` waits for it as it does for jobs. */
  keepUp: (loop: (signal: AbortSignal) => Promise<void>) => void
  /** Adds a job without a payload each time the cron expression is due (UTC); never two of it at once. */
  schedule: <Payload extends object>(kind: JobKind<Payload>, cron: string) => Promise<void>
  /** Removes a schedule of an earlier version. */
  unschedule: (name: string) => Promise<void>
  /** Gives running jobs this long to end; those that still run are tried again elsewhere. */
  stop: (options: { timeoutMs: number }) => Promise<void>
  /** Per queue, as last counted (see `superviseSeconds`). */
  counts: () => Promise<Record<string, QueueCounts>>
}

export interface JobQueueOptions {
  log: Pick<Logger, 'warn' | 'error'>
  /** The clock by which crawls and emails are due. */
  now?: () => Date
  /** A job whose worker shows no sign of life for this long is given to another; at least 10. */
  heartbeatSeconds?: number
  /** How often one of the nodes checks for that. */
  superviseSeconds?: number
}

/** However long no worker runs, no job is thrown away: by default, pg-boss would delete it after two weeks. */
const WAITING = { retentionSeconds: 366 * 24 * 3600 }

/** One poll for all queues wakes their workers, which need not poll themselves. */
const SELDOM_SECONDS = 24 * 3600
const POLLING = { pollingIntervalSeconds: SELDOM_SECONDS, notifyPollingIntervalSeconds: SELDOM_SECONDS }

/** Only for taking and ending jobs; the work they do has its own connections. */
const CONNECTIONS = 2
const CONNECT_WITHIN_MS = 10_000
/** Intervals of parts of pg-boss that Quarry does not use, or that may run late. */
const SLOWLY = { cronWorkerIntervalSeconds: 20, flowIntervalSeconds: 3600, bamIntervalSeconds: 3600 }

/** A thin layer over pg-boss: one kind of queue, and only what Quarry needs. */
export function createJobQueue(database: Database, options: JobQueueOptions): JobQueue {
  const { log, now = () => new Date(), heartbeatSeconds = 20, superviseSeconds = 40 } = options
  const pool = openJobPool(database)
  const look = createWorkLook({ pool, isDistributed: database.isDistributed, direct: database.direct, now, log })
  const boss = new PgBoss({
    db: {
      executeSql: (text, values) => pool.query(text, values),
      listen: async (channel, message, begins) => ({
        close: await database.direct.listen(channel, { message: (name) => (idle.get(name) ?? message)(name), begins }),
      }),
    },
    schema: 'pgboss',
    createSchema: false, // migrations create it: the role of a running Quarry may not
    useListenNotify: true,
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
    ...SLOWLY,
  })
  boss.on('warning', ({ message, data }) => log.warn({ data }, `The job queue warned: ${message}`))
  const stopping = new AbortController()
  // Errors of connections that end with this process are expected while stopping.
  const failed = (error: Error) =>
    stopping.signal.aborted || log.error({ err: error }, 'The job queue reported an error.')
  boss.on('error', failed)
  pool.on('error', failed)
  const working = new Set<string>()
  /** Queues whose workers have not started, and how to start them: pg-boss notifies only started ones. */
  const idle = new Map<string, () => void>()
  const beginnings: Promise<unknown>[] = []
  const loops: Promise<void>[] = []
  const { ensureQueue, ensureSchedule, endSchedule, readMade } = rememberMade(boss, heartbeatSeconds)
  const executeSql = (text: string, values?: unknown[]) => database.pool.query(text, values)

  return {
    start: async () => {
      await boss.start()
      await readMade()
      loops.push(
        keepQueueTimes(pool, stopping.signal, (error) =>
          error === null
            ? log.warn("The database's clock had run ahead: the times of schedules and jobs have been corrected.")
            : failed(error),
        ),
      )
    },

    send: async (
      { name, payload: schema },
      payload,
      { singletonKey = randomUUID(), startAfterSeconds, ...options } = {},
    ) => {
      const data = schema.parse(payload)
      await ensureQueue(name)
      const startAfter = startAfterSeconds === undefined ? {} : { startAfter: startAfterSeconds }
      // Part of the caller's transaction: no job without its work, no work without its job.
      const db = database.pool.isTogether ? { db: { executeSql } } : {}
      return boss.send(name, data, { ...WAITING, singletonKey, ...startAfter, ...options, ...db })
    },

    work: async (kind, { concurrency }, handler) => {
      const { name } = kind
      await ensureQueue(name)
      working.add(name)
      const checked = checking(kind, handler, log)
      const wakes: (() => void)[] = []
      const beginAll = async (): Promise<void> => {
        while (wakes.length < concurrency) wakes.push(await startWorker(boss, name, checked, stopping.signal))
      }
      // Most queues are empty most of the time: their workers start, by asking for a job, once one is known to wait.
      const begin = (): void => {
        if (stopping.signal.aborted || !idle.delete(name)) return
        const again = (error: Error): void => {
          failed(error)
          idle.set(name, begin)
        }
        beginnings.push(beginAll().catch(again))
      }
      idle.set(name, begin)
      look.onQueue(name, () => {
        idle.get(name)?.()
        for (const wake of wakes) wake()
      })
    },

    due: look.of,

    keepUp: (loop) => void loops.push(loop(stopping.signal)),

    schedule: async ({ name, payload }, cron) => {
      await ensureQueue(name)
      await ensureSchedule(name, cron, payload.parse({}))
    },

    unschedule: endSchedule,

    stop: async ({ timeoutMs }) => {
      stopping.abort()
      look.stop()
      const timer = new AbortController()
      await Promise.all(beginnings)
      const ended = Promise.all([...loops, ...Array.from(working, (name) => boss.offWork(name))])
      await Promise.race([ended, sleep(timeoutMs, undefined, { signal: timer.signal }).catch(() => {})])
      timer.abort()
      await boss.stop({ graceful: false })
      if (!pool.ending) await pool.end()
    },

    counts: () => countsOf(boss),
  }
}

function openJobPool(database: Database): Pool {
  const pool = new Pool({
    connectionString: database.connectionString,
    application_name: 'quarry jobs',
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    ...(!database.isPooled && unhurried(database.connectionString)),
  })
  if (database.isPooled) throughPooler(pool)
  return pool
}

/** Jobs in each queue of Quarry, by state. */
async function countsOf(boss: PgBoss): Promise<Record<string, QueueCounts>> {
  const queues = (await boss.getQueues()).filter(({ name }) => !isOfBoss(name))
  return Object.fromEntries(
    queues.map((queue) => [
      queue.name,
      {
        ready: queue.readyCount,
        deferred: queue.deferredCount,
        active: queue.activeCount,
        failed: queue.failedCount,
      },
    ]),
  )
}

/** Passes on only payloads of this kind. */
function checking<Payload extends object>(
  { name, payload }: JobKind<Payload>,
  handler: JobHandler<Payload>,
  log: JobQueueOptions['log'],
): JobHandler<unknown> {
  return async (data, context) => {
    const checked = payload.safeParse(data)
    if (checked.success) return handler(checked.data, context)
    log.error({ err: checked.error, job: context.id }, `A job ${name} has an invalid payload.`)
    throw checked.error
  }
}

/**
 * Runs one job at a time and asks for the next right after the last: by default, pg-boss would wait for its next poll.
 * @returns a function that makes it ask; unnecessary while it is working.
 */
async function startWorker(
  boss: PgBoss,
  name: string,
  handler: JobHandler<unknown>,
  stopping: AbortSignal,
): Promise<() => void> {
  let isBusy = false
  const run = async ([job]: Job[]) => {
    if (job === undefined) return
    isBusy = true
    try {
      await handler(job.data, { id: job.id, signal: AbortSignal.any([job.signal, stopping]) })
    } finally {
      isBusy = false
      boss.notifyWorker(workerId)
    }
  }
  const workerId = await boss.work(name, POLLING, run)
  return () => void (isBusy || boss.notifyWorker(workerId))
}
