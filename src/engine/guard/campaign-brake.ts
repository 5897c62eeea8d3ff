/** When a campaign stops automatically: its list holds too many addresses that do not exist. */

import { MINUTE_MS } from '../../lib/process/clock.ts'

/** What a campaign sent since it began, or since a person resumed it. */
export interface CampaignSends {
  sent: number
  bouncesIn25: number
  bouncesIn100: number
}

export type Brake = 'pause' | 'slow' | null

const YOUNG = 100

/** Young lists are judged harder: what is wrong with a list shows at once. */
export function brakeFor({ sent, bouncesIn25, bouncesIn100 }: CampaignSends): Brake {
  if (sent <= YOUNG) return bouncesIn25 >= 3 ? 'pause' : null
  if (bouncesIn25 >= 4 || bouncesIn100 >= 6) return 'pause'
  return bouncesIn25 >= 3 ? 'slow' : null
}

/** The first emails of a campaign, which wait for what becomes of the ones before. */
export const FIRST_SENDS = 25
const REPORTS_MS = 3 * MINUTE_MS
const OPEN_AT_ONCE = 2

export interface FirstSends {
  /** Since the campaign began or was resumed. */
  sent: number
  bounced: number
  /** What was sent in the last minutes and has not come back, oldest first. */
  recent: readonly Date[]
}

/**
 * Bounces arrive late. Among the first emails one may leave only while those that bounced and those whose report may still come are
 * two at most: a fourth bounce among them cannot happen where reports come within three minutes.
 * @returns null when one may leave, else when to look again.
 */
export function firstSendsWait({ sent, bounced, recent }: FirstSends, now: Date): Date | null {
  if (sent >= FIRST_SENDS) return null
  if (bounced + recent.length <= OPEN_AT_ONCE) return null
  const oldest = recent[0]
  return new Date((oldest ?? now).getTime() + REPORTS_MS)
}

/** Since when an email counts as recent. */
export const recentSince = (now: Date): Date => new Date(now.getTime() - REPORTS_MS)
