import { z } from 'zod'
import type { Part } from '../../context.ts'
import type { MessageContent } from '../../db/campaigns/outbox-results-store.ts'
import type { Campaign } from '../../db/campaigns/campaigns-store.ts'
import { renderTemplate } from '../../engine/send/template.ts'
import type { MergeValues, Rendered } from '../../engine/send/template.ts'
import { AppError } from '../../errors.ts'
import { parseTypedAddress } from '../../lib/addresses/email-address.ts'
import type { EmailAddress } from '../../lib/addresses/email-address.ts'
import { asText } from '../../lib/input/field-kinds.ts'
import { field, missing, quoted, read, refuse } from '../../lib/input/input-fields.ts'
import { capability } from '../capability/capability.ts'
import { mergeValues } from './merge-values.ts'
import { campaignId } from './campaign-input.ts'
import { unusable } from './campaign-rules.ts'
import { withInheritedSubjects } from './campaign-steps.ts'
import { findCampaign } from './campaigns.ts'

const PreviewedMessage = z.object({
  step: z.int(),
  message_format: z.enum(['text', 'html']),
  /** Null if it cannot be rendered. */
  subject: z.string().nullable(),
  body: z.string().nullable(),
  /** Merge tags without a value or a fallback: such a message is not sent. */
  unresolved: z.array(z.string()),
  problem: z.string().nullable(),
})

/** What one recipient would get, step by step; nothing is sent. */
export const PreviewCampaign = capability({
  name: 'preview_campaign',
  group: 'campaigns',
  scope: 'read',
  input: z.object({
    id: campaignId,
    recipient: field<EmailAddress>({ type: 'string', description: 'The address of a recipient.' }, (raw) => {
      const address = parseTypedAddress(asText(raw) ?? '')
      return address === null ? refuse('invalid_email', `${quoted(raw)} is not a valid email address.`) : read(address)
    }),
  }),
  output: z.object({
    data: z.object({
      recipient: z.string(),
      email_account_id: z.int(),
      messages: z.array(PreviewedMessage),
    }),
    meta: z.object({}),
  }),
  check: ({ recipient }) => missing('recipient', recipient),
  run: async (call, { id = 0, recipient }) => {
    const campaign = await findCampaign(call, id)
    const email = recipient?.full ?? ''
    const found = await call.store.recipients.find(campaign.accountId, id, email)
    if (found === null) throw new AppError('not_found', 'The campaign has no recipient with this address.')
    const mailboxId = found.mailboxId ?? campaign.mailboxIds[0]
    if (mailboxId === undefined) throw unusable('A campaign needs a connected mailbox.')
    const messages = await previews(call, campaign, found.id, mailboxId)
    return { data: { recipient: email, email_account_id: mailboxId, messages }, meta: {} }
  },
})

async function previews(
  call: Part<never, 'campaignSteps' | 'outboxResults'>,
  { accountId, id }: Campaign,
  recipientId: number,
  mailboxId: number,
) {
  const steps = withInheritedSubjects(await call.store.campaignSteps.list(accountId, id))
  const messages: z.output<typeof PreviewedMessage>[] = []
  for (const { step, subject, messageFormat } of steps) {
    const content = await call.store.outboxResults.content({ accountId, campaignId: id, recipientId, mailboxId, step })
    if (content === null) continue
    const rendered = renderMessage(content, subject ?? '')
    messages.push({ step, message_format: messageFormat, ...rendered })
  }
  return messages
}

/**
 * A message filled in with its recipient's values.
 * @param subject its own, or the one it inherits.
 */
export function renderMessage(content: MessageContent, subject: string) {
  const values: MergeValues = mergeValues(content, content.mailbox)
  const subjectPart = renderTemplate(subject, 'text', values)
  const bodyPart = renderTemplate(content.body ?? '', content.format, values)
  const parts = [subjectPart, bodyPart]
  const unresolved = new Set(parts.flatMap((part) => (part.outcome === 'unresolved' ? part.names : [])))
  const broken = parts.find((part) => part.outcome === 'broken')
  const shown = textOf(subjectPart)
  const continues = content.subject === null && shown !== null && shown !== '' && !/^re:/i.test(shown)
  return {
    subject: continues ? `Re: ${shown}` : shown,
    body: textOf(bodyPart),
    unresolved: [...unresolved],
    problem: broken?.reason ?? null,
  }
}

const textOf = (part: Rendered): string | null => (part.outcome === 'rendered' ? part.text : null)
