/** A message that is due, with what decides whether it may leave. */
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
  /** Of the step before; null for the opening one. */
  previousStatus: string | null
  /** When this step may leave by its days after the step before; null when that one has not left. */
  notBefore: Date | null
  days: number[]
  startSeconds: number
  endSeconds: number
  timeZone: string
  mailboxSchedule: MailboxSchedule | null
  /** On whose calendar it counts its days. */
  mailboxZone: string
  dailyLimit: number
  gapSeconds: number
  mailboxEmail: string
  /** Blind copies that go with it: 0 or 1. */
  copies: number
  attempts: number
  /** By which part of its gap the times between its emails vary. */
  gapSpread: number
  ramp: 'off' | 'auto'
  /** What a mailbox that grows may send in 24 hours. */
  rampCap: number | null
  weeklyLimit: number | null
  band: 'healthy' | 'watch' | 'strained' | 'stopped'
  smtpHost: string
  gate: 'gate' | 'skip_invalid'
  /** Why it was held before. */
  heldBy: string | null
  /** Which others the campaign may write to. */
  allow: string[]
  maxVerdictDays: number
  /** Verdicts from before are old. */
  verifySince: Date | null
  maxRisk: number | null
  /** Whether it writes also to people who have left their company. */
  sendToFormer: boolean
  /** Whether it brakes and keeps a pace. */
  brake: boolean
  /** What it sent before does not count. */
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
