import { capability } from '../capability/capability.ts'
import { SearchLeadsInput } from './leads-filter.ts'
import { ListLeads } from './list-leads.ts'

/** The same in pages that an agent can read. */
export const SearchLeads = capability({ ...ListLeads, name: 'search_leads', input: SearchLeadsInput })
