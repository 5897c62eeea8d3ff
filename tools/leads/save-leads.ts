import { perform } from '../../src/core/capability/perform.ts'
import { withAttributes } from '../../src/core/leads/custom-attributes.ts'
import { SavedCounts, SaveLeads } from '../../src/core/leads/save-leads.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

export const saveLeads = defineTool({
  name: 'save_leads',
  title: 'Save many leads',
  description:
    'Save up to 1000 people as leads in one call: addresses, rows from searches, or the rows of a job, without listing them. ' +
    'Existing leads get the values they lack and are added to the lists. ' +
    'Use it for more than three people. ' +
    'Not for one person (save_lead) or for tagging saved leads (change_leads). Free. ' +
    'data.skipped names who was left out and why.',
  input: SaveLeads.input,
  required: [],
  output: SavedCounts,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => withAttributes(call, raw as object, (sent) => perform(SaveLeads, call, sent)),
  toolAliases: ['save-leads', 'bulk_save_leads'],
  parameterAliases: { lead_list_id: 'leads_list_id' },
  firstLine: ({ data }) => savedLine(data as Saved),
})

interface Saved {
  created: number
  updated: number
  skipped: readonly unknown[]
}

const savedLine = ({ created, updated, skipped }: Saved): string =>
  `${created} ${created === 1 ? 'lead' : 'leads'} created, ${updated} updated, ${skipped.length} skipped.`
