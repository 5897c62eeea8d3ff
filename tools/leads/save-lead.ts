import { perform } from '../../src/core/capability/perform.ts'
import { LEAD_VALUE_COLUMNS } from '../../src/core/leads/lead-changes.ts'
import { SaveLead } from '../../src/core/leads/leads.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'
import { UNTRUSTED } from './untrusted-lead.ts'

export const saveLead = defineTool({
  name: 'save_lead',
  title: 'Save a lead',
  description:
    'Save a person as a lead: create one, or update the lead with that address; only arguments sent change anything, ' +
    'and only clear empties. meta.created tells whether it is new. ' +
    'Use it for one person found by a search. Not for changing the address of a lead (update_lead). Free. ' +
    'A new lead without a list goes to the newest one; naming lists replaces its lists.',
  input: SaveLead.input,
  required: ['email'],
  output: SaveLead.output,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(SaveLead, call, raw),
  toolAliases: ['create_lead', 'create-lead', 'upsert_lead', 'upsert-lead', 'Create-Lead', 'Upsert-Lead'],
  parameterAliases: { lead_list_id: 'leads_list_id', industry: 'company_industry' },
  clears: LEAD_VALUE_COLUMNS,
  untrusted: UNTRUSTED,
})
