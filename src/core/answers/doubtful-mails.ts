import { z } from 'zod'
import type { DoubtfulMail } from '../../db/campaigns/doubtful-mails-store.ts'
import { DEFAULT_ROWS, ShownPage } from '../../lib/input/page-fields.ts'
import { capability } from '../capability/capability.ts'
import { DoubtfulMailsInput } from '../mailboxes/mailbox-input.ts'
import { findMailbox } from '../mailboxes/mailboxes.ts'

/** Mail that seems to concern a sent message but may be forged: for a person to look at. */

const DOUBTS = {
  other_sender: 'It replies to this message, but its sender is not the recipient.',
  several_senders: 'It has several senders, or none.',
  failed_authentication: "The mailbox's server found that it does not come from the stated sender.",
  names_no_message: 'It reports a failure but does not name a message from this account.',
  names_no_recipient: "It reports a failure for an address other than the recipient's.",
} as const

const Row = z.object({
  id: z.int(),
  claims: z.enum(['replied', 'bounced', 'unsubscribed']),
  doubt: z.enum(Object.keys(DOUBTS) as [keyof typeof DOUBTS]),
  explanation: z.string(),
  header_id: z.string().nullable(),
  seen_at: z.string(),
  message: z.object({ id: z.int(), sequence_id: z.int(), to: z.string(), subject: z.string().nullable() }),
})

export const ListDoubtfulMails = capability({
  group: 'others',
  scope: 'read',
  name: 'list_doubtful_mails',
  input: DoubtfulMailsInput,
  output: z.object({
    data: z.array(Row),
    meta: ShownPage,
  }),
  run: async (call, { id = 0, limit = DEFAULT_ROWS, offset = 0 }) => {
    await findMailbox(call, id)
    const { mails, total } = await call.store.doubtfulMails.page(call.principal.accountId, id, { limit, offset })
    return { data: mails.map(rowOf), meta: { total, limit, offset } }
  },
})

const rowOf = (mail: DoubtfulMail): z.output<typeof Row> => ({
  id: mail.id,
  claims: mail.meaning,
  doubt: mail.doubt,
  explanation: DOUBTS[mail.doubt],
  header_id: mail.headerId,
  seen_at: mail.seenAt.toISOString(),
  message: { id: mail.messageId, sequence_id: mail.campaignId, to: mail.recipient, subject: mail.subject },
})
