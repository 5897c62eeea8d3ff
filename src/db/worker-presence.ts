import { randomUUID } from 'node:crypto'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import type { DirectConnection } from './direct-connection.ts'

/**
 * A sign that this process is alive, which ends with it: a lock that belongs to its direct connection. A process that finds the
 * lock free knows at once, without clocks, that its owner is gone.
 */
export interface WorkerPresence {
  /** The id this process leases work under; registers if it has not, or again if its presence was lost. */
  enter: () => Promise<string>
  /** Gives up the id: what was leased under it counts as left behind. */
  abandon: (id: string) => Promise<void>
  /** Settles with `work`; `leave` waits for it. */
  during: <T>(work: Promise<T>) => Promise<T>
  leave: (options: { withinMs: number }) => Promise<void>
}

/** Lock of the worker whose id is the first parameter. */
export const PRESENCE_LOCK = `hashtextextended($1, ${ADVISORY_LOCKS.presence})`

/** A condition: the worker whose id is in this column is gone. Several processes may find out at once. */
export const isGone = (column: string): string =>
  `pg_try_advisory_xact_lock_shared(hashtextextended(${column}::text, ${ADVISORY_LOCKS.presence}))`

export function createWorkerPresence(direct: DirectConnection): WorkerPresence {
  let present: Promise<string> | null = null
  const working = new Set<Promise<unknown>>()
  direct.onLost(() => (present = null))

  async function appear(): Promise<string> {
    const id = randomUUID()
    await direct.query(`select pg_advisory_lock(${PRESENCE_LOCK})`, [id])
    return id
  }

  async function disappear(): Promise<void> {
    const last = present
    present = null
    const id = await last?.catch(() => null)
    if (typeof id === 'string')
      await direct.query(`select pg_advisory_unlock(${PRESENCE_LOCK})`, [id]).catch(() => undefined)
  }

  return {
    enter: async () => {
      const entered = (present ??= appear())
      try {
        return await entered
      } catch (error) {
        if (present === entered) present = null
        throw error
      }
    },
    abandon: async (id) => {
      if ((await present?.catch(() => null)) === id) await disappear()
    },
    during: async (work) => {
      working.add(work)
      try {
        return await work
      } finally {
        working.delete(work)
      }
    },
    leave: async ({ withinMs }) => {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, withinMs)))
      await Promise.race([Promise.allSettled(working), late])
      clearTimeout(timer)
      await disappear()
    },
  }
}
