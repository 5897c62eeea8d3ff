/** Bytes that many hold at once: beyond a little each, they share what there is, and wait. */
export interface ByteBudget {
  /** One holder, for as long as it likes. */
  share: () => ByteShare
  /** Bytes that all of them hold beyond their free ones. */
  held: () => number
}

export interface ByteShare {
  /**
   * Waits until so many bytes more may be held. Whoever has waited longest may go beyond the budget, one at a time, so that
   * holders that all wait for each other come to an end: together they hold the budget and the most that one of them takes.
   * @throws the reason of the signal when it ends the wait
   */
  take: (bytes: number, signal: AbortSignal) => Promise<void>
  /** Gives back everything. The share may be used again. */
  release: () => void
}

export interface ByteBudgetOptions {
  /** For all, beyond what each has free. */
  total: number
  /** What each may hold without asking. */
  free: number
}

interface Holder {
  /** Beyond what is free. */
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
  /** The one that may go beyond. */
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
      // Nobody overtakes one that has to wait, but for the privileged one.
      if (isFull && privileged !== holder) continue
      waiting.delete(waiter)
      holder.held += bytes
      held += bytes
      admit()
    }
  }
}
