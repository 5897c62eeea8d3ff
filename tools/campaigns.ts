import {
  AddRecipientsArguments,
  CancelRecipientsArguments,
  ListRecipientsArguments,
  PreviewAddRecipients,
  PreviewCancelRecipients,
  PreviewStart,
  StartCampaignArguments,
} from '../src/core/campaigns/campaign-previews.ts'
import { MatchCampaigns } from '../src/core/leads/names.ts'
import { perform } from '../src/core/capability/perform.ts'
import { AddRecipients, CancelRecipients, ListRecipients } from '../src/core/campaigns/recipients.ts'
import { StartCampaign } from '../src/core/campaigns/campaign-runs.ts'
import { ListCampaigns } from '../src/core/campaigns/campaigns.ts'
import { defineTool } from '../src/mcp/tools/define-tool.ts'

/** What the API calls `id`. */
const SPELLINGS = { sequence_id: 'campaign_id', id: 'campaign_id' }
const withId = (raw: unknown): unknown => {
  const { campaign_id: id, ...rest } = raw as Record<string, unknown>
  return { ...rest, id }
}

export const listCampaigns = defineTool({
  name: 'list_campaigns',
  title: 'List campaigns',
  description:
    'List the campaigns, newest first, with their ids, how many recipients each has and whether it is ' +
    'started, paused or archived. Use it to find the campaign that other tools need the id of. ' +
    'Not for who is written to (list_recipients). Free.',
  input: ListCampaigns.input,
  output: ListCampaigns.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(ListCampaigns, call, raw),
  aliases: ['list_sequences', 'list-sequences', 'list-campaigns', 'List-Campaigns', 'List-Sequences'],
  rows: {
    at: 'campaigns',
    noun: 'campaigns',
    short: ['id', 'name', 'recipients_count', 'editable', 'started', 'archived', 'paused'],
  },
  named: { matching: (call, typed) => perform(MatchCampaigns, call, { typed }) },
})

export const listRecipients = defineTool({
  name: 'list_recipients',
  title: 'List campaign recipients',
  description:
    'List the recipients of a campaign in the order in which they were added, with how far mail to each has come. ' +
    'Use it to see who would be written to before a campaign starts, and who has answered. ' +
    'Not for saved leads in general (search_leads). Free.',
  input: ListRecipientsArguments,
  output: ListRecipients.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(ListRecipients, call, withId(raw)),
  spellings: SPELLINGS,
  aliases: [
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

export const addRecipients = defineTool({
  name: 'add_recipients',
  title: 'Add campaign recipients',
  description:
    'Add up to 50 addresses and up to 50 leads to a campaign; says who was skipped and why. ' +
    'Without confirm true it only says who would be added, and with a campaign under way how many mails that schedules. ' +
    'Use it for people the user named. Not for sending a draft (start_campaign). Free. ' +
    'One wrong address or id refuses all; with a started campaign mail may go out soon after.',
  input: AddRecipientsArguments,
  output: AddRecipients.output,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  run: (call, raw) => perform(AddRecipients, call, withId(raw)),
  preview: (call, raw) => perform(PreviewAddRecipients, call, withId(raw)),
  spellings: { ...SPELLINGS, email: 'emails' },
  aliases: [
    'add_sequence_recipients',
    'add-sequence-recipients',
    'add-campaign-recipients',
    'Add-Campaign-Recipients',
    'Add-Sequence-Recipients',
  ],
})

export const cancelRecipients = defineTool({
  name: 'cancel_recipients',
  title: 'Cancel scheduled messages',
  description:
    'Cancel the messages of a campaign that are scheduled for up to 50 addresses; the recipients stay listed and get nothing ' +
    'further. Without confirm true it only says how many messages would be cancelled. ' +
    'Use it for people who should not be written to after all. Not for removing a lead (delete_lead). Free.',
  input: CancelRecipientsArguments,
  output: CancelRecipients.output,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(CancelRecipients, call, withId(raw)),
  preview: (call, raw) => perform(PreviewCancelRecipients, call, withId(raw)),
  spellings: { ...SPELLINGS, email: 'emails' },
  aliases: [
    'cancel_sequence_recipients',
    'cancel-sequence-recipients',
    'cancel-campaign-recipients',
    'Cancel-Campaign-Recipients',
    'Cancel-Sequence-Recipients',
  ],
})

export const startCampaign = defineTool({
  name: 'start_campaign',
  title: 'Start a campaign',
  description:
    'Start sending a draft campaign to all its recipients. Sending cannot be undone. ' +
    'Without confirm true it only says how many messages to how many people would be scheduled, from which mailboxes and when. ' +
    'Use it when the user wants a campaign sent; list_recipients shows first who would get it. ' +
    'Not for people who are not in it yet (add_recipients). Free.',
  input: StartCampaignArguments,
  output: StartCampaign.output,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  run: (call, raw) => perform(StartCampaign, call, withId(raw)),
  preview: (call, raw) => perform(PreviewStart, call, withId(raw)),
  spellings: SPELLINGS,
  aliases: ['start_sequence', 'start-sequence', 'start-campaign', 'Start-Campaign', 'Start-Sequence'],
})
