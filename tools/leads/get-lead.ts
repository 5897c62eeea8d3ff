import { perform } from '../../src/core/capability/perform.ts'
import { GetLead } from '../../src/core/leads/leads.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'
import { UNTRUSTED } from './untrusted-lead.ts'

export const getLead = defineTool({
  name: 'get_lead',
  title: 'Show a lead',
  description:
    'Show one lead in full: person, company, notes, custom attributes, latest check, lists and sending status. ' +
    'Use it before a lead is changed or deleted. Not for lookup by name or address (search_leads). Free.',
  input: GetLead.input,
  required: ['id'],
  output: GetLead.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(GetLead, call, raw),
  unlisted: true,
  toolAliases: ['get-lead', 'Get-Lead'],
  parameterAliases: { lead_id: 'id' },
  untrusted: UNTRUSTED,
})
