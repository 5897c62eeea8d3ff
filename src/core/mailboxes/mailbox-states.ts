import { z } from 'zod'
import { idField } from '../../lib/input/field-kinds.ts'
import { capability } from '../capability/capability.ts'
import { dailyCeiling } from './sending-policy.ts'

const text = z.string().nullable()
const moment = z.iso.datetime().nullable()

const MailboxState = z.object({
  id: z.int(),
  email: z.string(),
  /** `problem`: it cannot send. */
  state: z.enum(['sends', 'paused', 'problem']),
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
  /** Campaigns under way that send from it. */
  campaigns: z.int(),
  default_account: z.boolean(),
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
    const data = found.map(({ sending_status, next_send_at: next, read_at: read, ...mailbox }): MailboxState => {
      return {
        ...mailbox,
        state: sending_status === 'paused' ? 'paused' : mailbox.problem === null ? 'sends' : 'problem',
        daily_limit: dailyCeiling(call, mailbox.daily_limit),
        next_send_at: next === null || next <= now ? null : next.toISOString(),
        read_at: read?.toISOString() ?? null,
      }
    })
    return { data, meta: {} }
  },
})
