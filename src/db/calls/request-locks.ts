import { Client } from 'pg'
import { KEEPALIVE } from '../worker-presence.ts'
import { ADVISORY_LOCKS } from '../advisory-locks.ts'

/**
 * Says which requests run, for all processes on the database: a lock for each, held by a connection of this process alone.
 * Locks end with their process, at once and without clocks, however it ends.
 */
export interface RequestLocks {
  /** Takes the lock of a request. @returns how to give it back, or null while the request runs here or elsewhere. */
  take: (name: string) => Promise<(() => Promise<void>) | null>
  close: () => Promise<void>
}

const REQUEST_LOCK = `hashtextextended($1, ${ADVISORY_LOCKS.request})`
const LOCK = `select pg_try_advisory_lock(${REQUEST_LOCK}) as locked`
const UNLOCK = `select pg_advisory_unlock(${REQUEST_LOCK})`
/** A database that takes longer for this is not there. */
const ANSWERS_WITHIN_MS = 10_000

/** No connection is made before the first lock. When it breaks its locks are lost; what runs here is still known here. */
export function createRequestLocks(connectionString: string): RequestLocks {
  const runningHere = new Set<string>()
  let connected: Promise<Client> | null = null

  function connection(): Promise<Client> {
    const known = (connected ??= connect(connectionString, () => {
      if (connected === known) connected = null
    }))
    return known
  }

  /** On a connection that failed once nothing is certain: it ends, and with it what it still holds. */
  async function ask<Row extends object>(client: Client, text: string, name: string): Promise<Row | undefined> {
    try {
      return (await client.query<Row>(text, [name])).rows[0]
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
  }

  return {
    take: async (name) => {
      if (runningHere.has(name)) return null
      runningHere.add(name)
      try {
        const client = await connection()
        const taken = await ask<{ locked: boolean }>(client, LOCK, name)
        if (taken?.locked === true)
          return async () => {
            await ask(client, UNLOCK, name).catch(() => undefined)
            runningHere.delete(name)
          }
        runningHere.delete(name)
        return null
      } catch (error) {
        runningHere.delete(name)
        throw error
      }
    },
    close: async () => {
      const client = await connected?.catch(() => null)
      await client?.end().catch(() => undefined)
    },
  }
}

async function connect(connectionString: string, onLost: () => void): Promise<Client> {
  const client = new Client({
    connectionString,
    application_name: 'quarry requests',
    keepAlive: true,
    connectionTimeoutMillis: ANSWERS_WITHIN_MS,
    query_timeout: ANSWERS_WITHIN_MS,
  })
  client.on('error', onLost).on('end', onLost)
  try {
    await client.connect()
    await client.query(KEEPALIVE)
    return client
  } catch (error) {
    onLost()
    await client.end().catch(() => undefined)
    throw error
  }
}
