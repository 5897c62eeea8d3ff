/** How a new mailbox ramps up to its daily limit, one step for each day that went well. */

import type { Band } from './mailbox-band.ts'

/** Emails in 24 hours, by place in the plan. */
const FIRST_PLACES = [10, 12, 14, 17, 20, 24, 29, 35, 42, 50]
/** After the end of the list it stays level for ten days, then grows by a tenth a day. */
const TOP = FIRST_PLACES.length - 1
const LAST_LEVEL = TOP + 10
const GROWTH = 1.1
const LEAST = 5
/** Share of its cap that a mailbox has to use before the cap grows. */
const USED = 0.6
const LONG_REST_DAYS = 5
const PLACES_BACK = 3
/** For a plan with the highest limit: nothing is computed beyond. */
const MAX_PLACE = 120

export interface RampDay {
  place: number
  /** The cap on the last day on which the mailbox sent. */
  cap: number
  /** How much it sent then. */
  sent: number
  /** Days since then. */
  days: number
  band: Band
  /** Whether its sending domain was found unfit. */
  isDomainUnfit: boolean
  dailyLimit: number
}

/** What the plan allows at a place, in 24 hours. */
export function plannedCap(place: number, dailyLimit: number): number {
  const at = Math.min(Math.max(place, 0), MAX_PLACE)
  const cap = FIRST_PLACES[Math.min(at, TOP)] ?? LEAST
  const grown = at <= LAST_LEVEL ? cap : Math.ceil(cap * GROWTH ** (at - LAST_LEVEL))
  return Math.min(grown, dailyLimit)
}

/** The place on a new day and how much may be sent. A strained mailbox sends half of it, whatever its place. */
export function stepRamp(day: RampDay): { place: number; cap: number } {
  const place = nextPlace(day)
  const planned = plannedCap(place, day.dailyLimit)
  const cap = day.band === 'strained' ? Math.min(planned, Math.max(LEAST, Math.floor(planned / 2))) : planned
  return { place, cap }
}

function nextPlace({ place, cap, sent, days, band, isDomainUnfit, dailyLimit }: RampDay): number {
  if (days >= LONG_REST_DAYS) return Math.max(0, place - PLACES_BACK)
  const went = band === 'healthy' && !isDomainUnfit && sent >= USED * cap
  return went && !isGrown(place, dailyLimit) ? place + 1 : place
}

/** Whether the plan has reached the daily limit. */
export const isGrown = (place: number, dailyLimit: number): boolean =>
  place >= MAX_PLACE || plannedCap(place, dailyLimit) >= dailyLimit

/** Days until it reaches its daily limit, if each one goes well. */
export function daysToGrow(place: number, dailyLimit: number): number {
  let days = 0
  while (!isGrown(place + days, dailyLimit)) days += 1
  return days
}
