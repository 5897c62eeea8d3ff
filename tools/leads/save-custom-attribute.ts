import { perform } from '../../src/core/capability/perform.ts'
import { SaveCustomAttribute } from '../../src/core/leads/custom-attributes.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

export const saveCustomAttribute = defineTool({
  name: 'save_custom_attribute',
  title: 'Save a custom attribute',
  description:
    'Get a custom attribute by label, creating it if needed; case is ignored. ' +
    'meta.created says whether it is new. Use it before writing a new kind of value to leads. ' +
    'Not for listing attributes (get_account). Free.',
  input: SaveCustomAttribute.input,
  required: ['label'],
  output: SaveCustomAttribute.output,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(SaveCustomAttribute, call, raw),
  unlisted: true,
  toolAliases: ['create_custom_attribute', 'create-custom-attribute', 'Create-Custom-Attribute'],
})
