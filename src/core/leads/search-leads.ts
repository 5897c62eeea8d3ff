import { capability } from '../capability/capability.ts'
import { LEADS_FILTER_ALIASES, SearchLeadsInput } from './leads-filter.ts'
import { findList } from './leads-lists.ts'
import { LeadsPage, pageOfLeads } from './list-leads.ts'

/**
 * Leads that match any filters, newest first, in pages that an agent can read. A list that does not exist is an error: an
 * agent would take it for an empty one.
 */
export const SearchLeads = capability({
  group: 'leads',
  scope: 'read',
  name: 'search_leads',
  parameterAliases: LEADS_FILTER_ALIASES,
  input: SearchLeadsInput,
  output: LeadsPage,
  run: async (call, input) => {
    if (input.leads_list_id !== undefined) await findList(call, input.leads_list_id)
    return pageOfLeads(call, input)
  },
})
