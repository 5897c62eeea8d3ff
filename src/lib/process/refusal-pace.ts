import { setTimeout as sleep } from 'node:timers/promises'
import { SECOND_MS } from './clock.ts'
import { createTtlMap } from './ttl-map.ts'

/** Waits before a rate-limit refusal is sent to `who`; ends early when one of the signals aborts. */
export type RefusalPace = (who: string, signals: readonly AbortSignal[]) => Promise<void>

export interface RefusalPaceOptions {
  /** Refusals of one party sent immediately within a second. */
  atOnce: number
  /** How long each further one is held back. */
  heldMs: number
  /** Held back at the same time, for all parties; beyond this, refusals are sent immediately. */
  mostHeld: number
}

/** Held as long as a request that comes too fast may wait for its turn, which clients have to tolerate anyway. */
const OPTIONS: RefusalPaceOptions = { atOnce: 10, heldMs: SECOND_MS, mostHeld: 2_000 }
const MAX_PARTIES = 10_000

/**
 * A client that repeats refused requests without a pause would get thousands of refusals a second, and others would wait for
 * the processor. Holding them back limits this to one a second for each connection.
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
