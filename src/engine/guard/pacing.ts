/** How fast emails may follow each other: to one company, to one person, from one mailbox. */

import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../lib/process/clock.ts'

/** Between two emails to one company. */
const COMPANY_GAP_MS = 10 * MINUTE_MS
/** First emails to people at one company per day. */
const FIRSTS_A_DAY = 5
/** Campaign emails to one address per week. */
const MAILS_A_WEEK = 2
export const WEEK_MS = 7 * DAY_MS
/** Another worker is handling the same company right now. */
const BUSY_MS = 30 * SECOND_MS

/** What an account recently sent to a company. */
export interface CompanyTurn {
  /** Another worker is deciding about an email to it right now. */
  isBusy: boolean
  nextSendAt: Date | null
  /** When its people were written to for the first time. */
  firsts: readonly Date[]
}

/** @returns null if an email may go to the company, otherwise when to check again. */
export function companyWait({ isBusy, nextSendAt, firsts }: CompanyTurn, isFirst: boolean, now: Date): Date | null {
  if (isBusy) return new Date(now.getTime() + BUSY_MS)
  if (nextSendAt !== null && nextSendAt > now) return nextSendAt
  const lately = isFirst ? firstsLately(firsts, now) : []
  const oldest = lately.at(-FIRSTS_A_DAY)
  return oldest === undefined ? null : new Date(oldest.getTime() + DAY_MS)
}

/** What is recorded for a company once an email to it leaves. */
export const companyAfter = (firsts: readonly Date[], isFirst: boolean, now: Date) => ({
  nextSendAt: new Date(now.getTime() + COMPANY_GAP_MS),
  firsts: [...firstsLately(firsts, now), ...(isFirst ? [now] : [])],
})

const firstsLately = (firsts: readonly Date[], now: Date): Date[] =>
  firsts.filter((at) => at.getTime() > now.getTime() - DAY_MS).toSorted((a, b) => a.getTime() - b.getTime())

/** @param lately when campaign emails went to the address within a week, in any order. @returns as `companyWait`. */
export function addressWait(lately: readonly Date[], now: Date): Date | null {
  const within = lately.filter((at) => at.getTime() > now.getTime() - WEEK_MS).map((at) => at.getTime())
  const oldest = within.toSorted((a, b) => a - b).at(-MAILS_A_WEEK)
  return oldest === undefined ? null : new Date(oldest + WEEK_MS)
}

/** Workers' clocks differ by seconds, so emails that have just left the window still count for a little longer. */
const MARGIN_MS = MINUTE_MS

/** How much of its cap a mailbox has used in a moving window. */
export interface Taken {
  count: number
  /** When the oldest of them was sent. */
  oldest: Date | null
}

/** The time since which sent emails count. */
export const takenSince = (windowMs: number, now: Date): Date => new Date(now.getTime() - windowMs - MARGIN_MS)

/** @returns null while there is room, otherwise when to check again. */
export function capWait({ count, oldest }: Taken, cap: number, windowMs: number, now: Date): Date | null {
  if (count < cap) return null
  return new Date(Math.max((oldest ?? now).getTime() + windowMs + MARGIN_MS, now.getTime()) + SECOND_MS)
}

/** Seconds until the mailbox's next mail: its gap, varied by a share derived from the id of the mail. */
export function gapAfter(gapSeconds: number, spread: number, messageId: number): number {
  // The fractional part of multiples of the golden ratio: evenly spread, and always the same for a message.
  const draw = (messageId * 0.618_033_988_749_894_9) % 1
  return gapSeconds * (1 - spread + 2 * spread * draw)
}
