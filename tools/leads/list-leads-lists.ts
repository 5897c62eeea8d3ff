import { perform } from '../../src/core/capability/perform.ts'
import { ListLeadsLists } from '../../src/core/leads/leads-lists.ts'
import { FindLeadsList, MatchLeadsLists } from '../../src/core/leads/names.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

export const listLeadsLists = defineTool({
  name: 'list_leads_lists',
  title: 'List leads lists',
  description:
    'List the lists that leads are sorted into, newest first, with the number of leads in each. ' +
    'Use it to choose a list by name, or to get its id for filtering leads. ' +
    'Not for creating a list (save_leads_list). Free.',
  input: ListLeadsLists.input,
  required: [],
  output: ListLeadsLists.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(ListLeadsLists, call, raw),
  toolAliases: ['list-leads-lists', 'get_leads_lists', 'List-Leads-Lists'],
  rows: {
    at: 'leads_lists',
    noun: 'leads lists',
    short: ['id', 'name', 'leads_count', 'created_at', 'leads_list_folder_id'],
  },
  named: {
    matching: (call, typed) => perform(MatchLeadsLists, call, { typed }),
    find: (call, name) => perform(FindLeadsList, call, { name }),
  },
})
