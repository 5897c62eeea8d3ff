import { AddRecipientsArguments } from '../../src/core/campaigns/recipients-input.ts'
import { PreviewAddRecipients } from '../../src/core/campaigns/preview-add-recipients.ts'
import { AddRecipients } from '../../src/core/campaigns/recipients.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'
import { CAMPAIGN_ID_ALIASES, withId } from './campaign-id.ts'

export const addRecipients = defineTool({
  name: 'add_recipients',
  title: 'Add campaign recipients',
  description:
    'Add up to 50 addresses and up to 50 leads to a campaign; says who was skipped and why. ' +
    'Without confirm true it only says who would be added and, if the campaign is running, how many messages that schedules. ' +
    'Use it for people the user named. Not for sending a draft (start_campaign). Free. ' +
    'One wrong address or id rejects all; in a started campaign, email may go out soon after.',
  input: AddRecipientsArguments,
  required: ['campaign_id'],
  output: AddRecipients.output,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  run: (call, raw) => perform(AddRecipients, call, withId(raw)),
  preview: (call, raw) => perform(PreviewAddRecipients, call, withId(raw)),
  firstLine: ({ data }) => addedLine(data as Added),
  parameterAliases: { ...CAMPAIGN_ID_ALIASES, email: 'emails' },
  sendsAtTimes: true,
  hints: {
    wrong_params: ({ field = '' }) =>
      field.startsWith('leads_list') ? 'Send lead_ids: search_leads shows those of a list.' : null,
  },
  toolAliases: [
    'add_sequence_recipients',
    'add-sequence-recipients',
    'add-campaign-recipients',
    'Add-Campaign-Recipients',
    'Add-Sequence-Recipients',
  ],
})

interface Added {
  recipients_added: number
  skipped_recipients: readonly unknown[]
}

const addedLine = ({ recipients_added: added, skipped_recipients: skipped }: Added): string =>
  `${added} ${added === 1 ? 'recipient' : 'recipients'} added, ${skipped.length} skipped.`
