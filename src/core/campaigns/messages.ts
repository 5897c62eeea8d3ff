import { z } from 'zod'
import type { Call } from '../../context.ts'
import type { LoggedMessage } from '../../db/campaigns/message-log-store.ts'
import { AppError } from '../../errors.ts'
import { choiceField, idField } from '../../lib/input/field-kinds.ts'
import { DEFAULT_ROWS, pageFields, ShownPage } from '../../lib/input/page-fields.ts'
import { capability } from '../capability/capability.ts'
import { campaignId } from './campaign-input.ts'
import { findCampaign } from './campaigns.ts'

const STATES = ['scheduled', 'sending', 'sent', 'canceled', 'error', 'uncertain'] as const
const text = z.string().nullable()

const Message = z.object({
  id: z.int(),
  step: z.int(),
  to: z.string(),
  status: z.enum(STATES),
  due_at: z.string(),
  sent_at: text,
  subject: text,
  attempts: z.int(),
  /** The mail server's final reply: class and code. */
  reply_code: text,
  problem: text,
})
const OneMessage = z.object({ data: Message, meta: z.object({}) })
const MessageInput = z.object({ id: campaignId, message_id: idField('The id of the message.') })

const describeMessage = (message: LoggedMessage): z.output<typeof Message> => ({
  id: message.id,
  step: message.step,
  to: message.to,
  status: message.status,
  due_at: message.dueAt.toISOString(),
  sent_at: message.sentAt?.toISOString() ?? null,
  subject: message.subject,
  attempts: message.attempts,
  reply_code: message.replyCode,
  problem: message.problem,
})

/** `uncertain` messages may or may not have been sent: Quarry stopped, or lost its connection, while the server took them. */
export const ListMessages = capability({
  group: 'campaigns',
  scope: 'read',
  name: 'list_messages',
  input: z.object({
    id: campaignId,
    status: choiceField(
      STATES,
      'wrong_params',
      `status must be one of ${STATES.join(', ')}.`,
      'Only messages with this status.',
    ),
    ...pageFields('messages'),
  }),
  output: z.object({
    data: z.object({ messages: z.array(Message) }),
    meta: ShownPage,
  }),
  run: async (call, { id = 0, status = null, limit = DEFAULT_ROWS, offset = 0 }) => {
    await findCampaign(call, id)
    const { accountId } = call.principal
    const { messages, total } = await call.store.messageLog.list(accountId, id, { status, limit, offset })
    return { data: { messages: messages.map(describeMessage) }, meta: { total, limit, offset } }
  },
})

/** For a message that did not arrive. */
export const ResendMessage = capability({
  group: 'campaigns',
  scope: 'send',
  name: 'resend_message',
  input: MessageInput,
  output: OneMessage,
  run: (call, { id = 0, message_id = 0 }) =>
    settleDoubt(call, id, message_id, () =>
      call.store.messageLog.resend(call.principal.accountId, id, message_id, call.clock.now()),
    ),
})

/** For a message that did arrive: the next steps to this recipient continue from it. */
export const MarkMessageSent = capability({
  group: 'campaigns',
  scope: 'send',
  name: 'mark_message_sent',
  input: MessageInput,
  output: OneMessage,
  run: (call, { id = 0, message_id = 0 }) =>
    settleDoubt(call, id, message_id, () => call.store.messageLog.markSent(call.principal.accountId, id, message_id)),
})

async function settleDoubt(
  call: Pick<Call, 'principal' | 'store'>,
  id: number,
  messageId: number,
  settle: () => Promise<boolean>,
) {
  await findCampaign(call, id)
  const settled = await settle()
  const message = await call.store.messageLog.find(call.principal.accountId, id, messageId)
  if (message === null) throw new AppError('not_found', `This campaign has no message with id ${messageId}.`)
  if (!settled)
    throw new AppError('validation_failed', `Only an uncertain message can be settled; it is ${message.status}.`)
  return { data: describeMessage(message), meta: {} }
}
