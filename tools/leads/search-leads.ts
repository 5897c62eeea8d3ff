import { perform } from '../../src/core/capability/perform.ts'
import { ListCustomAttributes } from '../../src/core/leads/custom-attributes.ts'
import { SearchLeads } from '../../src/core/leads/search-leads.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'
import { UNTRUSTED } from './untrusted-lead.ts'

export const searchLeads = defineTool({
  name: 'search_leads',
  title: 'Search saved leads',
  description:
    "List this account's leads, newest first, with filters; meta has the number of matches and the total. " +
    "Use it to find a lead's id, to see one in full (ids), or whether somebody is already saved. " +
    'Not for people who are not saved yet (domain_search, find_email). Free. ' +
    'Filters match part of their field, ignoring case; notes are shown only if fields names them.',
  input: SearchLeads.input.omit({ counts: true }),
  required: [],
  output: SearchLeads.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(SearchLeads, call, raw),
  toolAliases: ['list_leads', 'list-leads', 'List-Leads', 'get_leads'],
  parameterAliases: {
    lead_list_id: 'leads_list_id',
    company_industry: 'industry',
    id: 'ids',
    lead_ids: 'ids',
    name: 'query',
  },
  rows: {
    at: 'leads',
    noun: 'leads',
    short: [
      'id',
      'email',
      'first_name',
      'last_name',
      'position',
      'company',
      'sending_status',
      'verification',
      'leads_list',
    ],
    more: { counts: { argument: 'counts', says: '"counts" adds meta.by_verification.' } },
    ownFields: async (call) => {
      const { data } = await perform(ListCustomAttributes, call, {})
      return data.leads_custom_attributes.map(({ slug }) => slug)
    },
  },
  untrusted: UNTRUSTED,
})
