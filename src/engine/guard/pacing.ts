/** How fast emails may follow each other: to one company, to one person, out of one mailbox. */

import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../lib/process/clock.ts'

/** Between two emails to one company. */
const COMPANY_GAP_MS = 10 * MINUTE_MS
/** First emails to people of one company in a day. */
const FIRSTS_A_DAY = 5
/** Campaign emails to one address in a week. */
const MAILS_A_WEEK = 2
export const WEEK_MS = 7 * DAY_MS
/** Somebody else is looking at the same company just now. */
const BUSY_MS = 30 * SECOND_MS

/** What an account sent to a company lately. */
export interface CompanyTurn {
  /** Another worker decides about an email to it at this moment. */
  isBusy: boolean
  nextSendAt: Date | null
  /** When people of it were written to for the first time. */
  firsts: readonly Date[]
}

/** @returns null when an email may go to the company, else when to look again. */
export function companyWait({ isBusy, nextSendAt, firsts }: CompanyTurn, isFirst: boolean, now: Date): Date | null {
  if (isBusy) return new Date(now.getTime() + BUSY_MS)
  if (nextSendAt !== null && nextSendAt > now) return nextSendAt
  const lately = isFirst ? firstsLately(firsts, now) : []
  const oldest = lately.at(-FIRSTS_A_DAY)
  return oldest === undefined ? null : new Date(oldest.getTime() + DAY_MS)
}

/** What is written down of a company once an email to it leaves. */
export const companyAfter = (firsts: readonly Date[], isFirst: boolean, now: Date) => ({
  nextSendAt: new Date(now.getTime() + COMPANY_GAP_MS),
  firsts: [...firstsLately(firsts, now), ...(isFirst ? [now] : [])],
})

const firstsLately = (firsts: readonly Date[], now: Date): Date[] =>
  firsts.filter((at) => at.getTime() > now.getTime() - DAY_MS).toSorted((a, b) => a.getTime() - b.getTime())

/** @param lately when emails of campaigns went to the address within a week, in any order. @returns as `companyWait`. */
export function addressWait(lately: readonly Date[], now: Date): Date | null {
  const within = lately.filter((at) => at.getTime() > now.getTime() - WEEK_MS).map((at) => at.getTime())
  const oldest = within.toSorted((a, b) => a - b).at(-MAILS_A_WEEK)
  return oldest === undefined ? null : new Date(oldest + WEEK_MS)
}

/** Workers' clocks differ by seconds: what just left the window counts a little longer. */
const MARGIN_MS = MINUTE_MS

/** What a mailbox has taken up in a window that moves with the time. */
export interface Taken {
  count: number
  /** When the first of it leaves the window. */
  oldest: Date | null
}

/** Since when what was taken up counts. */
export const takenSince = (windowMs: number, now: Date): Date => new Date(now.getTime() - windowMs - MARGIN_MS)

/** @returns null while there is room, else when to look again. */
export function capWait({ count, oldest }: Taken, cap: number, windowMs: number, now: Date): Date | null {
  if (count < cap) return null
  return new Date(Math.max((oldest ?? now).getTime() + windowMs + MARGIN_MS, now.getTime()) + SECOND_MS)
}

/** Seconds until the next mail of a mailbox: as its gap says, or around it by a part that the id of the mail draws. */
export function gapAfter(gapSeconds: number, spread: number, messageId: number): number {
  // The fractional part of multiples of the golden ratio: even, and the same for a message whoever asks.
  const draw = (messageId * 0.618_033_988_749_894_9) % 1
  return gapSeconds * (1 - spread + 2 * spread * draw)
}
