import { DraftArguments } from '../../src/core/campaigns/drafts/draft-input.ts'
import { DraftCampaign } from '../../src/core/campaigns/drafts/draft-campaign.ts'
import { mergeNames } from '../../src/core/campaigns/merge-values.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'
import { CAMPAIGN_ID_ALIASES, withId } from './campaign-id.ts'

export const draftCampaign = defineTool({
  name: 'draft_campaign',
  title: 'Write a campaign draft',
  description:
    'Create a campaign draft, or change one that has not started: name, emails, mailboxes and times in one call. ' +
    'meta.missing lists what start_campaign still needs; meta.warnings, what to check. ' +
    'Use it to write emails with the user. Not for people (add_recipients) or sending (start_campaign). Free.',
  input: DraftArguments,
  required: [],
  output: DraftCampaign.output,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  firstLine: ({ data, meta }) => draftLine(data as { id: number }, meta),
  run: (call, raw) => perform(DraftCampaign, call, withId(raw)),
  hints: {
    validation_failed: ({ field, details }) => {
      if (details.includes('Unknown merge tag')) return KNOWN_TAGS
      return field === 'time_zone' ? 'Send an IANA name, such as "Europe/Lisbon".' : null
    },
    invalid_schedule_window: () => 'Send from_time before to_time, on one day: past midnight needs a second campaign.',
    invalid_schedule_days: () => 'Send numbers such as 1, 2, 3, 4, 5 for Monday to Friday.',
  },
  clears: ['steps', 'mailbox_ids', 'start_on'],
  written: ['subject', 'body'],
  parameterAliases: CAMPAIGN_ID_ALIASES,
  toolAliases: ['draft_sequence', 'draft-campaign', 'Draft-Campaign'],
})

const KNOWN_TAGS = `Known: ${mergeNames([])
  .map((name) => `"${name}"`)
  .join(', ')}, and slugs of custom attributes.`

/** How many things stand between the draft and its start; the reasons are in `meta`. */
function draftLine({ id }: { id: number }, { created, missing, warnings }: Record<string, unknown>): string {
  const [lacks, doubts] = [missing, warnings].map((list) => (Array.isArray(list) ? list.length : 0))
  const state = lacks === 0 ? 'ready to start' : `${lacks} missing before it can start`
  return `Draft ${id} ${created === true ? 'created' : 'changed'}: ${state}${doubts === 0 ? '' : `, ${doubts} to check`}.`
}
