import { AppError } from '../../errors.ts'

/** Places shared by several parties: each gets at most its share, and waiting parties are served in turn. */
export interface FairTurns {
  /**
   * Waits for a place. @returns a function that gives it back; call it once.
   * @throws AppError service_unavailable when too many of the party are already waiting, or the wait is too long
   * @throws the reason of `signal` when it ends the wait
   */
  take: (party: string, signal: AbortSignal) => Promise<() => void>
  /**
   * Takes a place immediately, even beyond the party's share: for a caller that already has one and would otherwise wait for
   * itself.
   */
  takeAnother: (party: string) => () => void
}

export interface FairTurnsOptions {
  /** Places in all. */
  total: number
  /** Maximum number of places of one party. */
  perParty: number
  maxWaitMs: number
}

interface Waiter {
  start: () => void
}

interface Party {
  running: number
  waiting: Waiter[]
}

/** More waiters of one party would wait in vain. */
const MAX_WAITING = 100
const RETRY_AFTER_SECONDS = 2

export function createFairTurns({ total, perParty, maxWaitMs }: FairTurnsOptions): FairTurns {
  /** In the order in which they are served next; contains parties that run or wait. */
  const parties = new Map<string, Party>()
  let running = 0

  const partyOf = (name: string): Party => {
    const party = parties.get(name) ?? { running: 0, waiting: [] }
    parties.set(name, party)
    return party
  }

  function start(name: string, party: Party): () => void {
    running++
    party.running++
    return () => {
      running--
      party.running--
      forget(name, party)
      startNext()
    }
  }

  function forget(name: string, { running: own, waiting }: Party): void {
    if (own === 0 && waiting.length === 0) parties.delete(name)
  }

  function startNext(): void {
    for (const [name, party] of parties) {
      if (running >= total) return
      if (party.running >= perParty) continue
      const waiter = party.waiting.shift()
      if (waiter === undefined) continue
      // Moves to the end of the order, so that the others come first.
      parties.delete(name)
      parties.set(name, party)
      waiter.start()
    }
  }

  function wait(name: string, party: Party, signal: AbortSignal): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const leaveQueue = (error: unknown): void => {
      party.waiting = party.waiting.filter((one) => one !== waiter)
      forget(name, party)
      stopWaiting()
      reject(error instanceof Error ? error : new Error('The wait was cancelled.', { cause: error }))
    }
    const giveUp = (): void => leaveQueue(signal.reason)
    const timer = setTimeout(() => leaveQueue(tooBusy()), maxWaitMs)
    const stopWaiting = (): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
    }
    const waiter: Waiter = {
      start: () => {
        stopWaiting()
        resolve(start(name, party))
      },
    }
    signal.addEventListener('abort', giveUp, { once: true })
    party.waiting.push(waiter)
    return promise
  }

  return {
    take: async (name, signal) => {
      const party = partyOf(name)
      if (running < total && party.running < perParty) return start(name, party)
      signal.throwIfAborted()
      if (party.waiting.length >= MAX_WAITING) throw tooBusy()
      return wait(name, party, signal)
    },
    takeAnother: (name) => start(name, partyOf(name)),
  }
}

const tooBusy = (): AppError =>
  new AppError(
    'service_unavailable',
    'Too many requests from this account are running. Send fewer at a time and repeat this one.',
    { retryAfterSeconds: RETRY_AFTER_SECONDS },
  )
