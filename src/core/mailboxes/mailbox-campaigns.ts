import { z } from 'zod'
import { capability } from '../capability/capability.ts'
import { MailboxIdInput } from './mailbox-input.ts'
import { findMailbox } from './mailboxes.ts'

/** The campaigns that send from a mailbox, and how much of each falls to it. */
export const ListMailboxCampaigns = capability({
  group: 'others',
  scope: 'read',
  name: 'list_mailbox_campaigns',
  input: MailboxIdInput,
  output: z.object({
    data: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        status: z.string(),
        recipients_allocated: z.int(),
        emails_scheduled: z.int(),
      }),
    ),
    meta: z.object({ total: z.int() }),
  }),
  run: async (call, { id = 0 }) => {
    await findMailbox(call, id)
    const data = await call.store.mailboxes.campaigns(call.principal.accountId, id)
    return { data, meta: { total: data.length } }
  },
})
