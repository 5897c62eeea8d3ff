import { StartCampaignArguments } from '../../src/core/campaigns/recipients-input.ts'
import { PreviewStartOrResume, StartOrResume } from '../../src/core/campaigns/drafts/start-or-resume.ts'
import { NO_RECIPIENTS } from '../../src/core/campaigns/start-campaign.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'
import { CAMPAIGN_ID_ALIASES, withId } from './campaign-id.ts'

export const startCampaign = defineTool({
  name: 'start_campaign',
  title: 'Start a campaign',
  description:
    'Start sending a draft campaign to all its recipients, or resume a paused one. Sending cannot be undone. ' +
    'Without confirm true it only says how many messages to how many people would be scheduled, from which mailboxes and when. ' +
    'Use it when the user wants a campaign sent; preview_message first shows what they would get. ' +
    'Not for people who are not in it yet (add_recipients). Free.',
  input: StartCampaignArguments,
  required: ['campaign_id'],
  output: StartOrResume.output,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  run: (call, raw) => perform(StartOrResume, call, withId(raw)),
  preview: (call, raw) => perform(PreviewStartOrResume, call, withId(raw)),
  firstLine: ({ data, meta }) =>
    [
      (data as { message: string }).message,
      meta['note'],
      meta['stopped_mailboxes'] === undefined ? '' : 'Its mailboxes cannot all send: see meta.stopped_mailboxes.',
    ]
      .filter(Boolean)
      .join(' '),
  parameterAliases: CAMPAIGN_ID_ALIASES,
  hints: { validation_failed: ({ details }) => remedyFor(details) },
  toolAliases: ['start_sequence', 'start-sequence', 'start-campaign', 'Start-Campaign', 'Start-Sequence'],
})

function remedyFor(details: string): string {
  if (details === NO_RECIPIENTS) return 'add_recipients adds some.'
  if (/^(?:Step|A campaign) /.test(details)) return 'draft_campaign can change that.'
  return 'get_account with include mailboxes shows the state of each.'
}
