/** Memory shared by many holders: each has a small free allowance, beyond which all draw on one budget and wait for it. */
export interface ByteBudget {
  /** Adds a holder, for as long as it likes. */
  share: () => ByteShare
  /** Bytes held beyond the free allowances. */
  held: () => number
}

export interface ByteShare {
  /**
   * Waits until this many more bytes may be held. The longest-waiting holder may exceed the budget, one at a time, so that
   * holders that wait for each other all finish: together they hold at most the budget plus the most that one of them takes.
   * @throws the reason of the signal when it ends the wait
   */
  take: (bytes: number, signal: AbortSignal) => Promise<void>
  /** Gives everything back; the share may be used again. */
  release: () => void
}

export interface ByteBudgetOptions {
  /** Shared by all holders, in addition to their free allowances. */
  total: number
  /** What each may hold without waiting. */
  free: number
}

interface Holder {
  /** In addition to the free allowance. */
  held: number
}

interface Waiting {
  holder: Holder
  bytes: number
  admit: () => void
}

export function createByteBudget({ total, free }: ByteBudgetOptions): ByteBudget {
  const waiting = new Set<Waiting>()
  let held = 0
  /** The one holder that may exceed the budget. */
  let privileged: Holder | null = null
  return { share, held: () => held }

  function share(): ByteShare {
    const holder: Holder = { held: 0 }
    let freeLeft = free
    return {
      take: async (bytes, signal) => {
        signal.throwIfAborted()
        const asked = Math.max(0, bytes - freeLeft)
        freeLeft = Math.max(0, freeLeft - bytes)
        if (asked > 0) await enter(holder, asked, signal)
      },
      release: () => {
        held -= holder.held
        holder.held = 0
        freeLeft = free
        if (privileged === holder) privileged = null
        serve()
      },
    }
  }

  async function enter(holder: Holder, bytes: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter: Waiting = { holder, bytes, admit: resolve }
    const leave = (): void => {
      if (waiting.delete(waiter)) reject(signal.reason as Error)
    }
    waiting.add(waiter)
    signal.addEventListener('abort', leave, { once: true })
    serve()
    await promise.finally(() => signal.removeEventListener('abort', leave))
  }

  function serve(): void {
    let isFull = false
    for (const waiter of waiting) {
      const { holder, bytes, admit } = waiter
      isFull ||= held + bytes > total
      if (isFull) privileged ??= holder
      // Only the privileged holder may overtake one that has to wait.
      if (isFull && privileged !== holder) continue
      waiting.delete(waiter)
      holder.held += bytes
      held += bytes
      admit()
    }
  }
}
