import type { DirectConnection } from '../direct-connection.ts'

/** Reports when the rights of a key or token have changed, on whichever server. */
export interface AccessListener {
  /** Whether every change is currently reported; the first call starts listening. */
  isListening: () => boolean
  /** @param changed is called with the account, or null when changes may have been missed. */
  onChange: (changed: (accountId: number | null) => void) => void
  /** Reports at once that this process changed an account, without waiting for the notification. */
  changed: (accountId: number) => void
}

/** The channel that the triggers of keys, users, accounts and grants notify. */
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
      // If the first attempt fails, the connection is restored automatically and `begins` is called.
      if (!hasBegun) direct.listen(CHANNEL, listener).catch(() => undefined)
      hasBegun = true
      return isReady
    },
    onChange: (changed) => void heard.push(changed),
    changed: tell,
  }
}
