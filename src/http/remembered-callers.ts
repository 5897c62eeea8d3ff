import type { Context, Principal } from '../context.ts'

/** How long the owner of a key or token is remembered where nothing tells of a change. */
const REMEMBERED_FOR_MS = 5_000
/** A flood of wrong keys must not fill the memory. */
const MAX_REMEMBERED = 10_000

interface Remembered {
  principal: Principal | null
  until: number
}

/**
 * Remembers who sent which key or token, for seconds, and forgets an account the moment its rights change anywhere. While
 * changes cannot be heard, nothing is remembered.
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
    // What changed while we asked may not be in the answer.
    if (!mayRemember || before !== changes) return principal
    if (remembered.size >= MAX_REMEMBERED) remembered.clear()
    remembered.set(id, { principal, until: now + REMEMBERED_FOR_MS })
    return principal
  }
}
