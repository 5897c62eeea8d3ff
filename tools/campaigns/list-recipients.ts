import { ListRecipientsArguments } from '../../src/core/campaigns/recipients-input.ts'
import { ListRecipients } from '../../src/core/campaigns/recipients.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'
import { CAMPAIGN_ID_ALIASES, withId } from './campaign-id.ts'

export const listRecipients = defineTool({
  name: 'list_recipients',
  title: 'List campaign recipients',
  description:
    "List a campaign's recipients in the order they were added, with each one's sending status; meta.by_status counts all. " +
    'Use it to see who would be contacted before a campaign starts, and who has replied. ' +
    'Not for saved leads in general (search_leads). Free.',
  input: ListRecipientsArguments,
  required: ['campaign_id'],
  output: ListRecipients.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(ListRecipients, call, withId(raw)),
  parameterAliases: CAMPAIGN_ID_ALIASES,
  toolAliases: [
    'list_sequence_recipients',
    'list-sequence-recipients',
    'list-campaign-recipients',
    'List-Campaign-Recipients',
    'List-Sequence-Recipients',
  ],
  rows: {
    at: 'recipients',
    noun: 'recipients',
    short: ['email', 'first_name', 'last_name', 'position', 'company', 'sending_status', 'lead_id'],
  },
  untrusted: ['first_name', 'last_name', 'position', 'company', 'website'],
})
