import { z } from 'zod'
import { capability } from '../capability/capability.ts'
import { booleanField } from '../../lib/input/field-kinds.ts'
import { DEFAULT_ROWS, pageFields, ShownPage } from '../../lib/input/page-fields.ts'
import { MailboxIdInput } from './mailbox-input.ts'
import { findMailbox } from './mailboxes.ts'

const Input = z.object({
  ...MailboxIdInput.shape,
  ...pageFields('campaigns'),
  include_archived: booleanField('include_archived', 'wrong_params', 'Whether to include archived campaigns.'),
})

/** The campaigns that send from a mailbox, newest first, and each one's share of it. */
export const ListMailboxCampaigns = capability({
  group: 'others',
  scope: 'read',
  name: 'list_mailbox_campaigns',
  input: Input,
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
    meta: ShownPage,
  }),
  run: async (call, { id = 0, limit = DEFAULT_ROWS, offset = 0, include_archived: archived = false }) => {
    await findMailbox(call, id)
    const { campaigns, total } = await call.store.mailboxes.campaigns(call.principal.accountId, id, {
      limit,
      offset,
      archived,
    })
    return { data: campaigns, meta: { total, limit, offset } }
  },
})
