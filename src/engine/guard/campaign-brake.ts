/** When a campaign stops automatically: its list has too many addresses that do not exist. */

import { MINUTE_MS } from '../../lib/process/clock.ts'

/** What a campaign has sent since it began, or since a person resumed it. */
export interface CampaignSends {
  sent: number
  bouncesIn25: number
  bouncesIn100: number
}

export type Brake = 'pause' | 'slow' | null

const YOUNG = 100

/** A new list is judged more strictly, because a bad list shows at once. */
export function brakeFor({ sent, bouncesIn25, bouncesIn100 }: CampaignSends): Brake {
  if (sent <= YOUNG) return bouncesIn25 >= 3 ? 'pause' : null
  if (bouncesIn25 >= 4 || bouncesIn100 >= 6) return 'pause'
  return bouncesIn25 >= 3 ? 'slow' : null
}

/** The first emails of a campaign, which wait for the outcome of earlier ones. */
export const FIRST_SENDS = 25
const REPORTS_MS = 3 * MINUTE_MS
const OPEN_AT_ONCE = 2

export interface FirstSends {
  /** Since the campaign began or was resumed. */
  sent: number
  bounced: number
  /** Emails sent in the last minutes that have not bounced, oldest first. */
  recent: readonly Date[]
}

/**
 * Bounces arrive late. One of the first emails may leave only while bounces and emails whose report may still come number at
 * most two: if reports come within three minutes, a fourth bounce among them is impossible.
 * @returns null if one may leave, otherwise when to check again.
 */
export function firstSendsWait({ sent, bounced, recent }: FirstSends, now: Date): Date | null {
  if (sent >= FIRST_SENDS) return null
  if (bounced + recent.length <= OPEN_AT_ONCE) return null
  const oldest = recent[0]
  return new Date((oldest ?? now).getTime() + REPORTS_MS)
}

/** Emails sent since then count as recent. */
export const recentSince = (now: Date): Date => new Date(now.getTime() - REPORTS_MS)
