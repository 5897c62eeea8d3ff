import { perform } from '../../src/core/capability/perform.ts'
import { ListCustomAttributes } from '../../src/core/leads/custom-attributes.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

export const listCustomAttributes = defineTool({
  name: 'list_custom_attributes',
  title: 'List custom attributes',
  description:
    'List the custom attributes that this account gives its leads, newest first, with their slugs. ' +
    'Use it before leads are filtered by such an attribute or it is written. ' +
    'Not for the values of one lead (get_lead). Free.',
  input: ListCustomAttributes.input,
  output: ListCustomAttributes.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(ListCustomAttributes, call, raw),
  toolAliases: ['list-custom-attributes', 'list_leads_custom_attributes', 'List-Custom-Attributes'],
})
