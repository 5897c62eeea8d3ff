import { Client } from 'pg'
import { KEEPALIVE } from '../worker-presence.ts'

/** Hears when what a key or token may do has changed, on whichever server. */
export interface AccessListener {
  /** Whether every change is heard just now; the first question begins to listen. */
  isListening: () => boolean
  /** @param changed gets the account; null when changes may have been missed. */
  onChange: (changed: (accountId: number | null) => void) => void
  /** This process changed something of an account, and does not wait to hear of it. */
  changed: (accountId: number) => void
  close: () => Promise<void>
}

/** What the triggers of keys, users, accounts and grants notify. */
const LISTEN = 'listen quarry_access'
const AGAIN_AFTER_MS = 1_000
const AT_MOST_AFTER_MS = 30_000

/** A connection of its own, made when it is first needed and again when it was lost. */
export function createAccessListener(connectionString: string): AccessListener {
  const heard: ((accountId: number | null) => void)[] = []
  let client: Client | null = null
  let isReady = false
  let isClosed = false
  let failures = 0
  let timer: NodeJS.Timeout | undefined

  const tell = (accountId: number | null): void => {
    for (const each of heard) each(accountId)
  }

  function lost(gone: Client): void {
    if (client !== gone) return
    client = null
    isReady = false
    tell(null)
    void gone.end().catch(() => undefined)
    if (isClosed) return
    const waitMs = Math.min(AGAIN_AFTER_MS * 2 ** failures, AT_MOST_AFTER_MS)
    failures += 1
    timer = setTimeout(() => void listen(), waitMs).unref()
  }

  async function listen(): Promise<void> {
    const own = new Client({ connectionString, application_name: 'quarry access', keepAlive: true })
    client = own
    own.on('error', () => lost(own))
    own.on('end', () => lost(own))
    own.on('notification', ({ payload = '' }) => tell(/^\d{1,10}$/.test(payload) ? Number(payload) : null))
    try {
      await own.connect()
      await own.query(KEEPALIVE)
      await own.query(LISTEN)
      if (client !== own) return
      failures = 0
      isReady = true
    } catch {
      lost(own)
    }
  }

  return {
    isListening: () => {
      if (client === null && timer === undefined && !isClosed) void listen()
      return isReady
    },
    onChange: (changed) => void heard.push(changed),
    changed: tell,
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      const last = client
      client = null
      isReady = false
      await last?.end().catch(() => undefined)
    },
  }
}
