import { z } from 'zod'
import type { Part } from '../../context.ts'
import type { MailboxHealth } from '../../db/campaigns/health-store.ts'
import { dayCap, weekCap } from '../../engine/guard/day-cap.ts'
import { BANDS, SIGN_KINDS } from '../../engine/guard/mailbox-band.ts'
import { providerCeiling } from '../../engine/guard/provider-ceiling.ts'
import { daysToGrow, isGrown, plannedCap } from '../../engine/guard/ramp-plan.ts'
import { AppError } from '../../errors.ts'
import { capability } from '../capability/capability.ts'
import { MailboxIdInput } from '../mailboxes/mailbox-input.ts'
import { dailyCeiling } from '../mailboxes/sending-policy.ts'
import { readSign, signSentence } from './guard-sentences.ts'

const Health = z.object({
  id: z.int(),
  email: z.string(),
  band: z.enum(BANDS),
  /** Why it is in this band. */
  reason: z.string().nullable(),
  /** The same in numbers. */
  sign: z.object({ kind: z.enum(SIGN_KINDS), count: z.int(), of: z.int() }).nullable(),
  since: z.string().nullable(),
  /** Counted at most since a person resumed it. */
  windows: z.object({
    last_25: z.object({ bounced: z.int() }),
    last_50: z.object({ refused: z.int() }),
    days_30: z.object({
      sent: z.int(),
      bounced: z.int(),
      refused: z.int(),
      complained: z.int(),
      replied: z.int(),
    }),
  }),
  /** What it may send in 24 hours and in seven days, and what it sent in the last 24, including tests and replies. */
  cap: z.int(),
  weekly_cap: z.int(),
  sent_24_hours: z.int(),
  /** How its cap grows; null if it does not. */
  plan: z.object({ next: z.array(z.int()), days_left: z.int() }).nullable(),
  rest_until: z.string().nullable(),
  /** `health`: too much mail came back. `sender_limit`: its provider accepts no more. */
  rest_reason: z.string().nullable(),
  /** Whether it rests until somebody resumes it. */
  waits_for_person: z.boolean(),
  /** Otherwise only refusals are noticed. */
  bounces_read: z.boolean(),
})
type HealthRecord = z.output<typeof Health>

export const OneHealth = z.object({ data: Health, meta: z.object({}) })

/** What came back from a mailbox's emails, and its effects. */
export const GetMailboxHealth = capability({
  name: 'get_mailbox_health',
  group: 'others',
  scope: 'read',
  input: MailboxIdInput,
  output: OneHealth,
  run: async (call, { id = 0 }) => ({ data: healthOf(await findHealth(call, id), call.clock.now()), meta: {} }),
})

/** @throws AppError not_found, also for mailboxes of other accounts. */
export async function findHealth(
  call: Part<'clock' | 'config' | 'principal', 'health'>,
  id: number,
): Promise<MailboxHealth> {
  const { store, principal, clock } = call
  const found = await store.health.mailbox(principal.accountId, id, clock.now())
  if (found === null) throw new AppError('not_found', `There is no mailbox with id ${id}.`)
  return { ...found, dailyLimit: dailyCeiling(call, found.dailyLimit) }
}

const SHOWN_STEPS = 5

export function healthOf(health: MailboxHealth, now: Date): HealthRecord {
  const { restUntil, bandSince, sendingStatus, restReason } = health
  const sign = readSign(health.bandFacts)
  const isResting = restUntil !== null && restUntil > now
  const waits = sendingStatus === 'paused' && restReason === 'health'
  const mailbox = { ...health, mailboxEmail: health.email }
  return {
    id: health.id,
    email: health.email,
    band: health.band,
    reason: sign === null ? null : signSentence(sign),
    sign: sign === null ? null : { kind: sign.sign, count: sign.count, of: sign.of },
    since: bandSince?.toISOString() ?? null,
    windows: {
      last_25: { bounced: health.bouncesIn25 },
      last_50: { refused: health.policyIn50 },
      days_30: {
        sent: health.sent,
        bounced: health.bounced,
        refused: health.refused,
        complained: health.complained,
        replied: health.replied,
      },
    },
    cap: dayCap(mailbox),
    weekly_cap: weekCap(mailbox),
    sent_24_hours: health.sentInDay,
    plan: planOf(health),
    rest_until: isResting ? restUntil.toISOString() : null,
    rest_reason: isResting || waits ? restReason : null,
    waits_for_person: waits,
    bounces_read: health.isRead,
  }
}

function planOf({ ramp, rampPlace: place, dailyLimit, smtpHost, email }: MailboxHealth): HealthRecord['plan'] {
  if (ramp === 'off' || isGrown(place, dailyLimit)) return null
  const ceiling = providerCeiling(smtpHost, email) ?? dailyLimit
  const next = Array.from({ length: SHOWN_STEPS }, (_, step) => Math.min(ceiling, plannedCap(place + step, dailyLimit)))
  return { next, days_left: daysToGrow(place, dailyLimit) }
}
