import { perform } from '../../src/core/capability/perform.ts'
import { ListCustomAttributes } from '../../src/core/leads/custom-attributes.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

export const listCustomAttributes = defineTool({
  name: 'list_custom_attributes',
  title: 'List custom attributes',
  description:
    "List the custom fields of this account's leads, newest first, with their slugs. " +
    'Use it before filtering leads by such a field or setting it. ' +
    'Not for the values of one lead (search_leads). Free.',
  input: ListCustomAttributes.input,
  required: [],
  output: ListCustomAttributes.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(ListCustomAttributes, call, raw),
  unlisted: true,
  toolAliases: ['list-custom-attributes', 'list_leads_custom_attributes', 'List-Custom-Attributes'],
})
