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
  firstLine: ({ data, meta }) => forgottenLine(data as Forgotten, meta),
  toolAliases: ['forget-person', 'Forget-Person'],
})

interface Forgotten {
  removed: { leads: number; messages_cancelled: number; replies: number; index: 'removed' | 'requested' }
}

function forgottenLine({ removed }: Forgotten, { repeated, done_at }: Record<string, unknown>): string {
  if (repeated === true) return `This was done before, at ${String(done_at)}.`
  const { leads, messages_cancelled: messages, replies, index } = removed
  const rest = index === 'requested' ? ' The operator has been asked to delete what the index holds.' : ''
  return `Deleted: leads ${leads}, replies ${replies}; messages cancelled: ${messages}.${rest}`
}
