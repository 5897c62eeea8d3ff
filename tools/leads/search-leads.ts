import { perform } from '../../src/core/capability/perform.ts'
import { SearchLeads } from '../../src/core/leads/search-leads.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'
import { UNTRUSTED } from './untrusted-lead.ts'

export const searchLeads = defineTool({
  name: 'search_leads',
  title: 'Search saved leads',
  description:
    'List the leads of this account, newest first, under any filters; meta has how many match and how many there are. ' +
    'Use it to find the id of a lead, to see whether somebody is saved already, or how far mail to them has come. ' +
    'Not for people who are not saved yet (domain_search, find_email). Free. ' +
    'A filter is contained in its field, whatever the case; notes are shown only when fields names them.',
  input: SearchLeads.input,
  output: SearchLeads.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(SearchLeads, call, raw),
  toolAliases: ['list_leads', 'list-leads', 'List-Leads', 'get_leads'],
  parameterAliases: { lead_list_id: 'leads_list_id', company_industry: 'industry' },
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
    open: true,
  },
  untrusted: UNTRUSTED,
})
