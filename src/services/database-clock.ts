import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { clocksDiffer, MINUTE_MS, SECOND_MS, systemClock } from '../lib/process/clock.ts'
import type { Clock } from '../lib/process/clock.ts'

/** Clocks kept by NTP are closer than this; following them would only add the uncertainty of the network. */
const AGREES_MS = SECOND_MS
/** The quickest answer says most precisely when it was given. */
const QUESTIONS = 3

interface ClockNeeds {
  databaseNow: () => Promise<Date>
  log: Pick<Logger, 'warn'>
  /** The machine's own clock. */
  machine?: Clock
}

interface Compared {
  /** The database's time when the machine's monotonic clock said `at`. */
  databaseMs: number
  at: number
}

/**
 * The database's clock, which all machines that share it go by: a lease that one writes ends at the same moment for all of them. A
 * machine whose own clock agrees within a second uses that. So does one whose clock is more than an hour away: either may be the
 * wrong one, and nothing is sent an hour early on the word of a clock that nobody has confirmed; `doctor` and the log say so.
 * Between comparisons the time runs by the machine's monotonic clock, which no correction of its own clock disturbs.
 */
export class DatabaseClock implements Clock {
  readonly #needs: Required<ClockNeeds>
  readonly #ending = new AbortController()
  #compared: Compared | null = null

  constructor(needs: ClockNeeds) {
    this.#needs = { machine: systemClock, ...needs }
  }

  readonly now = (): Date => {
    if (this.#compared === null) return this.#needs.machine.now()
    const { databaseMs, at } = this.#compared
    return new Date(Math.round(databaseMs + performance.now() - at))
  }

  /** How far the machine's own clock, which libraries go by, is ahead of this one. */
  readonly machineAheadMs = (): number =>
    this.#compared === null ? 0 : this.#needs.machine.now().getTime() - this.now().getTime()

  /** Asks the database. @throws when it does not answer; what was known of it stays. */
  async compare(): Promise<void> {
    const { databaseNow, machine, log } = this.#needs
    let best: (Compared & { tookMs: number; aheadMs: number }) | null = null
    for (let question = 0; question < QUESTIONS; question++) {
      const began = performance.now()
      const databaseMs = (await databaseNow()).getTime()
      const ended = performance.now()
      const tookMs = ended - began
      const at = began + tookMs / 2
      const aheadMs = machine.now().getTime() - (databaseMs + performance.now() - at)
      if (best === null || tookMs < best.tookMs) best = { databaseMs, at, tookMs, aheadMs }
      // Whatever the answer's delay, the clocks agree.
      if (Math.abs(best.aheadMs) + best.tookMs / 2 <= AGREES_MS) break
    }
    if (best === null) return
    const isNear = Math.abs(best.aheadMs) - best.tookMs / 2 <= AGREES_MS
    const isFar = clocksDiffer(new Date(best.databaseMs), new Date(best.databaseMs + best.aheadMs))
    const followed = this.#compared !== null
    this.#compared = isNear || isFar ? null : best
    if (this.#compared !== null && !followed)
      log.warn(
        { seconds: Math.round(best.aheadMs / SECOND_MS) },
        "This machine goes by the database's clock, because its own differs: synchronise them with NTP.",
      )
  }

  /** Compares now, and then every minute until `close`. @throws when the database does not answer */
  async follow(): Promise<void> {
    await this.compare()
    void this.#keepComparing(this.#ending.signal)
  }

  close(): void {
    this.#ending.abort()
  }

  async #keepComparing(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(MINUTE_MS, undefined, { signal, ref: false }).catch(() => undefined)
      // A database that does not answer now is noticed by everything else.
      if (!signal.aborted) await this.compare().catch(() => undefined)
    }
  }
}
