/** A message that is due, with what decides whether it may be sent. */
export interface DueCandidate {
  accountId: number
  mailboxId: number
  messageId: number
  campaignId: number
  recipientId: number
  step: number
  email: string
  recipientState: string
  noMail: 'unsubscribed' | 'bounced' | 'manual' | 'complained' | null
  /** Status of the previous step; null for the opening step. */
  previousStatus: string | null
  /** Earliest time for this step, some days after the previous one; null if that one has not been sent. */
  notBefore: Date | null
  days: number[]
  startSeconds: number
  endSeconds: number
  timeZone: string
  mailboxSchedule: MailboxSchedule | null
  /** The time zone in which the mailbox counts its days. */
  mailboxZone: string
  dailyLimit: number
  gapSeconds: number
  mailboxEmail: string
  /** Blind copies sent with it: 0 or 1. */
  copies: number
  attempts: number
  /** The fraction of the gap by which the times between emails vary. */
  gapSpread: number
  ramp: 'off' | 'auto'
  /** What a growing mailbox may send in 24 hours. */
  rampCap: number | null
  weeklyLimit: number | null
  band: 'healthy' | 'watch' | 'strained' | 'stopped'
  smtpHost: string
  gate: 'gate' | 'skip_invalid'
  /** Why it was held before. */
  heldBy: string | null
  /** Which other statuses the campaign may write to. */
  allow: string[]
  maxVerdictDays: number
  /** Verdicts from before this time are too old. */
  verifySince: Date | null
  maxRisk: number | null
  /** Whether it also writes to people who have left their company. */
  sendToFormer: boolean
  /** Whether it brakes on bounces and keeps a pace. */
  brake: boolean
  /** What was sent before this time does not count. */
  brakeSince: Date | null
  slowed: boolean
}

/** When a mailbox sends, whatever its campaigns say. */
export interface MailboxSchedule {
  days: number[]
  /** `HH:MM` */
  start_time: string
  end_time: string
  time_zone: string
}
