/** Time as a value to pass in, so that tests can run through three weeks in a second. */
export interface Clock {
  now: () => Date
  /** How far the machine's own clock, which libraries go by, is ahead of this one; they are the same if it is left out. */
  machineAheadMs?: () => number
}

export const systemClock: Clock = { now: () => new Date() }

export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** `YYYY-MM-DD` in UTC. */
export const isoDate = (date: Date): string => date.toISOString().slice(0, 10)

/** `YYYY-MM-DD HH:MM:SS UTC`, the format of times in leads and lists. */
export const utcSeconds = (date: Date): string => `${date.toISOString().slice(0, 19).replace('T', ' ')} UTC`

/** Whether two clocks are further apart than machines that work together may be. */
export const clocksDiffer = (one: Date, other: Date): boolean => Math.abs(one.getTime() - other.getTime()) > HOUR_MS
