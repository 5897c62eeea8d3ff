import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from './clock.ts'
import { createTtlMap } from './ttl-map.ts'

/** Waits before a refusal by speed is told to `who`; ends early when one of the signals does. */
export type RefusalPace = (who: string, signals: readonly AbortSignal[]) => Promise<void>

export interface RefusalPaceOptions {
  /** So many refusals of one party are told at once within a second. */
  atOnce: number
  /** How long each further one is held. */
  heldMs: number
  /** Held at the same time, of all parties; beyond them refusals are told at once. */
  mostHeld: number
}

/** Held as long as a request that comes too fast may wait for its turn: clients have to bear that in any case. */
const OPTIONS: RefusalPaceOptions = { atOnce: 10, heldMs: SECOND_MS, mostHeld: 2_000 }
const MAX_PARTIES = 10_000

/**
 * Whoever repeats refused requests without a pause gets thousands of refusals a second, and others wait behind them for the
 * processor. Holding them turns that into one a second for each of their connections.
 */
export function createRefusalPace({ atOnce, heldMs, mostHeld }: RefusalPaceOptions = OPTIONS): RefusalPace {
  const recent = createTtlMap<{ count: number }>(SECOND_MS, MAX_PARTIES)
  let held = 0
  return async (who, signals) => {
    const known = recent.get(who)
    if (known === undefined) recent.set(who, { count: 1 })
    else known.count++
    if (known === undefined || known.count <= atOnce || held >= mostHeld) return
    held++
    await sleep(heldMs, undefined, { signal: AbortSignal.any([...signals]) }).catch(() => undefined)
    held--
  }
}
