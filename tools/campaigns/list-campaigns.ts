import { ListCampaigns } from '../../src/core/campaigns/campaigns.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { MatchCampaigns } from '../../src/core/leads/names.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

export const listCampaigns = defineTool({
  name: 'list_campaigns',
  title: 'List campaigns',
  description:
    'List the campaigns, newest first, with their ids, how many recipients each has and whether it is ' +
    'started, paused or archived. Use it to find the id of a campaign for other tools. ' +
    'Not for its recipients (list_recipients). Free.',
  input: ListCampaigns.input,
  required: [],
  output: ListCampaigns.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(ListCampaigns, call, raw),
  toolAliases: ['list_sequences', 'list-sequences', 'list-campaigns', 'List-Campaigns', 'List-Sequences'],
  rows: {
    at: 'campaigns',
    noun: 'campaigns',
    short: ['id', 'name', 'recipients_count', 'editable', 'started', 'archived', 'paused'],
  },
  named: { matching: (call, typed) => perform(MatchCampaigns, call, { typed }) },
})
