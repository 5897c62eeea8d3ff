export interface SlotOptions {
  signal: AbortSignal
  /** Interactive questions go before bulk ones of this process. */
  priority: 'interactive' | 'bulk'
}

/** Those of this process who wait for slots, by group of servers. */
export class ProviderQueues {
  readonly #queues = new Map<string, ProviderQueue>()

  /** Stands in the queue of a group while `work` continues. */
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

  /** Whether anybody waits. */
  isBusy(group: string): boolean {
    return this.#queues.has(group)
  }

  wake(group: string): void {
    this.#queues.get(group)?.wake()
  }
}

/** Those who wait for a slot at one group of servers. */
class ProviderQueue {
  readonly #counts = { interactive: 0, bulk: 0 }
  readonly #wakers = new Set<() => void>()

  join(priority: SlotOptions['priority']): void {
    this.#counts[priority] += 1
  }

  /** @returns whether nobody is left. */
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

  /** Until the time is over, somebody leaves, or the signal comes. */
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
