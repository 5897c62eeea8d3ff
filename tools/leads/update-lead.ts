import { perform } from '../../src/core/capability/perform.ts'
import { withAttributes } from '../../src/core/leads/custom-attributes.ts'
import { LEAD_VALUE_COLUMNS } from '../../src/core/leads/lead-changes.ts'
import { UpdateLead } from '../../src/core/leads/leads.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'
import { UNTRUSTED } from './untrusted-lead.ts'

export const updateLead = defineTool({
  name: 'update_lead',
  title: 'Update a lead',
  description:
    'Update a lead by id, including its address; only arguments sent change anything, and only clear empties fields. ' +
    'Use it to correct or complete a lead that is known by id. Not for saving somebody new (save_lead). Free. ' +
    'Sending lists replaces its lists; custom attributes not sent are kept.',
  input: UpdateLead.input,
  required: ['id'],
  output: UpdateLead.output,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => withAttributes(call, raw as object, (sent) => perform(UpdateLead, call, sent)),
  unlisted: true,
  toolAliases: ['update-lead', 'Update-Lead'],
  parameterAliases: { lead_id: 'id', lead_list_id: 'leads_list_id', industry: 'company_industry' },
  clears: LEAD_VALUE_COLUMNS,
  untrusted: UNTRUSTED,
})
