import { ForgetPerson, PreviewForgetPerson } from '../../src/core/optouts/forget-person.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

export const forgetPerson = defineTool({
  name: 'forget_person',
  title: 'Forget a person',
  description:
    "Answer a person's privacy request: without confirm true, show everything stored about them (meta.effect.kept); " +
    'with it, delete that permanently, cancel their mail and stop writing to them. ' +
    'Use it for a privacy request. Not for tidying leads (change_leads). Free.',
  input: ForgetPerson.input,
  required: ['email'],
  output: ForgetPerson.output,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(ForgetPerson, call, raw),
  preview: (call, raw) => perform(PreviewForgetPerson, call, raw),
  toolAliases: ['forget-person', 'Forget-Person'],
})
