import { ListChanges } from '../../src/core/changes/list-changes.ts'
import { perform } from '../../src/core/capability/perform.ts'
import { defineTool } from '../../src/mcp/tools/define-tool.ts'

export const listChanges = defineTool({
  name: 'list_changes',
  title: 'List changes',
  description:
    'List changes at a company, the companies of a leads list, or the watched ones: who joined, left or has a new title, new addresses and places. ' +
    'Use it before writing to people found long ago. Not for who works there now (domain_search). Free.',
  input: ListChanges.input.omit({ sort: true }),
  required: [],
  output: ListChanges.output,
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: (call, raw) => perform(ListChanges, call, raw),
  rows: {
    at: '',
    noun: 'changes',
    short: ['id', 'type', 'domain', 'person', 'before', 'after', 'happened_between', 'undone_at', 'confidence'],
  },
  untrusted: ['full_name', 'before', 'after', 'says'],
})
