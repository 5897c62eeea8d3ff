import { perform } from '../../src/core/capability/perform.ts'
import { withAttributes } from '../../src/core/leads/custom-attributes.ts'
import { ChangeManyLeads, PreviewChangeLeads } from '../../src/core/leads/change-leads.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

export const changeLeads = defineTool({
  name: 'change_leads',
  title: 'Change many leads',
  description:
    'Change up to 10000 leads at once: move, copy, tag, remove from a list, delete or merge duplicates. ' +
    'Acts only with confirm true and expected_count, the number from a preview; otherwise it only says what would happen. ' +
    'Merging keeps the oldest lead with the same address (ignoring plus tags) or the same name and domain, and counts those removed. ' +
    'Use it instead of loops. Not for one lead (save_lead). Free.',
  input: ChangeManyLeads.input,
  required: ['action'],
  output: ChangeManyLeads.output,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => withAttributes(call, raw as object, (sent) => perform(ChangeManyLeads, call, sent)),
  preview: (call, raw) => perform(PreviewChangeLeads, call, raw),
  toolAliases: ['change-leads'],
  firstLine: ({ data }) => changedLine(data as Changed),
  parameterAliases: { lead_ids: 'ids', lead_list_id: 'leads_list_id', target_leads_list_name: 'target_list_name' },
})

interface Changed {
  action: string
  leads_count: number
  status: string
  job_id: number | null
}

const changedLine = ({ action, leads_count: count, status, job_id }: Changed): string =>
  `${status === 'done' ? 'Done' : `Begun as job ${job_id}`}: ${action} of ${count} ${count === 1 ? 'lead' : 'leads'}.`
