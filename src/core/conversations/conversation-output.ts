import { z } from 'zod'
import type { Conversation, ConversationMail } from '../../db/conversations/conversations-store.ts'
import { MAIL_CLASSES } from './mail-classes.ts'

const text = z.string().nullable()
const id = z.int().nullable()

export const ConversationRow = z.object({
  id: z.int(),
  email: z.string(),
  lead_id: id,
  /** First and last name of the lead. */
  lead_name: text,
  campaign_id: id,
  mailbox_id: id,
  /** The mailbox's address. */
  mailbox: text,
  subject: text,
  class: z.enum(MAIL_CLASSES),
  class_by: z.enum(['rule', 'person']),
  unread: z.boolean(),
  closed_at: text,
  /** The day on which the sender of an absence notice says they are back. */
  back_on: text,
  last_at: z.iso.datetime(),
  last_direction: z.enum(['in', 'out']),
})

export const MailRow = z.object({
  id: z.int(),
  direction: z.enum(['in', 'out']),
  at: z.iso.datetime(),
  from: text,
  to: text,
  /** Where the sender wants replies to go, if somewhere else. */
  reply_to: text,
  subject: text,
  header_id: text,
  /** Null for a campaign's message, whose text is in the campaign, and if the text was erased. */
  text,
  /** Whether some of the text is missing. */
  cut: z.boolean(),
  /** Where in the text the quoted part begins, in UTF-16 units. */
  quoted_at: id,
  class: z.enum(MAIL_CLASSES).nullable(),
  class_rule: text,
  language: text,
  attachments: z.array(z.object({ name: text, type: z.string(), size: z.int() })),
  message: z.object({ id: z.int(), campaign_id: z.int(), step: z.int() }).nullable(),
  /** For a reply; null for other emails. */
  status: z.enum(['draft', 'queued', 'sending', 'sent', 'uncertain', 'error', 'discarded']).nullable(),
  problem: text,
  answers_mail_id: id,
  /** Whether a reply quotes the mail it answers. */
  quotes: z.boolean(),
})

export const conversationRow = (conversation: Conversation): z.output<typeof ConversationRow> => ({
  id: conversation.id,
  email: conversation.email,
  lead_id: conversation.leadId,
  lead_name: conversation.leadName,
  campaign_id: conversation.campaignId,
  mailbox_id: conversation.mailboxId,
  mailbox: conversation.mailbox,
  subject: conversation.subject,
  class: conversation.class,
  class_by: conversation.classBy,
  unread: conversation.unread,
  closed_at: conversation.closedAt?.toISOString() ?? null,
  back_on: conversation.backOn,
  last_at: conversation.lastAt.toISOString(),
  last_direction: conversation.lastDirection,
})

export const mailRow = (mail: ConversationMail): z.output<typeof MailRow> => ({
  id: mail.id,
  direction: mail.direction,
  at: mail.at.toISOString(),
  from: mail.from,
  to: mail.to,
  reply_to: mail.replyTo === mail.from ? null : mail.replyTo,
  subject: mail.subject,
  header_id: mail.headerId,
  text: mail.text,
  cut: mail.isCut,
  quoted_at: mail.quotedAt,
  class: mail.class,
  class_rule: mail.rule,
  language: mail.language,
  attachments: mail.attachments,
  message:
    mail.messageId === null ? null : { id: mail.messageId, campaign_id: mail.campaignId ?? 0, step: mail.step ?? 0 },
  status: mail.status,
  problem: mail.problem,
  answers_mail_id: mail.answersMailId,
  quotes: mail.quotes,
})
