import type { DirectConnection } from '../direct-connection.ts'

/** Hears when what a key or token may do has changed, on whichever server. */
export interface AccessListener {
  /** Whether every change is heard just now; the first question begins to listen. */
  isListening: () => boolean
  /** @param changed gets the account; null when changes may have been missed. */
  onChange: (changed: (accountId: number | null) => void) => void
  /** This process changed something of an account, and does not wait to hear of it. */
  changed: (accountId: number) => void
}

/** What the triggers of keys, users, accounts and grants notify. */
const CHANNEL = 'quarry_access'

export function createAccessListener(direct: DirectConnection): AccessListener {
  const heard: ((accountId: number | null) => void)[] = []
  let isReady = false
  let hasBegun = false

  const tell = (accountId: number | null): void => {
    for (const each of heard) each(accountId)
  }

  const listener = {
    message: (payload: string) => tell(/^\d{1,10}$/.test(payload) ? Number(payload) : null),
    begins: () => (isReady = true),
    ends: () => {
      isReady = false
      tell(null)
    },
  }

  return {
    isListening: () => {
      // Where the first try fails, the connection is restored automatically, and `begins` tells.
      if (!hasBegun) direct.listen(CHANNEL, listener).catch(() => undefined)
      hasBegun = true
      return isReady
    },
    onChange: (changed) => void heard.push(changed),
    changed: tell,
  }
}
