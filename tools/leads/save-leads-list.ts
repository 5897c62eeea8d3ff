import { perform } from '../../src/core/capability/perform.ts'
import { SaveLeadsList } from '../../src/core/leads/leads-lists.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

export const saveLeadsList = defineTool({
  name: 'save_leads_list',
  title: 'Save a leads list',
  description:
    'Give the leads list of a name, making it when there is none; upper and lower case are the same, and of several lists ' +
    'of one name the newest is given. meta.created tells whether it is new. ' +
    'Use it before leads are saved to a list of their own. Not for looking up what lists there are (list_leads_lists). Free.',
  input: SaveLeadsList.input,
  output: SaveLeadsList.output,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(SaveLeadsList, call, raw),
  toolAliases: ['create_leads_list', 'create-leads-list', 'Create-Leads-List'],
})
