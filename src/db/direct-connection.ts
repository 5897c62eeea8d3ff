import { Client } from 'pg'
import type { QueryResult, QueryResultRow } from 'pg'
import { unhurried } from './session-settings.ts'

/**
 * The one connection that a process keeps for itself as long as it lives: for what it listens to and for locks that end with
 * it. It must not go through a pooler that reassigns connections after each transaction.
 */
export interface DirectConnection {
  /** For callers that need another connection of this kind for a while. */
  connectionString: string
  /**
   * Runs one statement, connecting first if there is no connection.
   * @throws when it fails or takes longer than `withinMs`; it may still be carried out
   */
  query: <Row extends QueryResultRow>(text: string, values?: unknown[], withinMs?: number) => Promise<Row[]>
  /** Listens to a channel, from now on and again after every lost connection. @returns a function that stops it. */
  listen: (channel: string, heard: Heard) => Promise<() => Promise<void>>
  /** @param lost called when the connection is gone, and with it every lock it held. @returns a function that unsubscribes. */
  onLost: (lost: () => void) => () => void
  close: () => Promise<void>
}

export interface Heard {
  message: (payload: string) => void
  /** Listening has begun; earlier notifications may have been missed. */
  begins?: () => void
  /** Listening has ended. */
  ends?: () => void
}

/** A database that takes longer to connect is unavailable. */
const CONNECT_WITHIN_MS = 10_000
const AGAIN_AFTER_MS = 1_000
const AT_MOST_AFTER_MS = 30_000
/** A connection that was cut silently answers no query: it counts as lost after this many in a row. */
const ASK_EVERY_MS = 15_000
const UNANSWERED = 3
/** Makes the server notice within two minutes that a host has vanished. */
const KEEPALIVE = 'set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 15; set tcp_keepalives_count = 5'

/** Connects only when needed. While something listens, a lost connection is restored automatically. */
export function createDirectConnection(connectionString: string): DirectConnection {
  const channels = new Map<string, Set<Heard>>()
  const lostTo = new Set<() => void>()
  let connected: Promise<Line> | null = null
  let failures = 0
  let again: NodeJS.Timeout | undefined
  let isClosed = false

  const everyHeard = (): Heard[] => [...channels.values()].flatMap((each) => [...each])

  function lose(gone: Promise<Line>): void {
    if (connected !== gone) return
    connected = null
    for (const { ends } of everyHeard()) ends?.()
    for (const lost of lostTo) lost()
    void gone.then(({ client }) => client.end()).catch(() => undefined)
    comeBack()
  }

  function comeBack(): void {
    if (isClosed || channels.size === 0 || again !== undefined) return
    const waitMs = Math.min(AGAIN_AFTER_MS * 2 ** failures, AT_MOST_AFTER_MS)
    failures += 1
    again = setTimeout(() => {
      again = undefined
      connection().catch(() => undefined)
    }, waitMs).unref()
  }

  function connection(): Promise<Line> {
    if (connected !== null) return connected
    if (isClosed) return Promise.reject(new Error('The direct connection to the database is closed.'))
    const made: Promise<Line> = open(connectionString, [...channels.keys()], {
      notified: (channel, payload) => {
        for (const { message } of channels.get(channel) ?? []) message(payload)
      },
      lost: () => lose(made),
    })
    connected = made
    made.then(
      () => {
        failures = 0
        if (connected === made) for (const { begins } of everyHeard()) begins?.()
      },
      () => lose(made),
    )
    return made
  }

  return {
    connectionString,

    query: async <Row extends QueryResultRow>(text: string, values: unknown[] = [], withinMs?: number) => {
      const { query } = await connection()
      return (await within(query<Row>(text, values), withinMs)).rows
    },

    listen: async (channel, heard) => {
      const others = channels.get(channel)
      const wasThere = connected
      channels.set(channel, (others ?? new Set<Heard>()).add(heard))
      const { client, query } = await connection()
      // A connection that is being opened listens to the channel on its own, and reports it.
      if (wasThere !== null && wasThere === connected) {
        if (others === undefined) await query(`listen ${client.escapeIdentifier(channel)}`)
        heard.begins?.()
      }
      return async () => {
        const left = channels.get(channel)
        if (left?.delete(heard) !== true || left.size > 0) return
        channels.delete(channel)
        const last = await connected?.catch(() => null)
        await last?.query(`unlisten ${client.escapeIdentifier(channel)}`).catch(() => undefined)
      }
    },

    onLost: (lost) => {
      lostTo.add(lost)
      return () => void lostTo.delete(lost)
    },

    close: async () => {
      isClosed = true
      clearTimeout(again)
      const last = connected
      connected = null
      const line = await last?.catch(() => null)
      await line?.client.end().catch(() => undefined)
    },
  }
}

/** A connection on which one statement follows another: the driver stops accepting one while another runs. */
interface Line {
  client: Client
  query: <Row extends QueryResultRow>(text: string, values?: unknown[]) => Promise<QueryResult<Row>>
}

function lineOf(client: Client): Line {
  let last: Promise<unknown> = Promise.resolve()
  return {
    client,
    query: <Row extends QueryResultRow>(text: string, values: unknown[] = []) => {
      const next = last.then(() => client.query<Row>(text, values))
      last = next.catch(() => undefined)
      return next
    },
  }
}

interface Events {
  notified: (channel: string, payload: string) => void
  lost: () => void
}

async function open(connectionString: string, channels: readonly string[], events: Events): Promise<Line> {
  const client = new Client({
    ...unhurried(connectionString),
    application_name: 'quarry direct',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
  })
  client.on('error', events.lost).on('end', events.lost)
  client.on('notification', ({ channel, payload = '' }) => events.notified(channel, payload))
  try {
    await client.connect()
    await client.query(KEEPALIVE)
    for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`)
    const line = lineOf(client)
    keepAsking(line, events.lost)
    return line
  } catch (error) {
    await client.end().catch(() => undefined)
    throw error
  }
}

/** Detects a connection that was cut on the way, which no event reports. */
function keepAsking({ client, query }: Line, lost: () => void): void {
  let unanswered = 0
  const timer = setInterval(() => {
    unanswered += 1
    if (unanswered > UNANSWERED) return lost()
    if (unanswered > 1) return
    query('select 1').then(
      () => (unanswered = 0),
      () => undefined,
    )
  }, ASK_EVERY_MS).unref()
  client.once('end', () => clearInterval(timer))
}

/** A result that arrives too late is ignored. */
async function within<T>(work: Promise<T>, ms: number | undefined): Promise<T> {
  if (ms === undefined) return work
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The database does not answer.')), ms)
  })
  work.catch(() => undefined)
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
