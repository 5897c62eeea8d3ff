import { perform } from '../../src/core/capability/perform.ts'
import { withAttributes } from '../../src/core/leads/custom-attributes.ts'
import { LEAD_VALUE_COLUMNS } from '../../src/core/leads/lead-changes.ts'
import { SaveLead, UpdateLead } from '../../src/core/leads/leads.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'
import { UNTRUSTED } from './untrusted-lead.ts'

export const saveLead = defineTool({
  name: 'save_lead',
  title: 'Save a lead',
  description:
    'Save a person by email, or update the lead with that address or id; with an id, email is its new address. ' +
    'Only arguments sent change anything, and only clear empties fields. meta.created says whether it is new. ' +
    'Use it for one person. Not for many (save_leads, change_leads). Free. ' +
    'A new lead without a list goes to the newest one; sending lists replaces its lists. ' +
    'New custom attributes are created.',
  input: UpdateLead.input,
  required: [],
  output: SaveLead.output,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  run: (call, raw) =>
    withAttributes(call, raw as object, async (sent) => {
      if ((sent as { id?: unknown }).id === undefined) return perform(SaveLead, call, sent)
      const { data, meta } = await perform(UpdateLead, call, sent)
      return { data, meta: { ...meta, created: false } }
    }),
  toolAliases: ['create_lead', 'create-lead', 'upsert_lead', 'upsert-lead', 'Create-Lead', 'Upsert-Lead'],
  parameterAliases: { lead_id: 'id', lead_list_id: 'leads_list_id', industry: 'company_industry' },
  hints: {
    wrong_params: ({ field, details }) =>
      field === 'email' && details.endsWith(' is missing.')
        ? 'Send the address of the person, or the id of a lead.'
        : null,
  },
  firstLine: ({ data, meta }) =>
    `Lead ${(data as { id: number }).id} is ${meta['created'] === true ? 'new' : 'updated'}.`,
  clears: LEAD_VALUE_COLUMNS,
  untrusted: UNTRUSTED,
})
