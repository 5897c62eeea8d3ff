import { StartCampaignArguments } from '../../src/core/campaigns/recipients-input.ts'
import { PreviewStart } from '../../src/core/campaigns/preview-start-campaign.ts'
import { StartCampaign } from '../../src/core/campaigns/start-campaign.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'
import { CAMPAIGN_ID_ALIASES, withId } from './campaign-id.ts'

export const startCampaign = defineTool({
  name: 'start_campaign',
  title: 'Start a campaign',
  description:
    'Start sending a draft campaign to all its recipients. Sending cannot be undone. ' +
    'Without confirm true it only says how many messages to how many people would be scheduled, from which mailboxes and when. ' +
    'Use it when the user wants a campaign sent; list_recipients shows first who would get it. ' +
    'Not for people who are not in it yet (add_recipients). Free.',
  input: StartCampaignArguments,
  required: ['campaign_id'],
  output: StartCampaign.output,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  run: (call, raw) => perform(StartCampaign, call, withId(raw)),
  preview: (call, raw) => perform(PreviewStart, call, withId(raw)),
  parameterAliases: CAMPAIGN_ID_ALIASES,
  toolAliases: ['start_sequence', 'start-sequence', 'start-campaign', 'Start-Campaign', 'Start-Sequence'],
})
