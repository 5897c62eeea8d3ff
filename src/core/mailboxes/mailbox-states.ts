import { z } from 'zod'
import { idField } from '../../lib/input/field-kinds.ts'
import { dayCap, standingOf } from '../../engine/guard/day-cap.ts'
import { BANDS } from '../../engine/guard/mailbox-band.ts'
import { capability } from '../capability/capability.ts'
import { dailyCeiling } from './sending-policy.ts'

const text = z.string().nullable()
const moment = z.iso.datetime().nullable()

const MailboxState = z.object({
  id: z.int(),
  email: z.string(),
  /** `problem`: it cannot send. `rests`: it sends nothing until `rest_until`. */
  state: z.enum(['sends', 'paused', 'problem', 'rests']),
  rest_until: moment,
  /** `health`: too much mail came back. `sender_limit`: its provider accepts no more. */
  rest_reason: text,
  problem: text,
  imap_problem: text,
  /** Whether replies are read. */
  is_read: z.boolean(),
  /** Including tests and blind copies, by the day in its time zone. */
  sent_today: z.int(),
  daily_limit: z.int(),
  /** When its gap ends. */
  next_send_at: moment,
  read_at: moment,
  /** Campaigns in progress that send from it. */
  campaigns: z.int(),
  default_account: z.boolean(),
  /** `reports`: nothing is sent from it. */
  purpose: z.enum(['campaigns', 'reports']),
  /** Judged by what came back from its emails. */
  band: z.enum(BANDS),
  /** State of what its provider allows Quarry; null for a password. */
  grant_state: z.enum(['active', 'failing', 'needs_consent', 'client_broken']).nullable(),
  /** What it may send in 24 hours; less while it grows. */
  cap: z.int(),
})
export type MailboxState = z.output<typeof MailboxState>

/** The current states of an account's mailboxes: all of them, or one. */
export const ListMailboxStates = capability({
  group: 'others',
  scope: 'read',
  name: 'list_mailbox_states',
  input: z.object({ id: idField('Only this mailbox.') }),
  output: z.object({ data: z.array(MailboxState), meta: z.object({}) }),
  run: async (call, { id }) => {
    const { store, principal, clock } = call
    const now = clock.now()
    const found = await store.mailboxStates.list(principal.accountId, id ?? null, now)
    const data = found.map((row): MailboxState => {
      const { sending_status: sendingStatus, next_send_at: next, read_at: read, rest_until: rest, ...shown } = row
      const { ramp, ramp_cap: rampCap, ramp_place: _, smtp_host: smtpHost, ...mailbox } = shown
      const dailyLimit = dailyCeiling(call, mailbox.daily_limit)
      const isResting = rest !== null && rest > now
      return {
        ...mailbox,
        state: standingOf({ sendingStatus, problem: row.problem }, isResting),
        rest_until: isResting ? rest.toISOString() : null,
        rest_reason: isResting || row.rest_reason === 'health' ? row.rest_reason : null,
        daily_limit: dailyLimit,
        next_send_at: next === null || next <= now ? null : next.toISOString(),
        read_at: read?.toISOString() ?? null,
        cap: dayCap({ ramp, rampCap, dailyLimit, smtpHost, mailboxEmail: mailbox.email }),
      }
    })
    return { data, meta: {} }
  },
})
