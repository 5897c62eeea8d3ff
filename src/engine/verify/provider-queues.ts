export interface SlotOptions {
  signal: AbortSignal
  /** Within this process, interactive questions go before bulk ones. */
  priority: 'interactive' | 'bulk'
}

/** Callers in this process that wait for slots, by group of servers. */
export class ProviderQueues {
  readonly #queues = new Map<string, ProviderQueue>()

  /** Waits in the queue of a group while `work` runs. */
  async joined<T>(
    group: string,
    priority: SlotOptions['priority'],
    work: (queue: ProviderQueue) => Promise<T>,
  ): Promise<T> {
    const queue = this.#queues.get(group) ?? new ProviderQueue()
    this.#queues.set(group, queue)
    queue.join(priority)
    try {
      return await work(queue)
    } finally {
      if (queue.part(priority)) this.#queues.delete(group)
    }
  }

  /** Whether any caller waits. */
  isBusy(group: string): boolean {
    return this.#queues.has(group)
  }

  wake(group: string): void {
    this.#queues.get(group)?.wake()
  }
}

/** Callers waiting for a slot at one group of servers. */
class ProviderQueue {
  readonly #counts = { interactive: 0, bulk: 0 }
  readonly #wakers = new Set<() => void>()

  join(priority: SlotOptions['priority']): void {
    this.#counts[priority] += 1
  }

  /** @returns whether the queue is now empty. */
  part(priority: SlotOptions['priority']): boolean {
    this.#counts[priority] -= 1
    this.wake()
    return this.#counts.interactive + this.#counts.bulk === 0
  }

  mustYield(priority: SlotOptions['priority']): boolean {
    return priority === 'bulk' && this.#counts.interactive > 0
  }

  wake(): void {
    for (const waker of this.#wakers) waker()
  }

  /** Resolves when the time is over, another caller leaves, or the signal aborts. */
  wait(waitMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer)
        this.#wakers.delete(done)
        signal.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, waitMs)
      this.#wakers.add(done)
      signal.addEventListener('abort', done, { once: true })
    })
  }
}
