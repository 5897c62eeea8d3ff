import { setImmediate as endOfTurn } from 'node:timers/promises'

/** Adds `by` to the window `key`, which is forgotten after `lengthMs`, and returns its new count. */
export type AddToWindow = (key: string, lengthMs: number, by: number) => Promise<number>

/**
 * What is counted in a window in one turn of the event loop, or while a statement for it is in progress, is added by the next
 * statement: each would have to wait for the row anyway. Every call still gets a count of its own.
 */
export function countingTogether(add: AddToWindow): (key: string, lengthMs: number) => Promise<number> {
  /** Calls that wait for the next statement, per window with one in progress. */
  const waitingFor = new Map<string, PromiseWithResolvers<number>[]>()

  async function addAll(key: string, lengthMs: number, waiting: PromiseWithResolvers<number>[]): Promise<void> {
    await endOfTurn()
    while (waiting.length > 0) {
      const together = waiting.splice(0)
      try {
        const before = (await add(key, lengthMs, together.length)) - together.length
        for (const [i, { resolve }] of together.entries()) resolve(before + i + 1)
      } catch (error) {
        for (const { reject } of together) reject(error)
      }
    }
    waitingFor.delete(key)
  }

  return (key, lengthMs) => {
    const own = Promise.withResolvers<number>()
    const waiting = waitingFor.get(key)
    if (waiting !== undefined) waiting.push(own)
    else {
      const first = [own]
      waitingFor.set(key, first)
      void addAll(key, lengthMs, first)
    }
    return own.promise
  }
}
