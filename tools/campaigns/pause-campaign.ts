import { CampaignIdArguments } from '../../src/core/campaigns/recipients-input.ts'
import { PauseCampaign } from '../../src/core/campaigns/pause-campaign.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'
import { CAMPAIGN_ID_ALIASES, withId } from './campaign-id.ts'

export const pauseCampaign = defineTool({
  name: 'pause_campaign',
  title: 'Pause a campaign',
  description:
    'Pause a campaign: nothing more is sent until start_campaign resumes it. Takes effect immediately. ' +
    'Use it when something about a running campaign is wrong or doubtful. ' +
    'Not for single people (cancel_recipients). Free. Says how many messages are held.',
  input: CampaignIdArguments,
  required: ['campaign_id'],
  output: PauseCampaign.output,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  firstLine: ({ data }) => {
    const { messages_held: held } = data as { messages_held: number }
    return `Paused: ${held} ${held === 1 ? 'message is' : 'messages are'} held.`
  },
  run: (call, raw) => perform(PauseCampaign, call, withId(raw)),
  parameterAliases: CAMPAIGN_ID_ALIASES,
  toolAliases: ['pause_sequence', 'pause-campaign', 'Pause-Campaign', 'pause-sequence', 'Pause-Sequence'],
})
