import { capability } from '../capability/capability.ts'
import { LEADS_FILTER_ALIASES, SearchLeadsInput } from './leads-filter.ts'
import { LeadsPage, pageOfLeads } from './list-leads.ts'

/** Leads that match any filters, newest first, in pages that an agent can read. */
export const SearchLeads = capability({
  group: 'leads',
  scope: 'read',
  name: 'search_leads',
  parameterAliases: LEADS_FILTER_ALIASES,
  input: SearchLeadsInput,
  output: LeadsPage,
  run: pageOfLeads,
})
