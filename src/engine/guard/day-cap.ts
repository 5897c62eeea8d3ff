import { providerCeiling } from './provider-ceiling.ts'
import { isGrown, plannedCap } from './ramp-plan.ts'

/** What determines how much a mailbox may send. */
interface CappedMailbox {
  ramp: 'off' | 'auto'
  rampCap: number | null
  dailyLimit: number
  smtpHost: string
  mailboxEmail: string
}

/** How many emails may leave in 24 hours: limited by the mailbox's ramp and by its provider. */
export function dayCap({ ramp, rampCap, dailyLimit, smtpHost, mailboxEmail }: CappedMailbox): number {
  if (ramp === 'off') return dailyLimit
  const ceiling = providerCeiling(smtpHost, mailboxEmail) ?? dailyLimit
  return Math.min(dailyLimit, rampCap ?? plannedCap(0, dailyLimit), ceiling)
}

/** A mailbox sends this many times its daily cap in seven days, unless another limit is set or it is excluded. */
const DAYS_OF_A_WEEK = 5
const ALL_DAYS = 7

/** How many emails may leave in seven days. */
export const weekCap = (mailbox: CappedMailbox & { weeklyLimit: number | null }): number =>
  mailbox.weeklyLimit ?? (mailbox.ramp === 'off' ? ALL_DAYS : DAYS_OF_A_WEEK) * dayCap(mailbox)

/** `problem`: it cannot send. `rests`: it sends nothing for a while. States that need a person's attention take precedence. */
export function standingOf(
  { sendingStatus, problem }: { sendingStatus: string; problem: string | null },
  isResting: boolean,
): 'sends' | 'paused' | 'problem' | 'rests' {
  if (sendingStatus === 'paused') return 'paused'
  if (problem !== null) return 'problem'
  return isResting ? 'rests' : 'sends'
}

/** `warming` while the mailbox grows up to its daily limit, unless it is paused. */
export const sendingStatusShown = <Status extends string>(mailbox: {
  sending_status: Status
  ramp: 'off' | 'auto'
  ramp_place: number
  daily_limit: number
}): Status | 'warming' => {
  const grows = mailbox.ramp === 'auto' && !isGrown(mailbox.ramp_place, mailbox.daily_limit)
  return grows && mailbox.sending_status === 'active' ? 'warming' : mailbox.sending_status
}
