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
  /** `health`: too much came back. `sender_limit`: its provider takes no more. */
  rest_reason: text,
  problem: text,
  imap_problem: text,
  /** Whether replies are read at all. */
  is_read: z.boolean(),
  /** Tests and blind copies included, on the calendar of its hours. */
  sent_today: z.int(),
  daily_limit: z.int(),
  /** Its gap ends then. */
  next_send_at: moment,
  read_at: moment,
  /** Campaigns in progress that send from it. */
  campaigns: z.int(),
  default_account: z.boolean(),
  /** `reports`: nothing is sent from it. */
  purpose: z.enum(['campaigns', 'reports']),
  /** By what came back of its emails. */
  band: z.enum(BANDS),
  /** Of what its provider lets Quarry do; null for a password. */
  grant_state: z.enum(['active', 'failing', 'needs_consent', 'client_broken']).nullable(),
  /** What it may send in 24 hours, while it grows. */
  cap: z.int(),
})
export type MailboxState = z.output<typeof MailboxState>

/** How the mailboxes of an account stand at this moment; all of them, or one. */
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
      const { ramp, ramp_cap: rampCap, smtp_host: smtpHost, ...mailbox } = shown
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
