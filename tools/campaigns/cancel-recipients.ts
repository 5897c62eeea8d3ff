import { CancelRecipientsArguments } from '../../src/core/campaigns/recipients-input.ts'
import { PreviewCancelRecipients } from '../../src/core/campaigns/preview-cancel-recipients.ts'
import { CancelRecipients } from '../../src/core/campaigns/recipients.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'
import { CAMPAIGN_ID_ALIASES, withId } from './campaign-id.ts'

export const cancelRecipients = defineTool({
  name: 'cancel_recipients',
  title: 'Cancel scheduled messages',
  description:
    "Cancel a campaign's scheduled messages for up to 50 addresses; the recipients stay listed and get nothing " +
    'further. Without confirm true it only says how many messages would be cancelled. ' +
    'Use it for people who should not be contacted after all. Not for removing a lead (change_leads). Free.',
  input: CancelRecipientsArguments,
  required: ['campaign_id', 'emails'],
  output: CancelRecipients.output,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(CancelRecipients, call, withId(raw)),
  preview: (call, raw) => perform(PreviewCancelRecipients, call, withId(raw)),
  firstLine: ({ data, meta }) => cancelledLine(data as Cancelled, meta),
  parameterAliases: { ...CAMPAIGN_ID_ALIASES, email: 'emails' },
  toolAliases: [
    'cancel_sequence_recipients',
    'cancel-sequence-recipients',
    'cancel-campaign-recipients',
    'Cancel-Campaign-Recipients',
    'Cancel-Sequence-Recipients',
  ],
})

interface Cancelled {
  recipients_canceled: readonly string[]
  messages_canceled: number
}

/** A draft's recipients are removed; those of a started campaign stay, without further messages. */
function cancelledLine(
  { recipients_canceled: people, messages_canceled: messages }: Cancelled,
  { recipients_removed: removed }: Record<string, unknown>,
): string {
  if (Array.isArray(removed) && removed.length > 0) return `Recipients removed from the draft: ${removed.length}.`
  if (people.length === 0) return 'Nothing was cancelled: none of these addresses has a scheduled message.'
  return `Messages cancelled: ${messages}, of recipients: ${people.length}.`
}
