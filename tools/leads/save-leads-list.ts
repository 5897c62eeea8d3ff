import { perform } from '../../src/core/capability/perform.ts'
import { SaveLeadsList } from '../../src/core/leads/leads-lists.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

export const saveLeadsList = defineTool({
  name: 'save_leads_list',
  title: 'Save a leads list',
  description:
    'Get a leads list by name, creating it if needed; case is ignored, and of several lists ' +
    'with one name the newest is returned. meta.created says whether it is new. ' +
    'Use it before saving leads to a separate list. Not for listing lists (list_leads_lists). Free.',
  input: SaveLeadsList.input,
  required: ['name'],
  output: SaveLeadsList.output,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(SaveLeadsList, call, raw),
  firstLine: ({ data, meta }) => listLine(data as Kept, meta['created'] === true),
  parameterAliases: { leads_list_name: 'name', list_name: 'name' },
  toolAliases: ['create_leads_list', 'create-leads-list', 'Create-Leads-List'],
})

interface Kept {
  id: number
  leads_count: number
}

const listLine = ({ id, leads_count: count }: Kept, isNew: boolean): string =>
  isNew ? `List ${id} is new.` : `List ${id} was there already, with ${count} ${count === 1 ? 'lead' : 'leads'}.`
