import { providerCeiling } from './provider-ceiling.ts'
import { plannedCap } from './ramp-plan.ts'

/** What decides how much a mailbox may send. */
export interface CappedMailbox {
  ramp: 'off' | 'auto'
  rampCap: number | null
  dailyLimit: number
  smtpHost: string
  mailboxEmail: string
}

/** What may leave in 24 hours: as the mailbox has grown, and below what its provider lets it. */
export function dayCap({ ramp, rampCap, dailyLimit, smtpHost, mailboxEmail }: CappedMailbox): number {
  if (ramp === 'off') return dailyLimit
  const ceiling = providerCeiling(smtpHost, mailboxEmail) ?? dailyLimit
  return Math.min(dailyLimit, rampCap ?? plannedCap(0, dailyLimit), ceiling)
}

/** `problem`: it cannot send. `rests`: it sends nothing for a while. What a person has to do something about comes first. */
export function standingOf(
  { sendingStatus, problem }: { sendingStatus: string; problem: string | null },
  isResting: boolean,
): 'sends' | 'paused' | 'problem' | 'rests' {
  if (sendingStatus === 'paused') return 'paused'
  if (problem !== null) return 'problem'
  return isResting ? 'rests' : 'sends'
}
