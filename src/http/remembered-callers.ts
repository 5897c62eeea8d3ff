import type { Context, Principal } from '../context.ts'

/** How long the owner of a key or token is remembered unless a change is announced. */
const REMEMBERED_FOR_MS = 5_000
/** A flood of wrong keys must not fill the memory. */
const MAX_REMEMBERED = 10_000

interface Remembered {
  principal: Principal | null
  until: number
}

/**
 * Remembers for seconds which caller sent which key or token, and forgets an account as soon as its rights change anywhere.
 * While changes cannot be announced, nothing is remembered.
 */
export function rememberedCallers({ accessChanges, clock }: Pick<Context, 'accessChanges' | 'clock'>) {
  const remembered = new Map<string, Remembered>()
  let changes = 0
  accessChanges.onChange((accountId) => {
    changes += 1
    if (accountId === null) return remembered.clear()
    for (const [id, { principal }] of remembered)
      if (principal === null || principal.accountId === accountId) remembered.delete(id)
  })
  return async (id: string, find: () => Promise<Principal | null>): Promise<Principal | null> => {
    const now = clock.now().getTime()
    const known = remembered.get(id)
    if (known !== undefined && known.until > now) return known.principal
    const mayRemember = accessChanges.isListening()
    const before = changes
    const principal = await find()
    // The answer may be older than a change made during the query.
    if (!mayRemember || before !== changes) return principal
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(id, { principal, until: now + REMEMBERED_FOR_MS })
    return principal
  }
}
