import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { anyMessageDue } from './campaigns/outbox-statements.ts'
import { anyReplyDue } from './campaigns/reply-outbox-store.ts'
import type { DirectConnection } from './direct-connection.ts'
import { anyCrawlDue, SOME_CRAWL_DUE } from './index/crawls-store.ts'
import { WORK_CHANNEL } from './work-channel.ts'

/** Work that is not a job: it waits in tables of its own. */
export type WorkKind = 'crawls' | 'mails'

/** Wakes the loop that does such work. */
export interface DueWork {
  /** Resolves when there may be work, after `maxMs`, or when `signal` fires; at once if `wake` was called since the last wait. */
  wait: (maxMs: number, signal: AbortSignal) => Promise<void>
  /** Reports that there may be more. */
  wake: () => void
}

/**
 * One query every three seconds for the whole process, whatever it does: which queues have a job that may start, and whether
 * crawls and emails are due. Notifications are acted on at once; the query finds what becomes due over time and what was
 * missed.
 */
export interface WorkLook {
  /** @param wake called whenever a job of the queue may start. */
  onQueue: (name: string, wake: () => void) => void
  of: (kind: WorkKind) => DueWork
  stop: () => void
}

interface Due {
  queues: string[]
  crawls: boolean
  mails: boolean
}

const LOOK_EVERY_MS = 3_000
/** The first query covers everything registered while a process starts. */
const GATHER_MS = 10

/** $1 the clock of the process, by which crawls and emails are due; $2 queues; $3, $4 whether to look for crawls and for emails. */
const look = (
  crawls: string,
): string => `select array(select q.name from unnest($2::text[]) as q (name) where exists (select 1 from pgboss.job j
    where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now())) as queues,
  $3 and ${crawls} as crawls, $4 and (${anyMessageDue('$1')} or ${anyReplyDue('$1')}) as mails`
const LOOK = { one: look(anyCrawlDue('$1')), nodes: look('false') }

interface Looking {
  pool: Pool
  isDistributed: boolean
  direct: DirectConnection
  now: () => Date
  log: Pick<Logger, 'error'>
}

/** Queries nothing until something is registered. */
export function createWorkLook({ pool, isDistributed, direct, now, log }: Looking): WorkLook {
  const queues = new Map<string, () => void>()
  const kinds = new Map<WorkKind, DueWork>()
  const stopped = new AbortController()
  let looking: Promise<void> | null = null

  async function look(): Promise<void> {
    const values = [now(), [...queues.keys()], kinds.has('crawls'), kinds.has('mails')]
    const { rows } = await pool.query<Due>({ name: 'due-work', text: isDistributed ? LOOK.nodes : LOOK.one, values })
    const [due] = rows
    for (const name of due?.queues ?? []) queues.get(name)?.()
    if (due?.mails === true) kinds.get('mails')?.wake()
    if (due?.crawls === true || (await isCrawlDueAtNodes())) kinds.get('crawls')?.wake()
  }

  async function isCrawlDueAtNodes(): Promise<boolean> {
    if (!isDistributed || !kinds.has('crawls')) return false
    return (await pool.query({ name: 'crawl-due', text: SOME_CRAWL_DUE, values: [now()] })).rowCount === 1
  }

  async function keepLooking(): Promise<void> {
    const { signal } = stopped
    let isFailing = false
    await sleep(GATHER_MS, undefined, { signal, ref: false }).catch(() => undefined)
    while (!signal.aborted) {
      try {
        await look()
        isFailing = false
      } catch (error) {
        if (!isFailing && !signal.aborted) log.error({ err: error }, 'Looking for due work failed.')
        isFailing = true
      }
      await sleep(LOOK_EVERY_MS, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  const begin = (): void => void (looking ??= keepLooking())

  return {
    onQueue: (name, wake) => {
      queues.set(name, wake)
      begin()
    },
    of: (kind) => {
      const known = kinds.get(kind)
      if (known !== undefined) return known
      const made = createDueWork()
      kinds.set(kind, made)
      begin()
      const message = (payload: string): void => void (payload === kind && made.wake())
      direct.listen(WORK_CHANNEL, { message, begins: made.wake }).catch(() => undefined)
      return made
    },
    stop: () => stopped.abort(),
  }
}

function createDueWork(): DueWork {
  let isDue = true
  let wakeUp: (() => void) | null = null
  return {
    wake: () => {
      isDue = true
      wakeUp?.()
    },
    wait: async (maxMs, signal) => {
      if (!isDue) {
        const woken = Promise.withResolvers<void>()
        wakeUp = woken.resolve
        const enough = new AbortController()
        const ended = AbortSignal.any([signal, enough.signal])
        await Promise.race([
          woken.promise,
          sleep(maxMs, undefined, { signal: ended, ref: false }).catch(() => undefined),
        ])
        enough.abort()
        wakeUp = null
      }
      isDue = false
    },
  }
}
