import { ListCustomAttributes, SaveCustomAttribute } from '../src/core/leads/custom-attributes.ts'
import { perform } from '../src/core/capability/perform.ts'
import { defineTool } from '../src/mcp/tools/define-tool.ts'

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
  aliases: ['list-custom-attributes', 'list_leads_custom_attributes', 'List-Custom-Attributes'],
})

export const saveCustomAttribute = defineTool({
  name: 'save_custom_attribute',
  title: 'Save a custom attribute',
  description:
    'Give the custom attribute of a label, making it when there is none; upper and lower case are the same. ' +
    'meta.created tells whether it is new. Use it before a value of a new kind is written to leads. ' +
    'Not for seeing what attributes there are (list_custom_attributes). Free.',
  input: SaveCustomAttribute.input,
  output: SaveCustomAttribute.output,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(SaveCustomAttribute, call, raw),
  aliases: ['create_custom_attribute', 'create-custom-attribute', 'Create-Custom-Attribute'],
})
