/** Places that are taken in turn: no lane takes all of them, and lanes that wait are served one after the other. */
export interface Turns {
  /** Waits for a place. @returns what gives it back (to be called once); null when `signal` ended the wait */
  take: (lane: string, signal: AbortSignal) => Promise<(() => void) | null>
}

export interface TurnsOptions {
  /** Places of all lanes together. */
  total: number
  /** Most places that one lane holds. */
  perLane: number
}

interface Lane {
  taken: number
  waiting: Set<() => void>
}

export function createTurns({ total, perLane }: TurnsOptions): Turns {
  /** In the order in which they are served next. */
  const lanes = new Map<string, Lane>()
  let taken = 0
  return {
    take: async (name, signal) => {
      if (signal.aborted) return null
      const lane = lanes.get(name) ?? { taken: 0, waiting: new Set() }
      lanes.set(name, lane)
      const admitted = await enter(lane, signal)
      if (!admitted) forget(name, lane)
      return admitted ? () => leave(name, lane) : null
    },
  }

  async function enter(lane: Lane, signal: AbortSignal): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const admit = () => resolve(true)
    const giveUp = () => resolve(!lane.waiting.delete(admit))
    lane.waiting.add(admit)
    signal.addEventListener('abort', giveUp, { once: true })
    serve()
    return promise.finally(() => signal.removeEventListener('abort', giveUp))
  }

  function leave(name: string, lane: Lane): void {
    taken--
    lane.taken--
    forget(name, lane)
    serve()
  }

  function forget(name: string, lane: Lane): void {
    if (lane.taken === 0 && lane.waiting.size === 0) lanes.delete(name)
  }

  function serve(): void {
    while (taken < total) {
      const next = nextToServe()
      if (next === null) return
      const { name, lane, admit } = next
      lane.waiting.delete(admit)
      lane.taken++
      taken++
      // To the end of the line.
      lanes.delete(name)
      lanes.set(name, lane)
      admit()
    }
  }

  function nextToServe(): { name: string; lane: Lane; admit: () => void } | null {
    for (const [name, lane] of lanes) {
      const [admit] = lane.waiting
      if (admit !== undefined && lane.taken < perLane) return { name, lane, admit }
    }
    return null
  }
}
