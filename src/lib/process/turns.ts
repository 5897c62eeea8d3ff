/** Places given out in turn: no party can take all of them, and waiting parties are served one after the other. */
export interface Turns {
  /** Waits for a place. @returns a function that gives it back (to be called once); null when `signal` ended the wait */
  take: (party: string, signal: AbortSignal) => Promise<(() => void) | null>
}

export interface TurnsOptions {
  /** Places for all parties together. */
  total: number
  /** Most places one party may hold. */
  perParty: number
}

interface Party {
  taken: number
  waiting: Set<() => void>
}

export function createTurns({ total, perParty }: TurnsOptions): Turns {
  /** In the order in which they are served next. */
  const parties = new Map<string, Party>()
  let taken = 0
  return {
    take: async (name, signal) => {
      if (signal.aborted) return null
      const party = parties.get(name) ?? { taken: 0, waiting: new Set() }
      parties.set(name, party)
      const admitted = await enter(party, signal)
      if (!admitted) forget(name, party)
      return admitted ? () => leave(name, party) : null
    },
  }

  async function enter(party: Party, signal: AbortSignal): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const admit = () => resolve(true)
    const giveUp = () => resolve(!party.waiting.delete(admit))
    party.waiting.add(admit)
    signal.addEventListener('abort', giveUp, { once: true })
    serve()
    return promise.finally(() => signal.removeEventListener('abort', giveUp))
  }

  function leave(name: string, party: Party): void {
    taken--
    party.taken--
    forget(name, party)
    serve()
  }

  function forget(name: string, party: Party): void {
    if (party.taken === 0 && party.waiting.size === 0) parties.delete(name)
  }

  function serve(): void {
    while (taken < total) {
      const next = nextToServe()
      if (next === null) return
      const { name, party, admit } = next
      party.waiting.delete(admit)
      party.taken++
      taken++
      // To the end of the queue.
      parties.delete(name)
      parties.set(name, party)
      admit()
    }
  }

  function nextToServe(): { name: string; party: Party; admit: () => void } | null {
    for (const [name, party] of parties) {
      const [admit] = party.waiting
      if (admit !== undefined && party.taken < perParty) return { name, party, admit }
    }
    return null
  }
}
