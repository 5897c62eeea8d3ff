import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { ADVISORY_LOCKS } from './advisory-locks.ts'

/**
 * A sign that this process lives, which ends with it: a lock that belongs to a connection of its own. Who finds the lock
 * free knows that the process is gone, at once and without clocks.
 */
export interface WorkerPresence {
  /** The id under which this process leases work; enters when it has not, or anew when the sign was lost. */
  enter: () => Promise<string>
  /** Gives up the id: what was leased under it counts as left behind. */
  abandon: (id: string) => Promise<void>
  /** Ends when `work` ends; `leave` waits for it. */
  during: <T>(work: Promise<T>) => Promise<T>
  leave: (options: { withinMs: number }) => Promise<void>
}

/** Of the worker named by the first parameter. */
export const PRESENCE_LOCK = `hashtextextended($1, ${ADVISORY_LOCKS.presence})`

/** A host that vanished is noticed within two minutes. */
export const KEEPALIVE = 'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 15; set tcp_keepalives_count = 5'

export function createWorkerPresence(connectionString: string): WorkerPresence {
  let present: Promise<{ id: string; client: Client }> | null = null
  const working = new Set<Promise<unknown>>()

  async function appear(): Promise<{ id: string; client: Client }> {
    const id = randomUUID()
    const client = new Client({ connectionString, application_name: 'quarry sending', keepAlive: true })
    client.on('error', () => (present = null))
    client.on('end', () => (present = null))
    await client.connect()
    await client.query(KEEPALIVE)
    await client.query(`select pg_advisory_lock(${PRESENCE_LOCK})`, [id])
    return { id, client }
  }

  async function disappear(): Promise<void> {
    const last = present
    present = null
    const found = await last?.catch(() => null)
    await found?.client.end().catch(() => undefined)
  }

  return {
    enter: async () => {
      present ??= appear()
      const entered = present
      try {
        return (await entered).id
      } catch (error) {
        if (present === entered) present = null
        throw error
      }
    },
    abandon: async (id) => {
      if ((await present?.catch(() => null))?.id === id) await disappear()
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
