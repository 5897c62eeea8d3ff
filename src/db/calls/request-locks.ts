import { ADVISORY_LOCKS } from '../advisory-locks.ts'
import type { DirectConnection } from '../direct-connection.ts'

/**
 * Records which requests are running, for all processes on the database: one lock per request on the direct connection of this
 * process. Locks end with their process, at once and without clocks, however it ends.
 */
export interface RequestLocks {
  /** Takes the lock of a request. @returns a function that releases it, or null while the request runs here or elsewhere. */
  take: (name: string) => Promise<(() => Promise<void>) | null>
}

const REQUEST_LOCK = `hashtextextended($1, ${ADVISORY_LOCKS.request})`
const LOCK = `select pg_try_advisory_lock(${REQUEST_LOCK}) as locked`
const UNLOCK = `select pg_advisory_unlock(${REQUEST_LOCK})`
/** A database that takes longer for this is unavailable. */
const ANSWERS_WITHIN_MS = 10_000

/** If the connection breaks, its locks are lost, but this process still knows what it is running. */
export function createRequestLocks(direct: DirectConnection): RequestLocks {
  const runningHere = new Set<string>()

  const unlock = (name: string): Promise<unknown> =>
    direct.query(UNLOCK, [name], ANSWERS_WITHIN_MS).catch(() => undefined)

  async function lock(name: string): Promise<boolean> {
    try {
      const [taken] = await direct.query<{ locked: boolean }>(LOCK, [name], ANSWERS_WITHIN_MS)
      return taken?.locked === true
    } catch (error) {
      // It may still be taken: the next statement on the same connection releases it.
      void unlock(name)
      throw error
    }
  }

  return {
    take: async (name) => {
      if (runningHere.has(name)) return null
      runningHere.add(name)
      try {
        if (await lock(name))
          return async () => {
            await unlock(name)
            runningHere.delete(name)
          }
        runningHere.delete(name)
        return null
      } catch (error) {
        runningHere.delete(name)
        throw error
      }
    },
  }
}
